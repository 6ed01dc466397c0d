import { create, ScalarType, toBinary, type DescField, type DescMessage, type Message } from '@bufbuild/protobuf';
import fc, { type Arbitrary } from 'fast-check';
import { hostileTexts } from '../../hostile-values.js';

/** What is real in the product under test, so that a message gets past the first check. */
export interface KnownWords {
  ids: readonly string[];
  aiServices: readonly string[];
}

/** The bytes of a request: most of them a message of its type with hostile values, some of them no message at all. */
export function requestBytes(request: DescMessage, known: KnownWords): Arbitrary<Buffer> {
  const valid = messageOf(request, known).map((message) => Buffer.from(toBinary(request, message)));
  return fc.oneof({ weight: 18, arbitrary: valid }, { weight: 2, arbitrary: damaged(valid) });
}

/** Cut off, with another byte in it, or with more behind it. */
function damaged(valid: Arbitrary<Buffer>): Arbitrary<Buffer> {
  const at = fc.nat({ max: 4_000 });
  return fc.oneof(
    fc.tuple(valid, at).map(([bytes, end]) => bytes.subarray(0, end % (bytes.length + 1))),
    fc.tuple(valid, at, fc.nat({ max: 255 })).map(([bytes, place, byte]) => {
      const changed = Buffer.from(bytes);
      if (changed.length > 0) changed[place % changed.length] = byte;
      return changed;
    }),
    fc.tuple(valid, fc.uint8Array({ maxLength: 40 })).map((parts) => Buffer.concat(parts)),
  );
}

function messageOf(message: DescMessage, known: KnownWords, depth = 0): Arbitrary<Message> {
  if (message.typeName === 'google.protobuf.Timestamp') return timestampOf(message);
  const fields: Record<string, Arbitrary<unknown>> = {};
  for (const field of message.fields) if (!field.oneof) fields[field.localName] = valueOf(field, known, depth);
  for (const oneof of message.oneofs) {
    const cases = oneof.fields.map((field) =>
      singleValue(field, known, depth).map((value) => ({ case: field.localName, value })),
    );
    fields[oneof.localName] = fc.oneof(fc.constant({ case: undefined }), ...cases);
  }
  return fc.record(fields, { requiredKeys: [] }).map((init) => create(message, init as never));
}

function valueOf(field: DescField, known: KnownWords, depth: number): Arbitrary<unknown> {
  const maxLength = depth > 2 ? 0 : 3;
  if (field.fieldKind === 'map') {
    const value =
      field.mapKind === 'message' ? messageOf(field.message, known, depth + 1) : scalarOf(field.scalar!, known);
    return fc.dictionary(textOf(known), value, { maxKeys: maxLength, noNullPrototype: true });
  }
  if (field.fieldKind === 'list') {
    const one =
      field.listKind === 'message'
        ? messageOf(field.message, known, depth + 1)
        : field.listKind === 'enum'
          ? enumOf(field)
          : scalarOf(field.scalar, known);
    return fc.array(one, { maxLength });
  }
  return singleValue(field, known, depth);
}

function singleValue(field: DescField, known: KnownWords, depth: number): Arbitrary<unknown> {
  if (field.fieldKind === 'message')
    return depth > 3 ? fc.constant(create(field.message)) : messageOf(field.message, known, depth + 1);
  if (field.fieldKind === 'enum') return enumOf(field);
  return scalarOf(field.scalar!, known);
}

/** Also values of a newer version. */
const enumOf = (field: DescField) =>
  fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...(field.enum?.values ?? []).map(({ number }) => number)) },
    { weight: 1, arbitrary: fc.constantFrom(999, -1) },
  );

const sendable = hostileTexts.map((text) => text.replace(/\p{Surrogate}/gu, '\uFFFD'));

const textOf = ({ ids, aiServices }: KnownWords): Arbitrary<string> =>
  fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...ids) },
    { weight: 3, arbitrary: fc.constantFrom(...aiServices) },
    { weight: 4, arbitrary: fc.constantFrom(...sendable) },
    { weight: 3, arbitrary: fc.string({ unit: 'grapheme', maxLength: 40 }) },
    { weight: 1, arbitrary: fc.uuid() },
  );

function scalarOf(type: ScalarType, known: KnownWords): Arbitrary<unknown> {
  switch (type) {
    case ScalarType.STRING:
      return textOf(known);
    case ScalarType.BOOL:
      return fc.boolean();
    case ScalarType.BYTES:
      return fc.uint8Array({ maxLength: 64 });
    case ScalarType.INT64:
    case ScalarType.SINT64:
      return fc.oneof(fc.constantFrom(0n, 1n, -1n, 2n ** 63n - 1n, -(2n ** 63n)), fc.maxSafeInteger().map(BigInt));
    case ScalarType.UINT64:
      return fc.oneof(fc.constantFrom(0n, 1n, 2n ** 64n - 1n), fc.maxSafeNat().map(BigInt));
    case ScalarType.UINT32:
      return fc.oneof(fc.constantFrom(0, 1, 2 ** 32 - 1), fc.nat());
    case ScalarType.DOUBLE:
    case ScalarType.FLOAT:
      return fc.oneof(fc.constantFrom(0, -0, 1, NaN, Infinity, -Infinity), fc.float());
    default:
      return fc.oneof(fc.constantFrom(0, 1, -1, 2 ** 31 - 1, -(2 ** 31)), fc.integer());
  }
}

/** Also times that no database and no `Date` has. */
function timestampOf(message: DescMessage): Arbitrary<Message> {
  const seconds = fc.oneof(
    fc.constantFrom(0, -1, -62_135_596_800, 253_402_300_799, 2 ** 40, -(2 ** 40), Number.MAX_SAFE_INTEGER),
    fc.integer({ min: 0, max: 4_000_000_000 }),
  );
  const nanos = fc.oneof(fc.constantFrom(0, 999_999_999, -1, 2 ** 31 - 1), fc.nat({ max: 999_999_999 }));
  return fc
    .record({ seconds, nanos })
    .map((at) => create(message, { seconds: BigInt(at.seconds), nanos: at.nanos } as never));
}
