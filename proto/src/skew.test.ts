import { readFileSync } from 'node:fs';
import { create, createFileRegistry, fromBinary, fromJson, ScalarType, toBinary } from '@bufbuild/protobuf';
import type { DescField, DescMessage, Message } from '@bufbuild/protobuf';
import { FileDescriptorSetSchema } from '@bufbuild/protobuf/wkt';
import { BinaryWriter } from '@bufbuild/protobuf/wire';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';

fc.configureGlobal({ seed: 20250710 });

interface Codec {
  decode(bytes: Uint8Array): unknown;
  encode(message: unknown): { finish(): Uint8Array };
}

const path = new URL('../released/contracts.json', import.meta.url);
const released = createFileRegistry(
  fromJson(FileDescriptorSetSchema, JSON.parse(readFileSync(path, 'utf8')), { ignoreUnknownFields: true }),
);
const messages = [...released].filter((each): each is DescMessage => each.kind === 'message' && isOurs(each));
const codecs = await loadCodecs();

/** Every message of the contracts as they were released, against the codecs of today. */
describe('a service one version older or newer is understood', () => {
  it.each(messages.map((message) => [message.typeName, message] as const))('%s', (_name, message) => {
    const codec = codecs.get(message.typeName);
    if (!codec) throw new Error(`${message.typeName} is gone`);
    fc.assert(
      fc.property(messageOf(message), (sent) => {
        const bytes = toBinary(message, sent);
        const kept = codec.encode(codec.decode(bytes)).finish();
        // What the older version sent is kept unchanged.
        expect(fromBinary(message, kept)).toEqual(fromBinary(message, bytes));
        // Fields of a newer version are ignored.
        expect(codec.decode(withMore(bytes))).toEqual(codec.decode(bytes));
      }),
      { numRuns: 20 },
    );
  });
});

function isOurs({ file }: DescMessage): boolean {
  return !file.proto.package.startsWith('google.');
}

/** The codecs of the generated files by the full name of their message. */
async function loadCodecs(): Promise<Map<string, Codec>> {
  const found = new Map<string, Codec>();
  const files = new Set(messages.map(({ file }) => file.name));
  for (const file of files) {
    const generated = (await import(`./gen/${file}.js`)) as Record<string, unknown> & { protobufPackage: string };
    for (const [name, each] of Object.entries(generated)) {
      if (!isCodec(each)) continue;
      // Nested messages are called Outer_Inner.
      found.set(`${generated.protobufPackage}.${name.replaceAll('_', '.')}`, each);
    }
  }
  return found;
}

function isCodec(value: unknown): value is Codec {
  return typeof value === 'object' && value !== null && 'decode' in value && 'encode' in value;
}

/** A field that no version has, as bytes behind the others. */
function withMore(bytes: Uint8Array): Uint8Array {
  const more = new BinaryWriter().tag(15_000, 2).string('from the future').finish();
  return Buffer.concat([bytes, more]);
}

function messageOf(message: DescMessage, depth = 0): fc.Arbitrary<Message> {
  if (message.typeName === 'google.protobuf.Timestamp') return timestamp(message);
  const fields: Record<string, fc.Arbitrary<unknown>> = {};
  for (const field of message.fields) if (!field.oneof) fields[field.localName] = valueOf(field, depth);
  for (const oneof of message.oneofs) {
    const cases = oneof.fields.map((field) =>
      singleValue(field, depth).map((value) => ({ case: field.localName, value })),
    );
    fields[oneof.localName] = fc.oneof(fc.constant({ case: undefined }), ...cases);
  }
  return fc.record(fields).map((init) => create(message, init as never));
}

function valueOf(field: DescField, depth: number): fc.Arbitrary<unknown> {
  if (field.fieldKind === 'map') {
    const value = field.mapKind === 'message' ? messageOf(field.message, depth + 1) : scalar(field.scalar!);
    return fc.dictionary(fc.string({ minLength: 1 }), value, { maxKeys: depth > 2 ? 0 : 3, noNullPrototype: true });
  }
  if (field.fieldKind === 'list') {
    const one =
      field.listKind === 'message'
        ? messageOf(field.message, depth + 1)
        : field.listKind === 'enum'
          ? fc.constantFrom(...field.enum.values.map(({ number }) => number))
          : scalar(field.scalar);
    return fc.array(one, { maxLength: depth > 2 ? 0 : 3 });
  }
  const value = singleValue(field, depth);
  return field.proto.proto3Optional ? fc.option(value, { nil: undefined }) : value;
}

function singleValue(field: DescField, depth: number): fc.Arbitrary<unknown> {
  if (field.fieldKind === 'message') {
    return depth > 3 ? fc.constant(create(field.message)) : messageOf(field.message, depth + 1);
  }
  if (field.fieldKind === 'enum') return fc.constantFrom(...field.enum.values.map(({ number }) => number));
  if (field.fieldKind === 'scalar') return scalar(field.scalar);
  throw new Error(`No single value of ${field.toString()}`);
}

function scalar(type: ScalarType): fc.Arbitrary<unknown> {
  switch (type) {
    case ScalarType.STRING:
      return fc.string();
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 20 });
    case ScalarType.INT32:
    case ScalarType.SINT32:
      return fc.integer();
    case ScalarType.UINT32:
      return fc.nat();
    case ScalarType.INT64:
    case ScalarType.SINT64:
      // Our codecs keep them as numbers.
      return fc.maxSafeInteger().map(BigInt);
    case ScalarType.UINT64:
      return fc.maxSafeNat().map(BigInt);
    case ScalarType.DOUBLE:
      return fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    case ScalarType.FLOAT:
      return fc.float({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0);
    default:
      throw new Error(`No values of scalar type ${ScalarType[type]}`);
  }
}

/** Our codecs keep milliseconds. */
function timestamp(message: DescMessage): fc.Arbitrary<Message> {
  return fc
    .record({ seconds: fc.integer({ min: 0, max: 4_000_000_000 }), ms: fc.integer({ min: 0, max: 999 }) })
    .map(({ seconds, ms }) => create(message, { seconds: BigInt(seconds), nanos: ms * 1_000_000 } as never));
}
