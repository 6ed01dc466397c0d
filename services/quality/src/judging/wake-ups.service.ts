import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, WakeUpQueue } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { Queue } from 'bull';
import type { OwedCall } from './calls.repository.js';

export const judgingQueue = 'judging';

/** Spreads the work of judging over processes. */
@Injectable()
export class WakeUps {
  readonly #queue: WakeUpQueue;

  constructor(@InjectQueue(judgingQueue) queue: Queue, @Inject(LOGGER) logger: Logger) {
    this.#queue = new WakeUpQueue(queue, logger);
  }

  async plan(broadcastIds: readonly string[], delayMs = 0): Promise<void> {
    const [first] = broadcastIds;
    if (first === undefined) return;
    // A further wake-up while the first is under way is one too many, and does no harm.
    await this.#queue.add([{ name: 'plan', id: `plan-${first}-${Date.now()}`, data: { broadcastIds }, delayMs }]);
  }

  async judge(calls: readonly OwedCall[], delayMs = 0): Promise<void> {
    await this.#queue.add(
      calls.map(({ id, attempts, isLapsed }) => ({
        name: 'judge',
        // The same work waits in the queue once; a lapsed one may hang there under its first name.
        id: `judge-${id}-${attempts}${isLapsed ? '-lapsed' : ''}`,
        data: { assessmentId: id },
        delayMs,
      })),
    );
  }

  /** Other replicas take what wakes up from now on. */
  pause(): void {
    this.#queue.pause();
  }
}
