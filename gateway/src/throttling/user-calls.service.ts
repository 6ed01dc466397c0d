import { Inject, Injectable } from '@nestjs/common';
import { Gauge, type Registry } from 'prom-client';
import { AppError, ConcurrencyLimit, METRICS } from '@polylogue/service-kit';
import { goneSignal } from '../http/gone-signal.js';
import type { Queue } from './queues.rules.js';
import type { HttpRequest, HttpResponse } from '../http/http-messages.js';

/** By all sessions of a user, and by all their keys. A service has ten connections to its database by default. */
const maxAtOnce: Record<Queue, number> = { calls: 4, conversations: 1, downloads: 2, tasks: 2 };
/** Ten pages that are opened at once over HTTP/2, with ten calls each. */
const maxWaiting = 100;
const maxWaitMs = 10_000;
const waitingLimit = { maxWaiting, maxWaitMs, refusal: tooManyRequests };

/**
 * The calls of each user that are under way: a few at a time. The others wait in their order, and are refused only where a
 * hundred wait already, or after ten seconds. What users do with their keys waits apart: no script holds up their pages. Downloads
 * wait apart, too, as they last as long as their reader wants, lists of conversations, which may be long, and long tasks of
 * administrators.
 */
@Injectable()
export class UserCalls {
  readonly #limits = new Map<string, ConcurrencyLimit>();
  readonly #slots = new WeakMap<HttpResponse, () => void>();

  constructor(@Inject(METRICS) registry: Registry) {
    const limits = this.#limits;
    new Gauge({
      name: 'http_server_waiting',
      help: 'Requests that wait until earlier ones of the same user have ended',
      registers: [registry],
      collect() {
        this.set([...limits.values()].reduce((sum, { waiting }) => sum + waiting, 0));
      },
    });
  }

  /** Waits for a slot, which the call has until it is answered. Throws `rate_limited` where it would wait too long. */
  async enter(queue: Queue, { user, keyScopes }: HttpRequest, response: HttpResponse): Promise<void> {
    if (!user) return;
    const gone = goneSignal(response);
    gone.throwIfAborted();
    const name = `${user.id} ${keyScopes ? 'keys' : 'sessions'} ${queue}`;
    const limit = this.#limits.get(name) ?? new ConcurrencyLimit(maxAtOnce[queue], waitingLimit);
    this.#limits.set(name, limit);
    const giveBack = await limit.enter(gone);
    const leave = () => {
      giveBack();
      if (limit.isIdle && this.#limits.get(name) === limit) this.#limits.delete(name);
    };
    // The client may have gone in the moment in which its turn came: nothing would be heard of that any more.
    if (gone.aborted) leave();
    gone.throwIfAborted();
    this.#slots.set(response, leave);
    response.once('close', leave);
  }

  /** The call became a stream, or waits for AI services or a slow reader: it holds up no others from here on. */
  leave(response: HttpResponse): void {
    this.#slots.get(response)?.();
  }
}

function tooManyRequests(): AppError {
  const sentence = 'Too many of your requests are under way at once. Wait until some have ended, then try again.';
  return new AppError('rate_limited', 'too_many_requests', sentence, { retryAfterSeconds: 5 });
}
