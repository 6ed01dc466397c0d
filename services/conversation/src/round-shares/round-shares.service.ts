import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { contractLimits, isUuid } from '@polylogue/proto';
import { AccessClient, type AppError, Database, type CallContext, type Caller } from '@polylogue/service-kit';
import { broadcastNotFound } from '../broadcasts/broadcasts.errors.js';
import { RoundRecordsRepository } from '../round-records/round-records.repository.js';
import * as errors from './round-shares.errors.js';
import {
  RoundSharesRepository,
  type ListedShare,
  type SharedReplyRow,
  type ShareRow,
} from './round-shares.repository.js';
import { keyOf, sharedReplies } from './shared-replies.rules.js';

const { shares: maxShares, shareDays } = contractLimits.vote;

interface Wanted {
  broadcastId: string;
  days: number;
  hidesNames: boolean;
}

/** Rounds that are shown to other users, to have them voted on. */
@Injectable()
export class RoundSharesService {
  constructor(
    private readonly shares: RoundSharesRepository,
    private readonly records: RoundRecordsRepository,
    private readonly access: AccessClient,
    private readonly database: Database,
  ) {}

  async share(caller: Caller, { broadcastId, days, hidesNames }: Wanted): Promise<ListedShare> {
    caller.mustBeApproved();
    if (!Number.isInteger(days) || days < 1 || days > shareDays) throw errors.invalidDays();
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    const { userId } = caller;
    return this.database.asUser(userId, async (tx) => {
      const replies = await this.shares.replies(tx, userId, broadcastId);
      if (replies.length === 0) throw broadcastNotFound();
      const fault = faultOf(replies);
      if (fault) throw fault;
      if ((await this.shares.count(tx, userId)) >= maxShares) throw errors.tooManyShares();
      const isBlind = replies.some(({ is_blind }) => is_blind);
      const hides_names = hidesNames || isBlind;
      // A random uuid, not one that begins with a time: the id is the only secret that a reader needs.
      const id = randomUUID();
      const by_place = isBlind || !hides_names;
      await this.shares.insert(tx, { id, user_id: userId, broadcast_id: broadcastId, hides_names, by_place, days });
      const made = (await this.shares.list(tx, userId, broadcastId)).find((share) => share.id === id);
      if (!made) throw broadcastNotFound();
      return made;
    });
  }

  list({ userId }: Caller, broadcastId: string | undefined): Promise<ListedShare[]> {
    if (broadcastId !== undefined && !isUuid(broadcastId)) return Promise.resolve([]);
    return this.database.readAsUser(userId, (tx) => this.shares.list(tx, userId, broadcastId));
  }

  async revoke({ userId }: Caller, id: string): Promise<void> {
    const isGone = isUuid(id) && (await this.database.asUser(userId, (tx) => this.shares.revoke(tx, userId, id)));
    if (!isGone) throw errors.shareNotFound();
  }

  /** What a reader sees. Names come once they have voted, also those of a round that is still blind to its owner. */
  async read(caller: Caller, id: string, hasVoted: boolean) {
    caller.mustBeApproved();
    const { share, replies } = await this.#find(id);
    const own = replies.filter(isShown).map(({ message_id, ai_service, content }) => {
      return { messageId: message_id, aiService: ai_service, content };
    });
    const isHidden = share.hides_names && !hasVoted;
    const { question, files } = replies[0]!;
    return {
      question,
      files,
      replies: sharedReplies(id, own, { byPlace: share.by_place, isHidden }),
      hidesNames: isHidden,
      expiresAt: share.expires_at,
    };
  }

  /** What a vote is counted by, with the real names: they go no further than quality. */
  async recordsFor(call: CallContext, voterId: string, id: string) {
    call.mustActFor(voterId, 'quality', 'Votes are counted on behalf of their voter only.');
    const { share, replies } = await this.#find(id);
    const { user_id: ownerId, broadcast_id: broadcastId } = share;
    const shown = new Set(replies.filter(isShown).map(({ message_id }) => message_id));
    const records = await this.database.asUser(ownerId, (tx) => this.records.ofRound(tx, ownerId, broadcastId));
    const keys = records.map(({ message_id }) => (shown.has(message_id) ? keyOf(id, message_id) : ''));
    return { ownerId, broadcastId, hidesNames: share.hides_names, records, keys };
  }

  async #find(id: string): Promise<{ share: ShareRow; replies: SharedReplyRow[] }> {
    const share = isUuid(id) ? await this.database.asWorker((tx) => this.shares.find(tx, id)) : undefined;
    if (!share) throw errors.shareNotFound();
    const { user_id: ownerId, broadcast_id: broadcastId } = share;
    if ((await this.access.accessOf(ownerId)) !== 'approved') throw errors.shareNotFound();
    const replies = await this.database.readAsUser(ownerId, (tx) => this.shares.replies(tx, ownerId, broadcastId));
    // Some of it may have been deleted since it was shared.
    if (faultOf(replies)) throw errors.shareNotFound();
    return { share, replies };
  }
}

const isShown = ({ status }: SharedReplyRow): boolean => status === 'completed';

/** What keeps a round from being voted on by others; undefined: nothing. */
function faultOf(replies: readonly SharedReplyRow[]): AppError | undefined {
  if (replies.some(({ status }) => status === 'pending')) return errors.stillOpen();
  const shown = replies.filter(isShown);
  if (shown.some(({ has_media }) => has_media)) return errors.notOnlyText();
  return new Set(shown.map(({ ai_service }) => ai_service)).size < 2 ? errors.nothingToCompare() : undefined;
}
