import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { CONFIG, LOGGER, PeriodicTask, type Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { RevealsRepository } from './reveals.repository.js';
import { RevealsService } from './reveals.service.js';

const atOnce = 100;

/** Reveals what was requested while a reply was still being written, and what no call came for. */
@Injectable()
export class RevealsCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #scan: PeriodicTask;

  constructor(
    private readonly repository: RevealsRepository,
    private readonly reveals: RevealsService,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#scan = new PeriodicTask({
      everyMs: config.CONVERSATION_HEARTBEAT_SECONDS * 1000,
      work: () => this.revealPending(),
      onError: (error) => logger.warn({ err: error }, 'revealing blind rounds failed; retrying at the next interval'),
    });
  }

  onApplicationBootstrap(): void {
    this.#scan.start('soon');
  }

  onModuleDestroy(): Promise<void> {
    return this.#scan.stop();
  }

  async revealPending(): Promise<void> {
    for (const { user_id, broadcast_id } of await this.repository.pending(atOnce)) {
      await this.reveals
        .reveal(user_id, broadcast_id)
        .catch((error: unknown) =>
          this.logger.warn({ err: error, broadcastId: broadcast_id }, 'revealing a blind round failed'),
        );
    }
  }
}
