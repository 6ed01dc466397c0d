import { Injectable } from '@nestjs/common';
import { contractLimits, ReplyStatus, type RoundRecords, isUuid } from '@polylogue/proto';
import { Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import { RoundRecordsClient } from '../clients/round-records.client.js';
import { toContestant } from './vote.mapper.js';
import { bestOf, contestantsOf, isSameChoice, issuesOf, type VoteRequest } from './vote.rules.js';
import * as errors from './votes.errors.js';
import { VotesRepository, type CastVote } from './votes.repository.js';

@Injectable()
export class VotesService {
  constructor(
    private readonly repository: VotesRepository,
    private readonly records: RoundRecordsClient,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  async cast(caller: Caller, request: VoteRequest): Promise<CastVote> {
    caller.mustBeApproved();
    const issues = issuesOf(request);
    if (issues.length > 0) throw errors.invalidVote(issues);
    const { userId } = caller;
    const { broadcastId } = request;
    const round = await this.#round(userId, broadcastId);
    return this.database.asUser(userId, async (tx) => {
      await this.#store(tx, userId, request, round);
      await this.events.in(tx).publish('quality.vote_cast.v1', { userId, ownerId: userId, broadcastId });
      return this.#mustFind(tx, userId, broadcastId);
    });
  }

  /** Undefined where the caller has not voted yet. Another user's round is not found, exactly as one that does not exist. */
  async get({ userId }: Caller, broadcastId: string): Promise<CastVote | undefined> {
    const [vote] = await this.#find(userId, [broadcastId]);
    if (!vote) await this.#round(userId, broadcastId);
    return vote;
  }

  async list({ userId }: Caller, broadcastIds: readonly string[]): Promise<CastVote[]> {
    return this.#find(userId, broadcastIds.slice(0, contractLimits.vote.atOnce));
  }

  /** All of them, oldest round first, some at a time. */
  async *all({ userId }: Caller): AsyncGenerator<CastVote[]> {
    let after: string | undefined;
    do {
      const broadcastIds = await this.database.readAsUser(userId, (tx) => this.repository.rounds(tx, userId, after));
      after = broadcastIds.at(-1);
      if (after !== undefined) yield await this.#find(userId, broadcastIds);
    } while (after !== undefined);
  }

  async withdraw({ userId }: Caller, broadcastId: string): Promise<void> {
    const isGone =
      isUuid(broadcastId) &&
      (await this.database.asUser(userId, (tx) => this.repository.delete(tx, userId, broadcastId)));
    if (!isGone) throw errors.voteNotFound();
  }

  async #round(userId: string, broadcastId: string): Promise<RoundRecords> {
    const round = isUuid(broadcastId) ? await this.records.find(userId, broadcastId) : undefined;
    if (!round) throw errors.roundNotFound();
    return round;
  }

  async #store(tx: Transaction, userId: string, request: VoteRequest, round: RoundRecords): Promise<void> {
    const { broadcastId, outcome, reasons, comment } = request;
    const contestants = comparedBy(request, round);
    const best = bestOf(request, contestants);
    const [earlier] = await this.repository.find(tx, userId, [broadcastId]);
    // Who only adds reasons after the names are shown has judged without knowing them all the same.
    const isKept = earlier && isSameChoice({ outcome: earlier.outcome, best: bestIn(earlier) }, { outcome, best });
    const vote = {
      userId,
      ownerId: userId,
      broadcastId,
      conversationIds: [...new Set(contestants.map(({ conversationId }) => conversationId))],
      outcome,
      reasons: [...reasons],
      comment: comment?.replaceAll('\0', '\uFFFD') ?? null,
      wasBlind: isKept ? earlier.wasBlind : round.isBlind,
    };
    const toRow = (reply: (typeof contestants)[number]) =>
      toContestant(reply, { userId, broadcastId, isBest: best.has(reply.messageId) });
    await this.repository.store(tx, vote, contestants.map(toRow));
  }

  #find(userId: string, broadcastIds: readonly string[]): Promise<CastVote[]> {
    const ids = broadcastIds.filter(isUuid);
    if (ids.length === 0) return Promise.resolve([]);
    return this.database.asUser(userId, (tx) => this.repository.find(tx, userId, ids));
  }

  async #mustFind(tx: Transaction, userId: string, broadcastId: string): Promise<CastVote> {
    const [vote] = await this.repository.find(tx, userId, [broadcastId]);
    if (!vote) throw errors.voteNotFound();
    return vote;
  }
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
