import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { RetentionService } from './retention.service.js';

/** Looks for what is no longer kept: at any replica, and two at once remove nothing twice. */
@Injectable()
export class RetentionCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #removing: PeriodicTask;

  constructor(retention: RetentionService, @Inject(CONFIG) config: ConversationConfig, @Inject(LOGGER) logger: Logger) {
    this.#removing = new PeriodicTask({
      everyMs: config.CONVERSATION_RETENTION_SECONDS * 1000,
      spread: 0.25,
      work: () => retention.removeExpired(() => this.#removing.isStopped),
      onError: (error) =>
        logger.warn({ err: error }, 'removing what is no longer kept failed; retrying at the next interval'),
    });
  }

  onApplicationBootstrap(): void {
    this.#removing.start();
  }

  onModuleDestroy(): Promise<void> {
    return this.#removing.stop();
  }
}
