import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { ReplyStatus } from '@polylogue/proto';
import { CONFIG, Database, Events, retryDeadlock, type Caller, type Transaction } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import { SummariesRepository } from '../summaries/summaries.repository.js';
import { SummaryRunner } from '../summaries/summary-runner.service.js';
import { DeletionsCron } from './deletions.cron.js';
import { DroppedMediaRepository } from './dropped-media.repository.js';
import * as errors from './history.errors.js';
import { RemovalRepository, type GivenUp, type Removed } from './removal.repository.js';

const lookEveryMs = 25;
/** Another process carries out a cancel within half a second; one that takes longer is not waited for. */
const endWithinMs = 2_000;
/** Keeps an event far below NATS' size limit: an id has 36 characters. */
const idsOfAnEvent = 1_000;

/** What a transaction removed, with the summaries that quoted it. */
interface RemovedRows extends Removed {
  summaries: string[];
}

/** Clears and deletes. Both end the replies still open, so that nothing is spent on replies that no user will see. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly repository: RemovalRepository,
    private readonly media: DroppedMediaRepository,
    private readonly deletions: DeletionsCron,
    private readonly runner: ReplyRunner,
    private readonly summaries: SummariesRepository,
    private readonly summaryRunner: SummaryRunner,
    private readonly database: Database,
    private readonly events: Events,
    @Inject(CONFIG) private readonly config: ConversationConfig,
  ) {}

  async clear({ userId }: Caller, aiServices: readonly string[]): Promise<number> {
    const { cleared, open } = await this.#transact(userId, async (tx) => {
      const cleared = await this.repository.clear(tx, userId, aiServices);
      await this.#publishCleared(tx, userId, aiServices.length === 0 ? 'session' : 'filtered', cleared.length);
      return { cleared, open: await this.repository.cancelOpen(tx, userId, cleared) };
    });
    for (const messageId of open) this.runner.stop(messageId, 'cancelled');
    return cleared.length;
  }

  async delete(caller: Caller, id: string): Promise<number> {
    const deleted = await this.#remove(caller, [id]);
    if (deleted === 0) throw errors.conversationNotFound();
    return deleted;
  }

  /** Those of them that there are; answers how many. */
  deleteThese(caller: Caller, ids: readonly string[]): Promise<number> {
    return this.#remove(caller, ids);
  }

  /**
   * In one transaction unless they are very many: then what is done stays done, should the time of the call end before. No user
   * has so many but by imports; they are taken by their ids, at three times the price.
   */
  async deleteAll(caller: Caller): Promise<number> {
    const { userId } = caller;
    const batch = this.config.CONVERSATION_DELETE_BATCH;
    let deleted = 0;
    for (;;) {
      const first = await this.database.asUser(userId, (tx) => this.repository.firstOfMore(tx, userId, batch));
      if (first.length === 0) return deleted + (await this.#remove(caller, undefined, deleted));
      deleted += await this.#remove(caller, first);
    }
  }

  // First the replies are ended, so that their readers get the end with the text so far; then the rows are deleted. A reply
  // that is still open by then ends in the same transaction, so that its broadcast is complete all the same.
  async #remove({ userId }: Caller, ids?: readonly string[], earlier = 0): Promise<number> {
    const open = await this.database.asUser(userId, (tx) => this.repository.cancelOpen(tx, userId, ids));
    for (const messageId of open) this.runner.stop(messageId, 'cancelled');
    const until = performance.now() + endWithinMs;
    while (open.length > 0 && performance.now() < until) {
      const left = await this.database.asUser(userId, (tx) => this.repository.countOpen(tx, userId, open));
      if (left === 0) break;
      await pause(lookEveryMs);
    }
    const removed = await this.#inTurn(userId, async (tx) => {
      const removed = await this.#removeRows(tx, userId, ids);
      if (!ids) await this.#publishCleared(tx, userId, 'history', earlier + removed.ids.length);
      return removed;
    });
    this.#afterRemoval(removed);
    return removed.ids.length;
  }

  /**
   * Removes what `choose` answers and has locked, without ending anything first: what is in use is not chosen. `note` is written in
   * the same transaction.
   */
  async removeChosen(
    userId: string,
    choose: (tx: Transaction) => Promise<readonly string[]>,
    note: (tx: Transaction) => Promise<void>,
  ): Promise<void> {
    const removed = await this.#inTurn(userId, async (tx) => {
      const ids = await choose(tx);
      if (ids.length === 0) return undefined;
      const rows = await this.#removeRows(tx, userId, ids);
      await note(tx);
      return rows;
    });
    if (removed) this.#afterRemoval(removed);
  }

  async #removeRows(tx: Transaction, userId: string, ids?: readonly string[]): Promise<RemovedRows> {
    await this.#publishEnds(tx, userId, await this.repository.endOpen(tx, userId, ids));
    const shown = await this.media.shownIn(tx, userId, ids);
    const summaries = await this.summaries.deleteWith(tx, userId, ids);
    const removed = await this.repository.remove(tx, userId, ids);
    await this.#publishDroppedMedia(tx, userId, await this.media.notShown(tx, userId, shown));
    await this.#publishDeleted(tx, userId, removed.ids);
    return { ...removed, summaries };
  }

  #afterRemoval({ summaries, isComplete }: RemovedRows): void {
    // Their rows are gone, so nothing they still write can be stored.
    for (const summaryId of summaries) this.summaryRunner.stop(summaryId, 'cancelled');
    if (!isComplete) this.deletions.nudge();
  }

  /** Removals of one user, one after the other. */
  #inTurn<T>(userId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.#transact(userId, async (tx) => {
      await this.repository.waitForTurn(tx, userId);
      return work(tx);
    });
  }

  /** Retried on a deadlock: a reply's end, a message or a continue may lock the same rows in another order. */
  #transact<T>(userId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return retryDeadlock(() => this.database.asUser(userId, work));
  }

  async #publishEnds(tx: Transaction, userId: string, givenUp: readonly GivenUp[]): Promise<void> {
    const status = ReplyStatus.CANCELLED;
    for (const broadcastId of new Set(givenUp.map((reply) => reply.broadcastId))) {
      const ofBroadcast = givenUp.filter((reply) => reply.broadcastId === broadcastId);
      const order = { aggregateId: broadcastId };
      const replies = ofBroadcast.map(({ conversationId, messageId, aiService }) => {
        return { conversationId, messageId, aiService, status };
      });
      const ended = { broadcastId, userId, replies };
      const { stillOpen, totalResponses, totalErrors } = ofBroadcast.at(-1)!;
      const events = this.events.in(tx);
      if (stillOpen > 0) await events.publish('conversation.reply_stored.v2', ended, order);
      else {
        const completed = { ...ended, totalResponses, totalErrors };
        await events.publish('conversation.broadcast_completed.v2', completed, order);
      }
    }
  }

  async #publishDeleted(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += idsOfAnEvent) {
      const conversationIds = ids.slice(start, start + idsOfAnEvent);
      await this.events.in(tx).publish('conversation.conversations_deleted.v1', { userId, conversationIds });
    }
  }

  async #publishDroppedMedia(tx: Transaction, userId: string, ids: readonly string[]): Promise<void> {
    for (let start = 0; start < ids.length; start += idsOfAnEvent) {
      const mediaIds = ids.slice(start, start + idsOfAnEvent);
      await this.events.in(tx).publish('conversation.media_dropped.v1', { userId, mediaIds });
    }
  }

  async #publishCleared(tx: Transaction, userId: string, clearType: string, conversations: number): Promise<void> {
    if (conversations === 0) return;
    await this.events.in(tx).publish('conversation.conversations_cleared.v1', { userId, clearType, conversations });
  }
}
