import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AccessMonitor, Events, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { OwnersClient } from '../neighbours/owners.client.js';
import { RunnerService } from './runner.service.js';

/** Leaves the judges of users who were blocked, erased or lost their approval. */
@Injectable()
export class AccessCron implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #monitor: AccessMonitor;

  constructor(runner: RunnerService, owners: OwnersClient, events: Events, @Inject(LOGGER) logger: Logger) {
    this.#monitor = new AccessMonitor({
      events,
      logger,
      running: () => runner.users,
      findDenied: (userIds) => owners.findDenied(userIds),
      stop: (userId) => runner.stopUser(userId),
    });
  }

  onApplicationBootstrap(): void {
    this.#monitor.start();
  }

  onApplicationShutdown(): Promise<void> {
    return this.#monitor.stop();
  }
}
