import { InjectQueue } from '@nestjs/bull';
import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, WakeUpQueue } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { Queue } from 'bull';

export const runsQueue = 'runs';

export interface WakeUp {
  /** The execution. */
  id: number;
  waitMs: number;
}

/** Wakes a process at the slot of a run, to the millisecond. */
@Injectable()
export class WakeUps {
  readonly #queue: WakeUpQueue;

  constructor(@InjectQueue(runsQueue) queue: Queue, @Inject(LOGGER) logger: Logger) {
    this.#queue = new WakeUpQueue(queue, logger);
  }

  /** False when Redis did not take them. Idempotent: a run that is in the queue stays there as it is. */
  add(wakeUps: readonly WakeUp[]): Promise<boolean> {
    return this.#add(wakeUps, '');
  }

  /** New jobs beside the first ones, which may be stuck. Idempotent by `attempt`, also across replicas. */
  addAgain(wakeUps: readonly WakeUp[], attempt = Date.now()): Promise<boolean> {
    return this.#add(wakeUps, `-${attempt}`);
  }

  /** From now on other replicas take the jobs of this queue. */
  pause(): void {
    this.#queue.pause();
  }

  #add(wakeUps: readonly WakeUp[], suffix: string): Promise<boolean> {
    return this.#queue.add(
      wakeUps.map(({ id, waitMs }) => ({
        name: 'run',
        id: `${id}${suffix}`,
        data: { executionId: id },
        delayMs: waitMs,
      })),
    );
  }
}
