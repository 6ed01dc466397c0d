import { Injectable } from '@nestjs/common';
import type { SharedRecords } from '@polylogue/proto';
import { Database, type Caller } from '@polylogue/service-kit';
import { RoundSharesClient } from '../clients/round-shares.client.js';
import { mustBeValid, VoteStore } from './vote-store.service.js';
import type { VoteRequest } from './vote.rules.js';
import * as errors from './votes.errors.js';
import { VotesRepository, type CastVote } from './votes.repository.js';

/** A vote, and the keys of the share by the messages that they stand for. */
export interface SharedVote {
  vote: CastVote;
  keys: ReadonlyMap<string, string>;
}

/** Votes on rounds that their owners share. Conversation says at each call whether the caller may still read it. */
@Injectable()
export class SharedVotesService {
  constructor(
    private readonly shares: RoundSharesClient,
    private readonly repository: VotesRepository,
    private readonly store: VoteStore,
    private readonly database: Database,
  ) {}

  async cast(caller: Caller, shareId: string, request: VoteRequest): Promise<SharedVote> {
    caller.mustBeApproved();
    mustBeValid(request);
    const { userId } = caller;
    const { ownerId, broadcastId, hidesNames, ...shared } = await this.#records(userId, shareId);
    const keys = keysIn(shared);
    const messageOf = new Map([...keys].map(([messageId, key]) => [key, messageId]));
    // What is no key, such as the id of a message, names no reply here, and is refused as such.
    const best = request.best.map((key) => messageOf.get(key) ?? '');
    const knowsNames = ownerId === userId && !shared.records!.isBlind;
    const isHidden = (earlier: CastVote | undefined) => hidesNames && !earlier && !knowsNames;
    const round = {
      ...shared.records!,
      replies: shared.records!.replies.filter(({ messageId }) => keys.has(messageId)),
    };
    const ballot = { userId, ownerId, broadcastId, isBlind: isHidden, round };
    return { vote: await this.store.cast(ballot, { ...request, best }), keys };
  }

  /** Without a vote where the caller has none. Whoever sees names from then on does not vote blind any more. */
  async get(caller: Caller, shareId: string): Promise<{ shared: SharedVote | undefined; hasSeenNames: boolean }> {
    caller.mustBeApproved();
    const { userId } = caller;
    const { broadcastId, ownerId, hidesNames, records, keys } = await this.#records(userId, shareId);
    const conversationIds = [...new Set(records!.replies.map(({ conversationId }) => conversationId))];
    return this.database.asUser(userId, async (tx) => {
      const [vote] = await this.repository.find(tx, userId, [broadcastId]);
      const areShown = vote !== undefined || !hidesNames;
      const hadSeenNames = await this.repository.hasSeenNames(tx, userId, broadcastId);
      if (areShown && !hadSeenNames)
        await this.repository.seeNames(tx, { userId, broadcastId, ownerId, conversationIds });
      const shared = vote && { vote, keys: keysIn({ records, keys }) };
      return { shared, hasSeenNames: areShown || hadSeenNames };
    });
  }

  async withdraw({ userId }: Caller, shareId: string): Promise<void> {
    const { broadcastId } = await this.#records(userId, shareId);
    const isGone = await this.database.asUser(userId, (tx) => this.repository.withdraw(tx, userId, broadcastId));
    if (!isGone) throw errors.voteNotFound();
  }

  async #records(userId: string, shareId: string): Promise<SharedRecords> {
    const found = await this.shares.records(userId, shareId);
    if (!found?.records) throw errors.shareNotFound();
    return found;
  }
}

function keysIn({ records, keys }: Pick<SharedRecords, 'records' | 'keys'>): Map<string, string> {
  const pairs = (records?.replies ?? []).map(({ messageId }, at) => [messageId, keys[at] ?? ''] as const);
  return new Map(pairs.filter(([, key]) => key !== ''));
}
