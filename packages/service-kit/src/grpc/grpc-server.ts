import { isIPv6 } from 'node:net';
import * as grpc from '@grpc/grpc-js';
import {
  logVerbosity,
  Server,
  setLogVerbosity,
  ServerCredentials,
  status,
  type sendUnaryData,
  type ServerUnaryCall,
  type ServerWritableStream,
} from '@grpc/grpc-js';
import { ServerGrpc, type GrpcMethodStreamingType } from '@nestjs/microservices';
import { isObservable, lastValueFrom } from 'rxjs';
import type { CallerSigner } from '../caller/caller-signer.js';
import { sessionIssuer } from '../caller/caller-token.js';
import type { CallerVerifier } from '../caller/caller-verifier.js';
import { isLoopback } from '../config/is-loopback.js';
import { currentContext, runInContext } from '../context/request-context.js';
import { AppError } from '../errors/app-error.js';
import type { GrpcFailure } from '../errors/grpc-errors.js';
import { CallContext } from './call-context.js';
import { Tracing } from '../tracing/tracing.js';
import { incomingContext, incomingToken } from './call-metadata.js';
import type { GrpcDefinition } from './definition.js';
import { maxMessageBytes, toServiceDefinition } from './grpc-codec.js';
import { rpcAttributes, rpcName } from './rpc-attributes.js';
import { addHealthService } from './grpc-health.js';
import type { InProcessMethod } from './in-process-call.js';
import { keepaliveOptions } from './keepalive.js';
import { InProcessServer } from './in-process-server.js';
import { ServedCall, type AnyCall } from './served-call.js';
import { writeStream } from './write-stream.js';

/** What a {@link GrpcServer} needs. */
export interface GrpcServerOptions {
  /** `host:port` by which others find it. */
  url: string;
  /** The address to listen on where that name is not of this machine alone; 127.0.0.1 when absent. */
  host?: string;
  definitions: readonly GrpcDefinition[];
  verifier: CallerVerifier;
  /** Signs calls that are made in the course of a call, for the user it is made for. */
  signer?: CallerSigner | undefined;
  /** Called once with everything that is not an AppError. */
  onUnexpected: (error: unknown, rpc: string) => void;
  /** Called with every call whose token is not believed, and why. */
  onRefused?: (cause: unknown, rpc: string) => void;
  tracing?: Tracing;
  /** Called after every call that ended. */
  onCallEnd?: (rpc: string, code: status, seconds: number) => void;
  /** Whether the health service answers SERVING. */
  isServing?: () => boolean;
  /** Whether slices of the same process reach it without the wire. */
  isLocal?: boolean;
}

type Handler = (request: unknown, call: CallContext) => Promise<unknown>;
type Answer = (value: unknown, served: ServedCall) => void;

/**
 * Nest's gRPC transport, serving ts-proto definitions. It differs from its parent in four points: streams are pulled
 * from async iterables (backpressure and cancellation reach the generator), every call needs a signed caller token,
 * errors leave as a status with trailers, and slices of the same process reach it without the wire.
 */
export class GrpcServer extends ServerGrpc {
  readonly #draining = new AbortController();
  readonly #local = new InProcessServer();
  #server: Server | undefined;
  #port = 0;

  constructor(private readonly settings: GrpcServerOptions) {
    // It would write to the console, past our logger; whatever it knows also reaches us as an error.
    setLogVerbosity(logVerbosity.NONE);
    super({
      url: settings.url,
      package: [...new Set(settings.definitions.map(({ fullName }) => fullName.slice(0, fullName.lastIndexOf('.'))))],
      packageDefinition: Object.fromEntries(
        settings.definitions.map((each) => [each.fullName, toServiceDefinition(each, settings.onUnexpected)]),
      ),
      onLoadPackageDefinition: (_definition: unknown, server: Server) =>
        addHealthService(server, settings.isServing ?? (() => true)),
    });
  }

  /** Where clients find this server. */
  get address(): string {
    return `${this.settings.url.slice(0, this.settings.url.lastIndexOf(':'))}:${this.#port}`;
  }

  /** What its parent looks for by name, past a bundle: grpc-js is here, and files of protobuf are never read. */
  protected override loadPackageSynchronously<T>(name: string): T {
    return (name === '@grpc/grpc-js' ? grpc : {}) as T;
  }

  override async createClient(): Promise<Server> {
    const server = new Server({
      'grpc.max_receive_message_length': maxMessageBytes,
      'grpc.max_send_message_length': maxMessageBytes,
      ...keepaliveOptions(),
      'grpc.keepalive_permit_without_calls': 1,
    });
    this.#port = await new Promise<number>((resolve, reject) =>
      server.bindAsync(
        listenAddress(this.settings.url, this.settings.host),
        ServerCredentials.createInsecure(),
        (error, port) =>
          error ? reject(new Error(`gRPC cannot listen on ${this.settings.url}: ${error.message}`)) : resolve(port),
      ),
    );
    this.#server = server;
    return server;
  }

  override async start(callback?: () => void): Promise<void> {
    await super.start(callback);
    if (this.settings.isLocal) this.#local.open(this.address);
  }

  /** Stops taking calls, ends watchers, and waits for the rest at most `seconds`; then cuts them. */
  async drain(seconds: number): Promise<void> {
    const server = this.#server;
    if (!server) return;
    this.#draining.abort(new AppError('unavailable', 'shutting_down', 'The service is restarting. Please try again.'));
    this.#local.close(this.address);
    const finished = Promise.all([
      new Promise<void>((resolve) => server.tryShutdown(() => resolve())),
      this.#local.quiet(),
    ]);
    let timer: NodeJS.Timeout | undefined;
    const timedOut = new Promise<void>((resolve) => (timer = setTimeout(resolve, seconds * 1000)));
    await Promise.race([finished, timedOut]);
    clearTimeout(timer);
    this.#local.cut();
    server.forceShutdown();
  }

  override createServiceMethod(
    handler: Handler,
    method: Omit<InProcessMethod, 'serve'>,
    kind: GrpcMethodStreamingType,
  ) {
    const serve = super.createServiceMethod(handler, method, kind) as InProcessMethod['serve'];
    this.#local.serve({ ...method, serve });
    return serve;
  }

  override createUnaryServiceMethod(handler: Handler) {
    return (call: ServerUnaryCall<unknown, unknown>, callback: sendUnaryData<unknown>) => {
      const answer: Answer = (value, served) => {
        callback(null, value);
        served.resolve();
      };
      this.#serve(call, handler, answer, callback);
    };
  }

  override createStreamServiceMethod(handler: Handler) {
    return (call: ServerWritableStream<unknown, unknown>) => {
      const answer: Answer = (messages, served) => writeStream(call, messages as AsyncIterable<unknown>, served);
      this.#serve(call, handler, answer, (failure) => call.emit('error', failure));
    };
  }

  #serve(call: AnyCall, handler: Handler, answer: Answer, fail: (failure: GrpcFailure) => void): void {
    const rpc = call.getPath();
    const incoming = incomingContext(call.metadata);
    const { tracing = Tracing.off } = this.settings;
    const span = () => ({ kind: 'server', name: rpcName(rpc), attributes: rpcAttributes(rpc) }) as const;
    const entered = tracing.isOn ? tracing.enterSpan(incoming, span()) : incoming;
    const served = new ServedCall(call, entered, this.settings, fail);
    runInContext(entered, () => {
      try {
        const context = this.#contextOf(call);
        handler(call.request, context)
          .then(valueOf)
          .then((value) => answer(value, served))
          .catch(served.reject);
      } catch (error) {
        served.reject(error);
      }
    });
  }

  #contextOf(call: AnyCall): CallContext {
    const context = currentContext();
    if (!context) throw new Error('No request context');
    const { caller, issuer } = this.settings.verifier.verify(incomingToken(call.metadata));
    // Only the gateway has a browser before it.
    if (issuer !== sessionIssuer && context.address !== undefined) context.address = undefined;
    const onward = caller && this.settings.signer?.actingFor(caller);
    if (onward) context.callerToken = onward;
    const deadline = call.getDeadline();
    return new CallContext({
      call,
      caller,
      issuer,
      requestId: context.requestId,
      traceparent: context.traceparent,
      draining: this.#draining.signal,
      deadline: Number.isFinite(Number(deadline)) ? new Date(deadline) : undefined,
    });
  }
}

/** Nest answers with an observable when one of its filters or interceptors had a say. */
function valueOf(result: unknown): unknown {
  return isObservable(result) ? lastValueFrom(result) : result;
}

/** The name others find a service by need not be an address of its own: only loopback is taken to the letter. */
function listenAddress(url: string, host = '127.0.0.1'): string {
  const colon = url.lastIndexOf(':');
  if (isLoopback(url.slice(0, colon))) return url;
  return `${isIPv6(host) ? `[${host}]` : host}${url.slice(colon)}`;
}
