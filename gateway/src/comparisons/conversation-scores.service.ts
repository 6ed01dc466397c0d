import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@polylogue/service-kit';
import { InjectClient, type ClientOf } from '../clients/clients.js';

/** A list is not worth more waiting. */
const deadlineMs = 1_000;

/** How the replies of conversations were judged, where quality can say. */
@Injectable()
export class ConversationScores {
  constructor(
    @InjectClient('assessments') private readonly assessments: ClientOf<'assessments'>,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** `broadcastIds`: of replies to these alone. By conversation, from 0 to 100; empty while quality is away, because a list without scores is still a list. */
  async find(
    conversationIds: readonly string[],
    broadcastIds: readonly string[] = [],
  ): Promise<ReadonlyMap<string, number>> {
    if (conversationIds.length === 0) return new Map();
    try {
      const wanted = { conversationIds: [...conversationIds], broadcastIds: [...broadcastIds] };
      const { scores } = await this.assessments.getScores(wanted, { deadlineMs });
      return new Map(scores.map(({ conversationId, overall }) => [conversationId, overall]));
    } catch (error) {
      this.logger.warn({ err: error }, 'scores unavailable: quality did not answer');
      return new Map();
    }
  }
}
