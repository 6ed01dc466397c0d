import { Client, credentials, status, type CallOptions as GrpcCallOptions, type ChannelOptions } from '@grpc/grpc-js';
import type { CallerSigner, CallerToken } from '../caller/caller-signer.js';
import { currentContext, newContext } from '../context/request-context.js';
import { fromGrpcFailure } from '../errors/grpc-errors.js';
import { outgoingMetadata } from './call-metadata.js';
import {
  sliceOf,
  type GrpcDefinition,
  type GrpcMethodDefinition,
  type RequestOf,
  type ResponseOf,
} from './definition.js';
import { maxMessageBytes, toServiceDefinition } from './grpc-codec.js';
import { inProcessServerAt } from './in-process-server.js';
import { rpcAttributes, rpcName } from './rpc-attributes.js';
import { StreamReader } from './stream-reader.js';

/** How one call is made. */
export interface CallOptions {
  /** From {@link CallerSigner}; else for whom the request being served is made, else the service's own. */
  callerToken?: CallerToken | undefined;
  /** Unary calls have 5 s unless told otherwise; streams have none unless told. */
  deadlineMs?: number;
  /** Cancels the call, and with it the work at the far side. */
  signal?: AbortSignal;
}

/** What a client is made of. */
export interface GrpcClientOptions {
  /** `host:port`. */
  url: string;
  /** Signs calls that are made for nobody in particular. */
  signer?: CallerSigner;
  /** The slice that is called, where its definition does not say so. */
  slice?: string;
  /** Connections to spread calls over; thousands of streams stall on one. */
  channels?: number;
  /** The deadline of unary calls that name none. */
  deadlineMs?: number;
}

/** A typed client: a promise per unary rpc, an async iterable per stream. Errors are AppErrors. */
export type GrpcClient<D extends GrpcDefinition> = {
  [K in keyof D['methods']]: D['methods'][K] extends { readonly responseStream: true }
    ? (request: RequestOf<D['methods'][K]>, options?: CallOptions) => AsyncIterable<ResponseOf<D['methods'][K]>>
    : (request: RequestOf<D['methods'][K]>, options?: CallOptions) => Promise<ResponseOf<D['methods'][K]>>;
} & {
  /** Closes the connections. */
  close(): void;
};

const channelOptions: ChannelOptions = {
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.max_send_message_length': maxMessageBytes,
  'grpc.keepalive_time_ms': 30_000,
  'grpc.keepalive_timeout_ms': 10_000,
  'grpc.use_local_subchannel_pool': 1,
  // A name may stand for several replicas (a headless Service): calls go to each in turn.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // A service that restarts is found again within a second or two.
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 2_000,
};

const defaultDeadlineMs = 5_000;

/** Makes a client of a definition. Connects on the first call; a service that is away answers `unavailable`. */
export function grpcClient<D extends GrpcDefinition>(definition: D, options: GrpcClientOptions): GrpcClient<D> {
  const clients = Array.from(
    { length: options.channels ?? 1 },
    () => new Client(options.url, credentials.createInsecure(), channelOptions),
  );
  let turn = 0;
  const nextClient = () => clients[turn++ % clients.length] as Client;
  const service = toServiceDefinition(definition);
  const slice = options.slice ?? sliceOf(definition);

  const begin = (path: string, call: CallOptions, deadlineMs: number | undefined) => {
    const context = currentContext() ?? newContext();
    const span = context.span?.child('client', rpcName(path), rpcAttributes(path));
    const token = call.callerToken ?? context.callerToken ?? options.signer?.asService();
    const deadline = deadlineMs === undefined ? undefined : Date.now() + deadlineMs;
    const settings: GrpcCallOptions = deadline === undefined ? {} : { deadline };
    return { metadata: outgoingMetadata(context, token?.(slice), span), deadline, settings, span };
  };

  const unary =
    (method: GrpcMethodDefinition) =>
    (request: unknown, call: CallOptions = {}) => {
      const { path, requestSerialize, responseDeserialize } = service[method.name]!;
      return new Promise<unknown>((resolve, reject) => {
        if (call.signal?.aborted) return reject(call.signal.reason as Error);
        const { metadata, deadline, settings, span } = begin(
          path,
          call,
          call.deadlineMs ?? options.deadlineMs ?? defaultDeadlineMs,
        );
        const cancel = () => made.cancel();
        const done = (failure: Parameters<typeof fromGrpcFailure>[0] | null, answer?: unknown) => {
          call.signal?.removeEventListener('abort', cancel);
          span?.end(failure ? status[failure.code] : undefined);
          if (!failure) return resolve(answer);
          reject(call.signal?.aborted ? (call.signal.reason as Error) : fromGrpcFailure(failure, slice));
        };
        const made =
          inProcessServerAt(options.url)?.unary(path, { request, metadata, deadline }, done) ??
          nextClient().makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, settings, done);
        call.signal?.addEventListener('abort', cancel, { once: true });
      });
    };

  const stream =
    (method: GrpcMethodDefinition) =>
    (request: unknown, call: CallOptions = {}) => {
      const { path, requestSerialize, responseDeserialize } = service[method.name]!;
      const { metadata, deadline, settings, span } = begin(path, call, call.deadlineMs);
      return {
        [Symbol.asyncIterator]: () => {
          const start = () =>
            inProcessServerAt(options.url)?.stream(path, { request, metadata, deadline }) ??
            nextClient().makeServerStreamRequest(
              path,
              requestSerialize,
              responseDeserialize,
              request,
              metadata,
              settings,
            );
          return new StreamReader({
            start,
            toError: (failure) => fromGrpcFailure(failure, slice),
            signal: call.signal,
            onEnd: (failure) => span?.end(failure),
          });
        },
      };
    };

  const calls = Object.entries(definition.methods).map(([key, method]) => [
    key,
    method.responseStream ? stream(method) : unary(method),
  ]);
  return Object.assign(Object.fromEntries(calls) as GrpcClient<D>, {
    close: () => clients.forEach((client) => client.close()),
  });
}
