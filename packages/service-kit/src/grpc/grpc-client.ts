import type { GrpcDefinition, RequestOf, ResponseOf } from './definition.js';
import { GrpcCaller, type CallOptions, type GrpcClientOptions, type GrpcStream } from './grpc-caller.js';

/** A typed client: a promise per unary rpc, a {@link GrpcStream} per stream. Errors are AppErrors. */
export type GrpcClient<D extends GrpcDefinition> = {
  [K in keyof D['methods']]: D['methods'][K] extends { readonly responseStream: true }
    ? (request: RequestOf<D['methods'][K]>, options?: CallOptions) => GrpcStream<ResponseOf<D['methods'][K]>>
    : (request: RequestOf<D['methods'][K]>, options?: CallOptions) => Promise<ResponseOf<D['methods'][K]>>;
} & {
  /** Closes the connections. */
  close(): void;
};

/** Makes a client of a definition. Connects on the first call; a service that is away answers `unavailable`. */
export function grpcClient<D extends GrpcDefinition>(definition: D, options: GrpcClientOptions): GrpcClient<D> {
  const caller = new GrpcCaller(definition, options);
  const calls = Object.entries(definition.methods).map(([key, method]) => {
    const call = (request: unknown, of?: CallOptions) =>
      method.responseStream ? caller.stream(method, request, of) : caller.unary(method, request, of);
    return [key, call];
  });
  return Object.assign(Object.fromEntries(calls) as GrpcClient<D>, { close: () => caller.close() });
}
