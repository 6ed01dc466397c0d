import { bulkhead, BulkheadRejectedError, type BulkheadPolicy } from 'cockatiel';
import type { Limits } from '../catalog/ai-service.entity.js';
import { ProviderError } from '../providers/provider.errors.js';

/** At most so many concurrent calls to one service, and so many waiting: a slow vendor cannot take all capacity. */
export class Bulkhead {
  private readonly policy: BulkheadPolicy;

  constructor({ concurrency, queue }: Limits) {
    this.policy = bulkhead(concurrency, queue);
  }

  /** Resolves with the function that releases the slot. */
  enter(signal: AbortSignal): Promise<() => void> {
    // It would wait for an event that has been.
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    return new Promise((resolve, reject) => {
      const onAbort = () => reject(signal.reason as Error);
      signal.addEventListener('abort', onAbort, { once: true });
      const hold = () =>
        new Promise<void>((leave) => {
          signal.removeEventListener('abort', onAbort);
          if (signal.aborted) leave();
          else resolve(leave);
        });
      // Without the signal: cockatiel drops an aborted waiter without calling the one behind it.
      this.policy.execute(hold).catch((error: unknown) => {
        signal.removeEventListener('abort', onAbort);
        reject(error instanceof BulkheadRejectedError ? new ProviderError('bulkheadFull') : (error as Error));
      });
    });
  }
}
