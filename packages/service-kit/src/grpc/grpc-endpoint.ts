import { Controller, SetMetadata, type Type } from '@nestjs/common';
import { MessagePattern, Transport } from '@nestjs/microservices';
import type { GrpcDefinition, GrpcHandlers } from './definition.js';

const definitionKey = 'polylogue.grpc';

/**
 * Makes a class the gRPC endpoint of a definition: a Nest controller whose methods answer the rpcs of the same name.
 * Write `implements GrpcHandlers<typeof Definition>` beside it for the types.
 */
export function GrpcEndpoint<D extends GrpcDefinition>(definition: D) {
  return <C extends Type<GrpcHandlers<D>>>(endpoint: C): void => {
    Controller()(endpoint);
    SetMetadata(definitionKey, definition)(endpoint);
    for (const [key, method] of Object.entries(definition.methods)) {
      const descriptor = Object.getOwnPropertyDescriptor(endpoint.prototype, key);
      if (!descriptor)
        throw new Error(`${endpoint.name} is the endpoint of ${definition.fullName} but has no method ${key}().`);
      const pattern = { service: definition.fullName, rpc: method.name, streaming: 'no_stream' };
      MessagePattern(pattern, Transport.GRPC)(endpoint.prototype as object, key, descriptor);
    }
  };
}

/** The definition that a controller is the endpoint of, if it is one. */
export function definitionOf(controller: Type): GrpcDefinition | undefined {
  return Reflect.getMetadata(definitionKey, controller) as GrpcDefinition | undefined;
}
