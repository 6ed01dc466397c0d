import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { AccessMonitor, Events, LOGGER } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { TurnRunner } from '../ai-chat/turn-runner.service.js';
import { OwnersClient } from '../replies/owners.client.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';

/** Ends the replies and turns of users who were blocked, erased or lost their approval. */
@Injectable()
export class AccessCron implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #monitor: AccessMonitor;

  constructor(
    replies: ReplyRunner,
    turns: TurnRunner,
    owners: OwnersClient,
    events: Events,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.#monitor = new AccessMonitor({
      events,
      logger,
      running: () => [...replies.users, ...turns.users],
      findDenied: (userIds) => owners.findDenied(userIds),
      stop: (userId) => {
        replies.stopUser(userId);
        turns.stopUser(userId);
      },
    });
  }

  onApplicationBootstrap(): void {
    this.#monitor.start();
  }

  // Not before: what runs may go on for as long as the process drains.
  onApplicationShutdown(): Promise<void> {
    return this.#monitor.stop();
  }
}
