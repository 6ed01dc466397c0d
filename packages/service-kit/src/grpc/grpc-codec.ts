import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import type { GrpcDefinition, GrpcMethodDefinition, MessageCodec, MessageWriter } from './definition.js';

/** 16 MiB: the max size of one message, both ways. */
export const maxMessageBytes = 16 * 1024 * 1024;

/** Called with a message that its codec refuses: a handler's mistake, which grpc-js would only report to the caller. */
type OnMisfit = (error: unknown, path: string) => void;

/** A writer keeps the room of its longest message; above this it is dropped. */
const maxKeptBytes = 64 * 1024;

/** The one writer of this process. Each new one would make room of its own, which costs more than most messages do. */
let spare: MessageWriter | undefined;

function encode<T>(codec: MessageCodec<T>, message: T): Uint8Array {
  const lent = spare;
  // One that breaks off in a message is not used again.
  spare = undefined;
  const writer = codec.encode(message, lent);
  const bytes = writer.finish();
  if (bytes.length <= maxKeptBytes) spare = writer;
  return bytes;
}

function serializer<T>(codec: MessageCodec<T>, path: string, onMisfit?: OnMisfit) {
  return (message: T): Buffer => {
    try {
      const bytes = encode(codec, message);
      return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    } catch (error) {
      onMisfit?.(error, path);
      throw error;
    }
  };
}

function methodDefinition(service: string, key: string, method: GrpcMethodDefinition, onMisfit?: OnMisfit) {
  const path = `/${service}/${method.name}`;
  return {
    path,
    originalName: key,
    requestStream: method.requestStream,
    responseStream: method.responseStream,
    requestSerialize: serializer(method.requestType, path),
    requestDeserialize: (bytes: Buffer) => method.requestType.decode(bytes),
    responseSerialize: serializer(method.responseType, path, onMisfit),
    responseDeserialize: (bytes: Buffer) => method.responseType.decode(bytes),
  } satisfies MethodDefinition<unknown, unknown>;
}

/** A ts-proto definition as grpc-js wants it, by rpc name. */
export function toServiceDefinition(definition: GrpcDefinition, onMisfit?: OnMisfit): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(definition.methods).map(([key, method]) => [
      method.name,
      methodDefinition(definition.fullName, key, method, onMisfit),
    ]),
  );
}
