import { Inject, Injectable } from '@nestjs/common';
import { Database, Events, LOGGER, type Logger } from '@polylogue/service-kit';

/** Tells that somebody took conversations along. Only here is it known that an export has come to its end. */
@Injectable()
export class ExportEvents {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Nobody waits for it: the file is with its reader already. */
  publish(userId: string | undefined, format: string, conversations: number): void {
    if (userId === undefined) return;
    const event = { userId, format, conversations };
    this.database
      .asWorker((tx) => this.events.in(tx).publish('conversation.conversations_exported.v1', event))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'an export could not be told'));
  }
}
