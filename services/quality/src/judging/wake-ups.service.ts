import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, WakeUpQueue } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { Queue } from 'bull';
import type { OwedCall } from './calls.repository.js';

export const judgingQueue = 'judging';

/** Spreads the work of judging over processes through a queue. */
@Injectable()
export class WakeUps {
  readonly #queue: WakeUpQueue;

  constructor(@InjectQueue(judgingQueue) queue: Queue, @Inject(LOGGER) logger: Logger) {
    this.#queue = new WakeUpQueue(queue, logger);
  }

  async plan(broadcastIds: readonly string[], delayMs = 0): Promise<void> {
    const [first] = broadcastIds;
    if (first === undefined) return;
    // A new job each time: a claim in Postgres makes a second wake-up harmless.
    await this.#queue.add([{ name: 'plan', id: `plan-${first}-${Date.now()}`, data: { broadcastIds }, delayMs }]);
  }

  async judge(calls: readonly OwedCall[], delayMs = 0): Promise<void> {
    await this.#queue.add(
      calls.map(({ id, attempts, isLapsed }) => ({
        name: 'judge',
        // Idempotent by id. A call whose lease lapsed needs another one, as its first job may still be in the queue.
        id: `judge-${id}-${attempts}${isLapsed ? '-lapsed' : ''}`,
        data: { assessmentId: id },
        delayMs,
      })),
    );
  }

  /** From now on other replicas take the jobs of this queue. */
  pause(): void {
    this.#queue.pause();
  }
}
