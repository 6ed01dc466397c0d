import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, Drain, LOGGER, ProcessIdentity, type Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { DispatchRunner } from '../replies/dispatch-runner.service.js';
import { TextRunner } from '../texts/text-runner.js';
import type { Turn } from './ai-chat.entity.js';

/** Runs turns. None is dispatched again: only the page drives an AI conversation. */
@Injectable()
export class TurnRunner extends TextRunner<Turn> {
  constructor(
    dispatches: DispatchRunner,
    database: Database,
    identity: ProcessIdentity,
    drain: Drain,
    @Inject(CONFIG) config: ConversationConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({ name: 'turn', table: 'ai_chat_turns', dispatches, database, identity, drain, config, logger });
  }
}
