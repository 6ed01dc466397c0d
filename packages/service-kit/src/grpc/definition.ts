import type { CallContext } from './call-context.js';

/** What a message is written with; after `finish` it takes the next one. */
export interface MessageWriter {
  finish(): Uint8Array;
}

/** The part of a ts-proto codec that gRPC needs. */
export interface MessageCodec<T> {
  /** `writer`: what another message was written with. */
  encode(message: T, writer?: MessageWriter): MessageWriter;
  decode(input: Uint8Array): T;
}

/** One rpc of a ts-proto generic definition. Client streaming is not used in this project. */
export interface GrpcMethodDefinition {
  readonly name: string;
  // `any`, not `unknown`: a codec is invariant in its message.
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly requestType: MessageCodec<any>;
  readonly requestStream: boolean;
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly responseType: MessageCodec<any>;
  readonly responseStream: boolean;
}

/** A service as ts-proto's `generic-definitions` describe it. */
export interface GrpcDefinition {
  readonly name: string;
  readonly fullName: string;
  readonly methods: Readonly<Record<string, GrpcMethodDefinition>>;
}

type MessageOf<C> = C extends { decode(input: Uint8Array): infer T } ? T : never;

/** The request message of a method. */
export type RequestOf<M extends GrpcMethodDefinition> = MessageOf<M['requestType']>;

/** The response message of a method. */
export type ResponseOf<M extends GrpcMethodDefinition> = MessageOf<M['responseType']>;

type Streamed<T> = AsyncIterable<T> | Promise<AsyncIterable<T>>;

/** What a controller behind `@GrpcEndpoint(Definition)` implements: a promise per unary rpc, per stream an iterable or its promise. */
export type GrpcHandlers<D extends GrpcDefinition> = {
  [K in keyof D['methods']]: D['methods'][K] extends { readonly responseStream: true }
    ? (request: RequestOf<D['methods'][K]>, call: CallContext) => Streamed<ResponseOf<D['methods'][K]>>
    : (request: RequestOf<D['methods'][K]>, call: CallContext) => Promise<ResponseOf<D['methods'][K]>>;
};

/** The slice a definition belongs to, as its folder is called: `ai_dispatch.v1.CatalogService` is `ai-dispatch`. */
export function sliceOf(definition: GrpcDefinition): string {
  return (definition.fullName.split('.')[0] ?? definition.name).replaceAll('_', '-');
}
