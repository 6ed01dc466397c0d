import { changesKeptMs, isWithin, PeriodicTask, type Changes } from '@polylogue/service-kit';
import type { Clock } from '../clock.js';

const everyMs = 300;
/** Half of the second within which a change made elsewhere must show here. */
const heardMs = 500;
/** Nobody asked for this long: nothing is kept that would have to be heard about. */
const unusedMs = 60_000;
/** After one that failed, as at an older version that has no changes to tell. */
const failedMs = 5_000;

export interface ChangeFeedOptions {
  /** Reads what was changed since the last reading. */
  read: (since: string | undefined) => Promise<Changes>;
  /** Called with what no longer holds as it was read before. */
  onChanged: (key: string) => void;
  clock: Clock;
}

/**
 * Hears several times a second what was changed, as long as anyone asks, so that what was read earlier can be told to hold
 * still. As long as nothing is heard, nothing is known to hold.
 */
export class ChangeFeed {
  readonly #looks: PeriodicTask;
  #since: string | undefined;
  /** All that changed after this moment was heard of, or will be. */
  #completeFrom = Infinity;
  /** When the last look that was answered began. */
  #heardAt = -Infinity;
  #failedAt = -Infinity;
  #askedAt = -Infinity;

  constructor(private readonly options: ChangeFeedOptions) {
    this.#looks = new PeriodicTask({
      everyMs,
      work: () => this.#lookIfUsed(),
      onError: () => (this.#failedAt = options.clock.now()),
    });
    this.#looks.start();
  }

  /** Whether what was asked for at a time, and not changed since, is known to hold. */
  holds(askedAt: number): boolean {
    const now = this.options.clock.now();
    const isHeard = isWithin(this.#heardAt, now, heardMs);
    this.#askedAt = now;
    if (!isHeard && !isWithin(this.#failedAt, now, failedMs)) this.#looks.nudge();
    return isHeard && askedAt > this.#completeFrom;
  }

  stop(): Promise<void> {
    return this.#looks.stop();
  }

  async #lookIfUsed(): Promise<void> {
    const now = this.options.clock.now();
    if (isWithin(this.#askedAt, now, unusedMs) && !isWithin(this.#failedAt, now, failedMs)) await this.#look(now);
  }

  async #look(began: number): Promise<void> {
    const { read, onChanged, clock } = this.options;
    // Notes are cleared away: after a pause some may have been missed.
    const isFirst = !isWithin(this.#heardAt, began, changesKeptMs / 2);
    const { until, keys } = await read(isFirst ? undefined : this.#since);
    for (const key of keys) onChanged(key);
    this.#since = until;
    if (isFirst) this.#completeFrom = clock.now();
    this.#heardAt = began;
  }
}
