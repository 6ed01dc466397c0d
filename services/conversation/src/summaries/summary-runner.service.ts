import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, Drain, LOGGER, ProcessIdentity, type Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { DispatchRunner } from '../replies/dispatch-runner.service.js';
import { TextRunner } from '../texts/text-runner.js';
import type { Summary } from './summary.entity.js';

/** Runs summaries. What one leaves open is not begun anew: what a user wants once more they request once more. */
@Injectable()
export class SummaryRunner extends TextRunner<Summary> {
  constructor(
    dispatches: DispatchRunner,
    database: Database,
    identity: ProcessIdentity,
    drain: Drain,
    @Inject(CONFIG) config: ConversationConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ name: 'summary', table: 'round_summaries', dispatches, database, identity, drain, config, logger });
  }
}
