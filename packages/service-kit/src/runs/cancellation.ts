/**
 * What a call needs of an `AbortSignal` to be cancelled by it: whether and why it has aborted, and to be told of it. Every `AbortSignal` is
 * one.
 */
export interface CancelSignal {
  readonly aborted: boolean;
  readonly reason: unknown;
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void;
  removeEventListener(type: 'abort', listener: () => void): void;
}

/** For what takes an `AbortSignal` only. */
export function toAbortSignal(signal: CancelSignal): AbortSignal {
  if (signal instanceof AbortSignal) return signal;
  if (signal.aborted) return AbortSignal.abort(signal.reason);
  const controller = new AbortController();
  signal.addEventListener('abort', () => controller.abort(signal.reason), { once: true });
  return controller.signal;
}

/** A {@link CancelSignal} for what there are thousands of at once: an `AbortController` with its signal and a listener holds half a KB. */
export class Cancellation implements CancelSignal {
  #reason: Error | undefined;
  #listeners: (() => void)[] = [];

  get aborted(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): unknown {
    return this.#reason;
  }

  /** Called once, and not where it has aborted before. */
  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#reason && !this.#listeners.includes(listener)) this.#listeners.push(listener);
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners = this.#listeners.filter((each) => each !== listener);
  }

  /** The first reason stays. A listener that fails keeps none of the others from being called: what it threw is uncaught. */
  abort(reason: Error): void {
    if (this.#reason) return;
    this.#reason = reason;
    for (let next = this.#listeners.shift(); next; next = this.#listeners.shift()) call(next);
  }
}

function call(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
