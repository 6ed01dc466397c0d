import { Injectable } from '@nestjs/common';
import { ReplyStatus, type RoundRecords } from '@polylogue/proto';
import { Database, Events, type Transaction } from '@polylogue/service-kit';
import { toContestant } from './vote.mapper.js';
import { bestOf, contestantsOf, isSameChoice, issuesOf, type VoteRequest } from './vote.rules.js';
import * as errors from './votes.errors.js';
import { VotesRepository, type CastVote } from './votes.repository.js';

/** Whose vote it is on whose round, and whether names are hidden from the voter, who may have seen them before. */
export interface Ballot {
  userId: string;
  ownerId: string;
  broadcastId: string;
  isBlind: (earlier: CastVote | undefined) => boolean;
  round: RoundRecords;
}

/** Stores a vote with what it compares, and publishes it. */
@Injectable()
export class VoteStore {
  constructor(
    private readonly repository: VotesRepository,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  async cast(ballot: Ballot, request: VoteRequest): Promise<CastVote> {
    const { userId, ownerId, broadcastId } = ballot;
    return this.database.asUser(userId, async (tx) => {
      await this.#store(tx, ballot, request);
      await this.events.in(tx).publish('quality.vote_cast.v1', { userId, ownerId, broadcastId });
      const [vote] = await this.repository.find(tx, userId, [broadcastId]);
      if (!vote) throw errors.voteNotFound();
      return vote;
    });
  }

  async #store(tx: Transaction, { userId, ownerId, broadcastId, isBlind, round }: Ballot, request: VoteRequest) {
    const { outcome, reasons, comment } = request;
    const contestants = comparedBy(request, round);
    const best = bestOf(request, contestants);
    const [earlier] = await this.repository.find(tx, userId, [broadcastId]);
    const hasSeenNames = await this.repository.hasSeenNames(tx, userId, broadcastId);
    // Who only adds reasons after the names are shown has judged without knowing them all the same.
    const isKept = earlier && isSameChoice({ outcome: earlier.outcome, best: bestIn(earlier) }, { outcome, best });
    const vote = {
      userId,
      ownerId,
      broadcastId,
      conversationIds: [...new Set(contestants.map(({ conversationId }) => conversationId))],
      outcome,
      reasons: [...reasons],
      comment: comment?.replaceAll('\0', '\uFFFD') ?? null,
      wasBlind: isKept ? earlier.wasBlind : isBlind(earlier) && !hasSeenNames,
      ownerIsBlind: ownerId !== userId && round.isBlind,
    };
    const toRow = (reply: (typeof contestants)[number]) =>
      toContestant(reply, { userId, broadcastId, isBest: best.has(reply.messageId) });
    await this.repository.store(tx, vote, contestants.map(toRow));
    const ofRound = [...new Set(round.replies.map(({ conversationId }) => conversationId))];
    // Its answer shows them.
    await this.repository.seeNames(tx, { userId, ownerId, broadcastId, conversationIds: ofRound });
  }
}

/** Throws what is wrong with a request, whatever round it is about. */
export function mustBeValid(request: VoteRequest): void {
  const issues = issuesOf(request);
  if (issues.length > 0) throw errors.invalidVote(issues);
}

const bestIn = ({ contestants }: CastVote): Set<string> =>
  new Set(contestants.filter(({ isBest }) => isBest).map(({ messageId }) => messageId));

/** The replies that a vote compares. */
function comparedBy({ best }: VoteRequest, { replies }: RoundRecords) {
  if (replies.some(({ status }) => status === ReplyStatus.PENDING)) throw errors.roundStillOpen();
  const contestants = contestantsOf(replies);
  if (new Set(contestants.map(({ aiService }) => aiService)).size < 2) throw errors.tooFewReplies();
  const other = best.find((id) => !contestants.some(({ messageId }) => messageId === id));
  const message = 'Only a complete reply of this round can be the best.';
  if (other !== undefined) throw errors.invalidVote([{ path: 'best', message }]);
  return contestants;
}
