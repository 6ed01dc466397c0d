import { extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Database, Events, isAway, Lanes, outboxRow, retryDeadlock, type Transaction } from '@polylogue/service-kit';
import { picturesOf } from '../attachments/prompt.rules.js';
import { BlindRepository } from '../blind/blind.repository.js';
import { SearchIndexCron } from '../search/search-index.cron.js';
import { ApartRepository } from './apart.repository.js';
import * as errors from './broadcasts.errors.js';
import { BroadcastsRepository, type NewBroadcast, type StoredTarget } from './broadcasts.repository.js';
import { ContinueRepository } from './continue.repository.js';
import { unseenHistory } from './send-message.js';
import type { OwnComparison } from './send-message.rules.js';

/** Rolls back the dashboard of a continued conversation: the message had been sent before. */
class DuplicateRequestError extends Error {}

/** What the history of the targets begins with. */
export type Continues =
  | { conversationId: string }
  | { summaryId: string }
  | { replayedId: string }
  | { comparisonId: string }
  | Pick<OwnComparison, 'history'>
  /** A blind round begins: the services behind its aliases. */
  | { services: ReadonlyMap<string, string> };

/** A message to be stored; how much of its history it must see is decided here. */
export type StoreRequest = Omit<NewBroadcast, 'mustSeeHistory' | 'isApart'>;

/** Stores a message, its pending replies and its events in one transaction. */
@Injectable()
export class BroadcastStore {
  /**
   * A user's messages go into the same conversations, and so would wait for each other's rows, each with a connection in
   * its hands: a dozen at once would keep all other users waiting. They wait here instead.
   */
  readonly #lanes = new Lanes(isAway);

  constructor(
    private readonly repository: BroadcastsRepository,
    private readonly continuing: ContinueRepository,
    private readonly apart: ApartRepository,
    private readonly blind: BlindRepository,
    private readonly database: Database,
    private readonly events: Events,
    private readonly index: SearchIndexCron,
  ) {}

  /**
   * Stores it with its replies, dispatches and events. `continues`: what the history of the targets begins with. No
   * targets: the idempotency key was used before.
   */
  async store(userId: string, broadcast: StoreRequest, continues?: Continues): Promise<StoredTarget[]> {
    // A retry and a continued conversation say themselves which history they mean.
    const mustSeeHistory = broadcast.retry === undefined && continues === undefined;
    const isApart =
      continues !== undefined && ('history' in continues || 'comparisonId' in continues || 'services' in continues);
    const store = async (mustSeeHistory: boolean) => {
      const once = () => this.#storeOnce(userId, { ...broadcast, isApart, mustSeeHistory }, continues);
      const targets = await retryBegun(() => retryDeadlock(once));
      this.index.nudge();
      return targets;
    };
    try {
      return await this.#lanes.run(userId, () => store(mustSeeHistory));
    } catch (error) {
      if (error instanceof DuplicateRequestError) return [];
      if ((error as { code?: unknown }).code === unseenHistory) return store(false);
      throw error;
    }
  }

  /** How many of the user's messages wait for replies. */
  countQueued(userId: string): Promise<number> {
    return this.database.readAsUser(userId, (tx) => this.repository.countQueued(tx, userId));
  }

  #storeOnce(userId: string, broadcast: NewBroadcast, continues: Continues | undefined): Promise<StoredTarget[]> {
    const { broadcastId, message } = broadcast;
    const aiServices = broadcast.targets.map(({ aiService }) => aiService);
    const payload = { broadcastId, userId, aiServices, messageLength: message.length };
    const event = outboxRow('conversation.message_sent.v1', payload, { aggregateId: broadcastId });
    // Not urgent: the relay sends it with the first reply's event, or at its next poll.
    if (continues === undefined && !broadcast.attached?.new) return this.repository.store(userId, broadcast, event);
    return this.database.asUser(userId, async (tx) => {
      const placed = continues ? await this.#place(tx, userId, continues, broadcast) : broadcast;
      const targets = await this.repository.insert(tx, userId, placed, event);
      if (targets.length > 0) await this.#publishFiles(tx, userId, broadcast);
      if (continues !== undefined && targets.length === 0) throw new DuplicateRequestError();
      return targets;
    });
  }

  /** The broadcast, with the threads it goes into where these are found and not made. */
  async #place(tx: Transaction, userId: string, continues: Continues, broadcast: NewBroadcast): Promise<NewBroadcast> {
    if ('comparisonId' in continues) return this.#join(tx, userId, continues.comparisonId, broadcast);
    await this.#continue(tx, userId, continues, broadcast);
    return broadcast;
  }

  async #join(tx: Transaction, userId: string, comparisonId: string, broadcast: NewBroadcast): Promise<NewBroadcast> {
    const aiServices = broadcast.targets.map(({ aiService }) => aiService);
    const threads = await this.apart.threadsOf(tx, userId, comparisonId, aiServices);
    if (threads.size === 0) throw errors.comparisonToContinueNotFound();
    const targets = broadcast.targets.flatMap((target) => {
      const newConversationId = threads.get(target.aiService);
      return newConversationId === undefined ? [] : { ...target, newConversationId };
    });
    if (targets.length === aiServices.length) return { ...broadcast, targets };
    throw errors.noThreadOf(aiServices.filter((name) => !threads.has(name)));
  }

  async #continue(
    tx: Transaction,
    userId: string,
    continues: Exclude<Continues, { comparisonId: string }>,
    broadcast: NewBroadcast,
  ): Promise<void> {
    if ('services' in continues) return this.#beginBlind(tx, userId, continues.services, broadcast);
    if ('history' in continues) return this.apart.begin(tx, userId, broadcast, continues.history);
    const aiServices = broadcast.targets.map(({ aiService }) => aiService);
    const { broadcastId } = broadcast;
    if ('conversationId' in continues) {
      const { conversationId } = continues;
      if (await this.continuing.placeOnDashboard(tx, userId, broadcastId, { conversationId, aiServices })) return;
      throw errors.conversationToContinueNotFound();
    }
    if ('replayedId' in continues) {
      const { replayedId } = continues;
      if (await this.continuing.beginWithContext(tx, userId, broadcastId, { replayedId, aiServices })) return;
      throw errors.broadcastNotFound();
    }
    if (await this.continuing.beginWithSummary(tx, userId, continues.summaryId, aiServices)) return;
    throw errors.summaryToContinueNotFound();
  }

  #beginBlind(tx: Transaction, userId: string, services: ReadonlyMap<string, string>, broadcast: NewBroadcast) {
    const threads = broadcast.targets.map(({ aiService: alias, newConversationId: conversationId }) => {
      return { conversationId, alias, aiService: services.get(alias)! };
    });
    return this.blind.begin(tx, userId, broadcast, threads);
  }

  async #publishFiles(tx: Transaction, userId: string, { broadcastId, attached }: NewBroadcast): Promise<void> {
    const files = attached?.new ?? [];
    const events = this.events.in(tx);
    for (const { name, size } of files) {
      const event = { userId, broadcastId, size, type: extname(name).toLowerCase() };
      await events.publish('conversation.file_uploaded.v1', event, { aggregateId: broadcastId });
    }
    const mediaIds = picturesOf(files).map(({ mediaId }) => mediaId);
    if (mediaIds.length > 0) await events.publish('conversation.media_attached.v1', { userId, mediaIds });
  }
}

/**
 * Tries again where another process has begun a blind round on the same dashboard at the same moment: now it is seen, as
 * the same request or as an earlier round.
 */
async function retryBegun<T>(work: () => Promise<T>, tries = 3): Promise<T> {
  for (let left = tries - 1; ; left--) {
    try {
      return await work();
    } catch (error) {
      const { code, constraint } = error as { code?: unknown; constraint?: unknown };
      if (code !== '23505' || constraint !== 'conversations_on_dashboard' || left === 0) throw error;
    }
  }
}
