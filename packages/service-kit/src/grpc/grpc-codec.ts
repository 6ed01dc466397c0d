import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import type { GrpcDefinition, GrpcMethodDefinition, MessageCodec } from './definition.js';

/** 16 MiB: the max size of one message, both ways. */
export const maxMessageBytes = 16 * 1024 * 1024;

/** Called with a message that its codec refuses: a handler's mistake, which grpc-js would only report to the caller. */
type OnMisfit = (error: unknown, path: string) => void;

function serializer<T>(codec: MessageCodec<T>, path: string, onMisfit?: OnMisfit) {
  return (message: T): Buffer => {
    try {
      const bytes = codec.encode(message).finish();
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
