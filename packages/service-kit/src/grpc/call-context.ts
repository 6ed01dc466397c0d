import type { Caller } from '../caller/caller.js';
import { AppError } from '../errors/app-error.js';

/** A call as far as it says that its caller left: it emits `cancelled`, once. */
export interface LeavableCall {
  readonly cancelled: boolean;
  on(event: 'cancelled', listener: () => void): unknown;
}

/** What a {@link CallContext} is made of. */
export interface CallContextProps {
  call: LeavableCall;
  caller: Caller | undefined;
  issuer: string;
  requestId: string;
  traceparent: string;
  draining: AbortSignal;
  deadline: Date | undefined;
}

/** What an rpc handler knows beside its request. */
export class CallContext {
  /** The user the call is made for; absent when a service calls on behalf of no user. */
  readonly caller: Caller | undefined;
  /** The service whose signature the call carries. */
  readonly issuer: string;
  readonly requestId: string;
  readonly traceparent: string;
  /** Aborts when the process begins to drain: streams that merely watch end then, so that the drain need not wait for them. */
  readonly draining: AbortSignal;
  readonly deadline: Date | undefined;
  readonly #call: LeavableCall;
  #signal: AbortSignal | undefined;

  constructor(props: CallContextProps) {
    this.#call = props.call;
    this.caller = props.caller;
    this.issuer = props.issuer;
    this.requestId = props.requestId;
    this.traceparent = props.traceparent;
    this.draining = props.draining;
    this.deadline = props.deadline;
  }

  /** Aborts when the caller cancels, goes away, or its deadline passes. Made when it is first used: an open stream holds 1.5 KB for it. */
  get signal(): AbortSignal {
    return (this.#signal ??= this.#makeSignal());
  }

  /** Calls back when the signal would abort; at once when the caller has left. */
  onLeft(listener: () => void): void {
    if (this.#call.cancelled) listener();
    else this.#call.on('cancelled', listener);
  }

  #makeSignal(): AbortSignal {
    const left = new AbortController();
    this.onLeft(() => left.abort(new AppError('unavailable', 'cancelled', 'The call was cancelled.')));
    return left.signal;
  }

  /** The caller, or `unauthenticated`. */
  mustHaveCaller(): Caller {
    if (this.caller) return this.caller;
    throw new AppError('unauthenticated', 'caller_required', 'Please sign in first.');
  }

  /** Refuses calls that none of the named services signed. */
  mustComeFrom(...issuers: string[]): void {
    if (issuers.includes(this.issuer)) return;
    throw new AppError('forbidden', 'service_not_allowed', `The ${this.issuer} service may not ask for this.`);
  }

  /** Refuses all but a service that acts for this user, with this sentence: a session gets the like through other rpcs. */
  mustActFor(userId: string, issuer: string, sentence: string): void {
    this.mustComeFrom(issuer);
    const caller = this.mustHaveCaller();
    if (caller.onBehalfOf && caller.userId === userId) return;
    throw new AppError('forbidden', 'owner_required', sentence);
  }
}
