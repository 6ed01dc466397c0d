import { Injectable } from '@nestjs/common';
import type { EventOf } from '@polylogue/proto';
import { Consumes, type EventContext } from '@polylogue/service-kit';
import { MapChanges } from '../agreement/map-changes.service.js';
import { RunningMapsRepository } from '../agreement/running-maps.repository.js';
import { CasesRepository } from '../backtests/cases.repository.js';
import { RemovalRepository } from '../judging/removal.repository.js';
import { RunningSuitesRepository } from '../suites/running-suites.repository.js';
import { VotesRepository } from '../votes/votes.repository.js';

/** Removes assessments, votes, agreement maps and the texts of backtests and suites with the conversations they are about. Erasing a user is done by service-kit. */
@Injectable()
export class ConversationsConsumer {
  constructor(
    private readonly removal: RemovalRepository,
    private readonly maps: RunningMapsRepository,
    private readonly changes: MapChanges,
    private readonly votes: VotesRepository,
    private readonly backtestCases: CasesRepository,
    private readonly suites: RunningSuitesRepository,
  ) {}

  /** Assessments of other conversations stay, also those by the services of the deleted ones. */
  @Consumes('conversation.conversations_deleted.v1')
  async onConversationsDeleted(
    { userId, conversationIds }: EventOf<'conversation.conversations_deleted.v1'>,
    { tx }: EventContext,
  ): Promise<void> {
    await this.removal.deleteConversations(tx, userId, conversationIds);
    await this.votes.deleteWith(tx, userId, conversationIds);
    await this.backtestCases.forgetTexts(tx, userId, conversationIds);
    await this.suites.forgetTexts(tx, userId, conversationIds);
    await this.changes.removed(tx, await this.maps.deleteWith(tx, userId, conversationIds));
  }
}
