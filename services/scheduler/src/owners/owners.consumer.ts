import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { AccessMonitor, Consumes, Events, LOGGER, type EventContext } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { RunnerService } from '../executions/runner.service.js';
import { OwnersClient } from '../neighbours/owners.client.js';

const erased = 'admin.user_erased.v1';

/** What becomes of a user's queries when their access changes. */
@Injectable()
export class OwnersConsumer implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #monitor: AccessMonitor;

  constructor(owners: OwnersClient, runner: RunnerService, events: Events, @Inject(LOGGER) logger: Logger) {
    this.#monitor = new AccessMonitor({
      events,
      logger,
      running: () => runner.users,
      findDenied: (userIds) => owners.findDenied(userIds),
      stop: (userId) => {
        owners.forget(userId);
        runner.stopUser(userId);
      },
    });
  }

  onApplicationBootstrap(): void {
    this.#monitor.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#monitor.stop();
  }

  /** Everything of a user who was erased goes; runs in flight notice that their rows are gone. */
  @Consumes(erased)
  async onErased({ userId }: EventOf<typeof erased>, { tx }: EventContext): Promise<void> {
    await tx.query('DELETE FROM saved_queries WHERE user_id = $1', [userId]);
    await tx.query('DELETE FROM idempotency WHERE user_id = $1', [userId]);
  }
}
