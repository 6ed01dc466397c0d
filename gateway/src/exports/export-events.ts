import { Inject, Injectable } from '@nestjs/common';
import { Database, Events, LOGGER, type Logger } from '@polylogue/service-kit';

/** Publishes that a user exported conversations. Only the gateway knows when an export has come to its end. */
@Injectable()
export class ExportEvents {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** In the background: the file has been sent already. */
  publish(userId: string | undefined, format: string, conversations: number): void {
    if (userId === undefined) return;
    const event = { userId, format, conversations };
    this.database
      .asWorker((tx) => this.events.in(tx).publish('gateway.conversations_exported.v1', event))
      .catch((error: unknown) => this.logger.warn({ err: error }, 'publishing an export failed'));
  }
}
