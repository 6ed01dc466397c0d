import type { MethodDefinition, ServiceDefinition } from '@grpc/grpc-js';
import type { GrpcDefinition, GrpcMethodDefinition, MessageCodec } from './definition.js';

/** 16 MiB: the most one message may weigh, both ways. */
export const maxMessageBytes = 16 * 1024 * 1024;

function serializer<T>(codec: MessageCodec<T>) {
  return (message: T): Buffer => {
    const bytes = codec.encode(message).finish();
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  };
}

function methodDefinition(service: string, key: string, method: GrpcMethodDefinition) {
  return {
    path: `/${service}/${method.name}`,
    originalName: key,
    requestStream: method.requestStream,
    responseStream: method.responseStream,
    requestSerialize: serializer(method.requestType),
    requestDeserialize: (bytes: Buffer) => method.requestType.decode(bytes),
    responseSerialize: serializer(method.responseType),
    responseDeserialize: (bytes: Buffer) => method.responseType.decode(bytes),
  } satisfies MethodDefinition<unknown, unknown>;
}

/** A ts-proto definition as grpc-js wants it, by rpc name. */
export function toServiceDefinition(definition: GrpcDefinition): ServiceDefinition {
  return Object.fromEntries(
    Object.entries(definition.methods).map(([key, method]) => [
      method.name,
      methodDefinition(definition.fullName, key, method),
    ]),
  );
}
