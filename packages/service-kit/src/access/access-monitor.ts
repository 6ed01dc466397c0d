import type { Events } from '../events/events.js';
import type { Logger } from '../logging/logger.js';
import { Ticking } from '../timing/ticking.js';

/** What an {@link AccessMonitor} looks after. */
export interface AccessMonitorOptions {
  events: Pick<Events, 'watch'>;
  logger: Pick<Logger, 'warn'>;
  /** The users for whom something runs in this process. */
  running: () => Iterable<string>;
  /** Those of them who may not spend any more, as admin says. */
  findDenied: (userIds: readonly string[]) => Promise<readonly string[]>;
  /** Ends what runs for a user. */
  stop: (userId: string) => void;
  /** How often admin is asked; replaced in tests. */
  everyMs?: number;
}

const usualMs = 500;
const maxPerQuestion = 1_000;
const subjects = ['admin.user_access_changed.v1', 'admin.user_erased.v1'] as const;

/**
 * Ends what runs for users who lose their access, within a second. Every replica watches the events, whichever of them
 * consumes one; and since an event may be lost, or come just before the work it should have ended, admin is asked about
 * all running users twice a second, in one call. An event alone ends nothing: only what admin says counts.
 */
export class AccessMonitor {
  readonly #rounds: Ticking;
  #stops: (() => void)[] = [];
  #isAway = false;

  constructor(private readonly options: AccessMonitorOptions) {
    this.#rounds = new Ticking(options.everyMs ?? usualMs, () => this.#check([...new Set(options.running())]));
  }

  start(): void {
    const changed = (userId: string) => {
      if ([...this.options.running()].includes(userId)) void this.#check([userId]);
    };
    this.#stops = subjects.map((subject) => this.options.events.watch([subject], (_, { userId }) => changed(userId)));
    this.#rounds.start();
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#rounds.stop();
  }

  async #check(userIds: readonly string[]): Promise<void> {
    try {
      for (let start = 0; start < userIds.length; start += maxPerQuestion) {
        const denied = await this.options.findDenied(userIds.slice(start, start + maxPerQuestion));
        for (const userId of denied) this.options.stop(userId);
      }
      if (userIds.length > 0) this.#isAway = false;
    } catch (error) {
      // What runs goes on while admin is unavailable; the log says so once.
      if (!this.#isAway) this.options.logger.warn({ err: error }, 'access of running users could not be checked');
      this.#isAway = true;
    }
  }
}
