import type { sendUnaryData, Server, ServerUnaryCall, ServiceDefinition } from '@grpc/grpc-js';

// The two messages of grpc.health.v1 are a string and an enum; a generated file for them would be longer than this.
const serving = Buffer.from([0x08, 0x01]);
const notServing = Buffer.from([0x08, 0x02]);

const healthDefinition: ServiceDefinition = {
  Check: {
    path: '/grpc.health.v1.Health/Check',
    originalName: 'check',
    requestStream: false,
    responseStream: false,
    requestSerialize: () => Buffer.alloc(0),
    requestDeserialize: () => ({}),
    responseSerialize: (isServing: boolean) => (isServing ? serving : notServing),
    responseDeserialize: (bytes: Buffer) => bytes.equals(serving),
  },
};

/** Adds the standard health service, which is open to callers without a token. */
export function addHealthService(server: Server, isServing: () => boolean): void {
  server.addService(healthDefinition, {
    check: (_call: ServerUnaryCall<unknown, boolean>, callback: sendUnaryData<boolean>) => callback(null, isServing()),
  });
}

/** Asks a gRPC server's health service; the client side of {@link addHealthService}. */
export const healthCheck = healthDefinition['Check'];
