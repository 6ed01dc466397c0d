import { status, type ServerUnaryCall, type ServerWritableStream } from '@grpc/grpc-js';
import { AppError } from '../errors/app-error.js';
import { callerNotVerified, toGrpcFailure, type GrpcFailure } from '../errors/grpc-errors.js';
import { faultOfRequest } from '../errors/request-fault.js';
import type { RequestContext } from '../context/request-context.js';

/** A call as grpc-js gives it to a server. */
export type AnyCall = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>;

/** Who wants to know how calls end. */
export interface CallObserver {
  /** Called once with everything that is not an AppError. */
  onUnexpected: (error: unknown, rpc: string) => void;
  /** Called with every call whose token is not believed, and why. */
  onRefused?: ((cause: unknown, rpc: string) => void) | undefined;
  /** Called after every call that ended. */
  onCallEnd?: ((rpc: string, code: status, seconds: number) => void) | undefined;
}

/**
 * The end of one call, which comes once: its status, its span, its metrics. An object with callbacks: functions that
 * await the end of a stream, one around the other, are kept for as long as it is open.
 */
export class ServedCall {
  readonly #began = performance.now();

  constructor(
    private readonly call: AnyCall,
    private readonly context: RequestContext,
    private readonly observer: CallObserver,
    private readonly fail: (failure: GrpcFailure) => void,
  ) {}

  /** It was answered, or left by its caller. */
  readonly resolve = (): void => this.#end(this.call.cancelled ? status.CANCELLED : status.OK);

  /** It cannot be answered: its caller gets a status that says why. */
  readonly reject = (thrown: unknown): void => {
    const error = AppError.is(thrown) ? thrown : (faultOfRequest(thrown, this.call.request) ?? thrown);
    if (!AppError.is(error) && !this.call.cancelled) this.observer.onUnexpected(error, this.call.getPath());
    if (AppError.is(error) && error.code === callerNotVerified)
      this.observer.onRefused?.(error.cause, this.call.getPath());
    const failure = toGrpcFailure(error);
    this.fail(failure);
    this.#end(failure.code);
  };

  #end(code: status): void {
    this.context.span?.end(code === status.OK ? undefined : status[code]);
    this.observer.onCallEnd?.(this.call.getPath(), code, (performance.now() - this.#began) / 1000);
  }
}
