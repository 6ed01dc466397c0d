import { Injectable } from '@nestjs/common';
import { contractLimits, type RoundRecords, isUuid } from '@polylogue/proto';
import { Database, type Caller } from '@polylogue/service-kit';
import { RoundRecordsClient } from '../clients/round-records.client.js';
import { mustBeValid, VoteStore } from './vote-store.service.js';
import type { VoteRequest } from './vote.rules.js';
import * as errors from './votes.errors.js';
import { VotesRepository, type CastVote } from './votes.repository.js';

@Injectable()
export class VotesService {
  constructor(
    private readonly repository: VotesRepository,
    private readonly records: RoundRecordsClient,
    private readonly database: Database,
    private readonly store: VoteStore,
  ) {}

  async cast(caller: Caller, broadcastId: string, request: VoteRequest): Promise<CastVote> {
    caller.mustBeApproved();
    mustBeValid(request);
    const { userId } = caller;
    const round = await this.#round(userId, broadcastId);
    return this.store.cast({ userId, ownerId: userId, broadcastId, isBlind: () => round.isBlind, round }, request);
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

  /** Rounds of which the caller knows who wrote which reply, oldest first, some at a time. */
  async *namesSeen({ userId }: Caller): AsyncGenerator<string[]> {
    let after: string | undefined;
    do {
      const ids = await this.database.readAsUser(userId, (tx) => this.repository.namesSeen(tx, userId, after));
      after = ids.at(-1);
      if (after !== undefined) yield ids;
    } while (after !== undefined);
  }

  /** How many others voted on rounds of the caller; those on which nobody did are left out. */
  countOthers({ userId }: Caller, broadcastIds: readonly string[]) {
    const ids = broadcastIds.filter(isUuid).slice(0, contractLimits.vote.atOnce);
    return this.database.readAsUser(userId, (tx) => this.repository.countOthers(tx, userId, ids));
  }

  async withdraw({ userId }: Caller, broadcastId: string): Promise<void> {
    const isGone =
      isUuid(broadcastId) &&
      (await this.database.asUser(userId, (tx) => this.repository.withdraw(tx, userId, broadcastId)));
    if (!isGone) throw errors.voteNotFound();
  }

  async #round(userId: string, broadcastId: string): Promise<RoundRecords> {
    const round = isUuid(broadcastId) ? await this.records.find(userId, broadcastId) : undefined;
    if (!round) throw errors.roundNotFound();
    return round;
  }

  #find(userId: string, broadcastIds: readonly string[]): Promise<CastVote[]> {
    const ids = broadcastIds.filter(isUuid);
    if (ids.length === 0) return Promise.resolve([]);
    return this.database.asUser(userId, (tx) => this.repository.find(tx, userId, ids));
  }
}
