import { extname } from 'node:path';
import { Injectable } from '@nestjs/common';
import { Database, Events, outboxRow, retryDeadlock, type Transaction } from '@polylogue/service-kit';
import { conversationToContinueNotFound } from './broadcasts.errors.js';
import { BroadcastsRepository, type NewBroadcast, type StoredTarget } from './broadcasts.repository.js';
import { ContinueRepository } from './continue.repository.js';

/** Rolls back the dashboard of a continued conversation: the message had been sent before. */
class DuplicateRequestError extends Error {}

/** Rolls back a message whose conversation appeared while it was stored: that conversation's messages were not seen. */
class UnseenHistoryError extends Error {}

/** Stores a message, its pending replies and its events in one transaction. */
@Injectable()
export class BroadcastStore {
  constructor(
    private readonly repository: BroadcastsRepository,
    private readonly continuing: ContinueRepository,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  /**
   * Stores it with its replies, dispatches and events. `continues`: the conversation whose history the targets begin
   * with. No targets: the idempotency key was used before.
   */
  async store(userId: string, broadcast: NewBroadcast, continues?: string): Promise<StoredTarget[]> {
    const store = (mustSeeHistory: boolean) =>
      retryDeadlock(() => this.#storeOnce(userId, broadcast, continues, mustSeeHistory));
    try {
      return await store(true);
    } catch (error) {
      if (error instanceof DuplicateRequestError) return [];
      if (error instanceof UnseenHistoryError) return store(false);
      throw error;
    }
  }

  #storeOnce(userId: string, broadcast: NewBroadcast, continues: string | undefined, mustSeeHistory: boolean) {
    const { broadcastId, message } = broadcast;
    const aiServices = broadcast.targets.map(({ aiService }) => aiService);
    const payload = { broadcastId, userId, aiServices, messageLength: message.length };
    const event = outboxRow('conversation.message_sent.v1', payload, { aggregateId: broadcastId });
    // Not urgent: the relay sends it with the first reply's event, or at its next poll.
    return this.database.asUser(userId, async (tx) => {
      if (continues !== undefined && !(await this.continuing.placeOnDashboard(tx, userId, continues, aiServices))) {
        throw conversationToContinueNotFound();
      }
      const targets = await this.repository.insert(tx, userId, broadcast, event);
      if (targets.length > 0) await this.#publishFileUploaded(tx, userId, broadcast);
      if (continues !== undefined && targets.length === 0) throw new DuplicateRequestError();
      if (mustSeeHistory && continues === undefined && joinsUnseen(broadcast, targets)) throw new UnseenHistoryError();
      return targets;
    });
  }

  async #publishFileUploaded(
    tx: Transaction,
    userId: string,
    { broadcastId, attachment }: NewBroadcast,
  ): Promise<void> {
    const file = attachment?.new;
    if (!file) return;
    const type = extname(file.name).toLowerCase();
    const event = { userId, broadcastId, size: file.size, type };
    await this.events.in(tx).publish('conversation.file_uploaded.v1', event, { aggregateId: broadcastId });
  }
}

/** A conversation that another request began or continued at the same moment shows its messages to the next transaction. */
function joinsUnseen({ retry, targets }: NewBroadcast, stored: readonly StoredTarget[]): boolean {
  const isNew = new Set(targets.map(({ newConversationId }) => newConversationId));
  return !retry && stored.some(({ conversation_id, history }) => history.length === 0 && !isNew.has(conversation_id));
}
