import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AccessMonitor, Events, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { RunnerService } from '../executions/runner.service.js';
import { OwnersClient } from '../neighbours/owners.client.js';

/** Ends the runs of a user who loses their access. */
@Injectable()
export class AccessCron implements OnApplicationBootstrap, OnApplicationShutdown {
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
}
