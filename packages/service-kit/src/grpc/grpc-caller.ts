import {
  Client,
  credentials,
  status,
  type CallOptions as GrpcCallOptions,
  type ChannelOptions,
  type ServiceError,
} from '@grpc/grpc-js';
import type { CallerSigner, CallerToken } from '../caller/caller-signer.js';
import { currentContext, newContext } from '../context/request-context.js';
import { fromGrpcFailure } from '../errors/grpc-errors.js';
import { outgoingMetadata } from './call-metadata.js';
import { sliceOf, type GrpcDefinition, type GrpcMethodDefinition } from './definition.js';
import { maxMessageBytes, toServiceDefinition } from './grpc-codec.js';
import type { CancelSignal } from '../runs/cancellation.js';
import { inProcessServerAt } from './in-process-server.js';
import { keepaliveOptions } from './keepalive.js';
import { forEachMessage, readStream, type StreamReadOptions } from './read-stream.js';
import { rpcAttributes, rpcName } from './rpc-attributes.js';

/** How one call is made. */
export interface CallOptions {
  /** From {@link CallerSigner}; else for whom the request being served is made, else the service's own. */
  callerToken?: CallerToken | undefined;
  /** Milliseconds. Unary calls have 5,000 by default; streams have none by default. */
  deadlineMs?: number;
  /** Cancels the call, and with it the work at the far side. */
  signal?: CancelSignal;
}

/** The messages of a stream; the call begins when they are read, once, in one of two ways. */
export interface GrpcStream<T> extends AsyncIterable<T> {
  /**
   * Hands on each message as it arrives, for readers who never wait: it costs less than a loop. Resolves at the end;
   * rejects with the error that ended it.
   */
  forEach(take: (message: T) => void): Promise<void>;
}

/** What a client is made of. */
export interface GrpcClientOptions {
  /** `host:port`. */
  url: string;
  /** Signs calls that belong to no request. */
  signer?: CallerSigner;
  /** The slice that is called, where its definition does not say so. */
  slice?: string;
  /** Connections to spread calls over; thousands of streams stall on one. */
  channels?: number;
  /** Milliseconds that unary calls may take which name no deadline. */
  deadlineMs?: number;
}

const channelOptions: ChannelOptions = {
  ...keepaliveOptions(),
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.max_send_message_length': maxMessageBytes,
  'grpc.use_local_subchannel_pool': 1,
  // A name may stand for several replicas (a headless Service): calls go to each in turn.
  'grpc.service_config': JSON.stringify({ loadBalancingConfig: [{ round_robin: {} }] }),
  // A service that restarts is found again within a second or two, at its new address, too: by itself, grpc-js looks a
  // name up again after 30 s at the earliest, and all replicas of a service are replaced in less.
  'grpc.dns_min_time_between_resolutions_ms': 1_000,
  'grpc.initial_reconnect_backoff_ms': 200,
  'grpc.max_reconnect_backoff_ms': 2_000,
};

const defaultDeadlineMs = 5_000;

/** Makes the calls of one client: in the process where the server is here, else over one of its connections in turn. */
export class GrpcCaller {
  readonly #clients: Client[] = [];
  readonly #service: ReturnType<typeof toServiceDefinition>;
  readonly #slice: string;
  #turn = 0;
  #isClosed = false;

  constructor(
    definition: GrpcDefinition,
    private readonly options: GrpcClientOptions,
  ) {
    this.#service = toServiceDefinition(definition);
    this.#slice = options.slice ?? sliceOf(definition);
  }

  unary(method: GrpcMethodDefinition, request: unknown, call: CallOptions = {}): Promise<unknown> {
    const { path, requestSerialize, responseDeserialize } = this.#service[method.name]!;
    const { signal, deadlineMs = this.options.deadlineMs ?? defaultDeadlineMs } = call;
    return new Promise<unknown>((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason as Error);
      const { metadata, deadline, settings, span } = this.#begin(path, call, deadlineMs);
      const cancel = () => made.cancel();
      const done = (failure: ServiceError | null, answer?: unknown) => {
        signal?.removeEventListener('abort', cancel);
        span?.end(failure ? status[failure.code] : undefined);
        if (!failure) return resolve(answer);
        reject(signal?.aborted ? (signal.reason as Error) : fromGrpcFailure(failure, this.#slice));
      };
      const overTheWire = () =>
        this.#next().makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, settings, done);
      const inProcess = inProcessServerAt(this.options.url);
      const made = inProcess?.unary(path, { request, metadata, deadline }, done) ?? overTheWire();
      signal?.addEventListener('abort', cancel, { once: true });
    });
  }

  stream(method: GrpcMethodDefinition, request: unknown, call: CallOptions = {}): GrpcStream<unknown> {
    const { path, requestSerialize, responseDeserialize } = this.#service[method.name]!;
    const { metadata, deadline, settings, span } = this.#begin(path, call, call.deadlineMs);
    // Let go of once it is on its way: a stream lasts, and a request may be long.
    let waiting = [request];
    const start = () => {
      const [sent] = waiting;
      waiting = [];
      return (
        inProcessServerAt(this.options.url)?.stream(path, { request: sent, metadata, deadline }) ??
        this.#next().makeServerStreamRequest(path, requestSerialize, responseDeserialize, sent, metadata, settings)
      );
    };
    const toError = (failure: ServiceError) => fromGrpcFailure(failure, this.#slice);
    const onEnd = span && ((failure?: unknown) => span.end(failure));
    const reading: StreamReadOptions = { start, toError, signal: call.signal, onEnd };
    return {
      [Symbol.asyncIterator]: () => readStream(reading),
      forEach: (take) => forEachMessage(reading, take),
    };
  }

  close(): void {
    this.#isClosed = true;
    for (const client of this.#clients) client.close();
  }

  /** Made with its first call over the wire: slices that share a process never need one. */
  #next(): Client {
    const { url, channels = 1 } = this.options;
    const at = this.#turn++ % channels;
    const client = (this.#clients[at] ??= new Client(url, credentials.createInsecure(), channelOptions));
    if (this.#isClosed) client.close();
    return client;
  }

  #begin(path: string, call: CallOptions, deadlineMs: number | undefined) {
    const context = currentContext() ?? newContext();
    const span = context.span?.child('client', rpcName(path), rpcAttributes(path));
    const token = call.callerToken ?? context.callerToken ?? this.options.signer?.asService();
    const deadline = deadlineMs === undefined ? undefined : Date.now() + deadlineMs;
    const settings: GrpcCallOptions = deadline === undefined ? {} : { deadline };
    return { metadata: outgoingMetadata(context, token?.(this.#slice), span), deadline, settings, span };
  }
}
