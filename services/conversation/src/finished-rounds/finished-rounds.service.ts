import { Injectable } from '@nestjs/common';
import { aiServiceNameShape, contractLimits, serviceOf, isUuid } from '@polylogue/proto';
import { Database, Events, type CallContext } from '@polylogue/service-kit';
import { titleOf } from '../broadcasts/send-message.rules.js';
import { LabelsRepository } from '../comparison-labels/labels.repository.js';
import { normalizedChange } from '../comparison-labels/labels.rules.js';
import type { FinishedRound } from './finished-round.entity.js';
import { badRound } from './finished-rounds.errors.js';
import { FinishedRoundsRepository } from './finished-rounds.repository.js';

const { titleLength } = contractLimits.comparison;

/** Stores rounds that were asked by another service, as comparisons of their own. */
@Injectable()
export class FinishedRoundsService {
  constructor(
    private readonly repository: FinishedRoundsRepository,
    private readonly labels: LabelsRepository,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  /** False when it was stored before. */
  async store(call: CallContext, userId: string, round: FinishedRound): Promise<boolean> {
    call.mustActFor(userId, 'scheduler', 'Rounds are stored on behalf of their owner only.');
    mustBeWhole(round);
    return this.database.asUser(userId, async (tx) => {
      if (!(await this.repository.insertBroadcast(tx, userId, round))) return false;
      await this.repository.insertThreads(tx, userId, round, titleOf(round.question));
      await this.repository.insertReplies(tx, userId, round);
      const { title } = normalizedChange({ title: round.title });
      await this.labels.change(tx, userId, round.broadcastId, {
        title: [...(title ?? '')].slice(0, titleLength).join(''),
      });
      const mediaIds = round.replies.flatMap(({ media }) => media.map(({ id }) => id));
      if (mediaIds.length > 0) await this.events.in(tx).publish('conversation.media_attached.v1', { userId, mediaIds });
      return true;
    });
  }
}

function mustBeWhole({ broadcastId, replies }: FinishedRound): void {
  if (replies.length === 0) throw badRound('A round has at least one reply.');
  const ids = [broadcastId, ...replies.map(({ conversationId }) => conversationId)];
  if (!ids.every(isUuid) || new Set(ids).size < ids.length)
    throw badRound('Each thread of a round has an id of its own.');
  const names = replies.map(({ aiService }) => aiService);
  if (!names.every((name) => aiServiceNameShape.test(serviceOf(name)))) throw badRound('Each reply names its service.');
  if (new Set(names).size < names.length) throw badRound('Each service replies once in a round.');
}
