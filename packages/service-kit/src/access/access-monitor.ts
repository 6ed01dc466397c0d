import type { FactoryProvider, Type } from '@nestjs/common';
import { AccessClient } from '../clients/access.client.js';
import { Events } from '../events/events.js';
import type { Logger } from '../logging/logger.js';
import { PeriodicTask } from '../timing/periodic-task.js';
import { LOGGER } from '../service/tokens.js';

/** What spends for users: a run loop. */
export interface Spender {
  /** The users for whom something runs in this process. */
  readonly users: Iterable<string>;
  /** Ends what runs for a user. */
  stopUser(userId: string): void;
}

/** What an {@link AccessMonitor} watches. */
export interface AccessMonitorOptions {
  events: Pick<Events, 'watch'>;
  logger: Pick<Logger, 'warn'>;
  access: Pick<AccessClient, 'findDenied'> & Partial<Pick<AccessClient, 'forget'>>;
  spenders: readonly Spender[];
  /** How often admin is called; replaced in tests. */
  everyMs?: number;
}

const usualMs = 500;
const maxUsersPerCall = 1_000;
const subjects = ['admin.user_access_changed.v1', 'admin.user_erased.v1'] as const;

/**
 * Ends what runs for users who lose their access, within a second. Every replica watches the events, whichever of them
 * consumes one; and since an event may be lost, or come just before the work it should have ended, admin is called about
 * all running users twice a second, in one call. An event alone ends nothing: only what admin says counts.
 */
export class AccessMonitor {
  readonly #checks: PeriodicTask;
  #unwatch: (() => void)[] = [];
  #isAway = false;

  constructor(private readonly options: AccessMonitorOptions) {
    this.#checks = new PeriodicTask({
      everyMs: options.everyMs ?? usualMs,
      work: () => this.#check([...this.#users()]),
    });
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  // Closed last: runs are watched for as long as the process drains.
  onApplicationShutdown(): Promise<void> {
    return this.stop();
  }

  start(): void {
    const { access, events } = this.options;
    const changed = (userId: string) => {
      access.forget?.(userId);
      if (this.#users().has(userId)) void this.#check([userId]);
    };
    this.#unwatch = subjects.map((subject) => events.watch([subject], (_, { userId }) => changed(userId)));
    this.#checks.start();
  }

  async stop(): Promise<void> {
    for (const unwatch of this.#unwatch) unwatch();
    await this.#checks.stop();
  }

  #users(): Set<string> {
    return new Set(this.options.spenders.flatMap(({ users }) => [...users]));
  }

  async #check(userIds: readonly string[]): Promise<void> {
    const { access, logger } = this.options;
    try {
      for (let start = 0; start < userIds.length; start += maxUsersPerCall) {
        const denied = await access.findDenied(userIds.slice(start, start + maxUsersPerCall));
        for (const userId of denied) this.#stop(userId);
      }
      if (userIds.length > 0) this.#isAway = false;
    } catch (error) {
      // Runs go on while admin does not answer; that is logged once.
      if (!this.#isAway) logger.warn({ err: error }, 'checking the access of running users failed');
      this.#isAway = true;
    }
  }

  #stop(userId: string): void {
    this.options.access.forget?.(userId);
    for (const spender of this.options.spenders) spender.stopUser(userId);
  }
}

/** The monitor of a slice's run loops, as a provider. */
export function accessMonitorOf(...loops: Type<Spender>[]): FactoryProvider<AccessMonitor> {
  return {
    provide: AccessMonitor,
    inject: [Events, LOGGER, AccessClient, ...loops],
    useFactory: (events: Events, logger: Logger, access: AccessClient, ...spenders: Spender[]) =>
      new AccessMonitor({ events, logger, access, spenders }),
  };
}
