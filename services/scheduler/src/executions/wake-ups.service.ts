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

  /** False when Redis did not take them. One that is in the queue already stays as it is. */
  add(wakeUps: readonly WakeUp[]): Promise<boolean> {
    return this.#add(wakeUps, '');
  }

  /** The first wake-ups may be stuck, so these are others; those of one `attempt` are in the queue once, whoever adds them. */
  addAgain(wakeUps: readonly WakeUp[], attempt = Date.now()): Promise<boolean> {
    return this.#add(wakeUps, `-${attempt}`);
  }

  /** Other replicas take what wakes up from now on. */
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
