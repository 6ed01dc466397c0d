import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, Events, type Caller, type Transaction } from '@polylogue/service-kit';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import * as errors from './history.errors.js';
import { RemovalRepository } from './removal.repository.js';

const lookEveryMs = 25;
/** Another process notices a cancel within a heartbeat; a reply that ends later finds nothing to write to. */
const endWithinMs = 2_000;

/** Clears and deletes. Both end the replies still open: nobody pays for what nobody will see. */
@Injectable()
export class RemovalService {
  constructor(
    private readonly repository: RemovalRepository,
    private readonly runner: ReplyRunner,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  async clear({ userId }: Caller, aiServices: readonly string[]): Promise<number> {
    const { cleared, open } = await this.database.asUser(userId, async (tx) => {
      const cleared = await this.repository.clear(tx, userId, aiServices);
      await this.#tell(tx, userId, aiServices.length === 0 ? 'session' : 'filtered', cleared.length);
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

  deleteAll(caller: Caller): Promise<number> {
    return this.#remove(caller);
  }

  // First the ends, so that whoever follows a reply is told; then the rows.
  async #remove({ userId }: Caller, ids?: readonly string[]): Promise<number> {
    const open = await this.database.asUser(userId, (tx) => this.repository.cancelOpen(tx, userId, ids));
    for (const messageId of open) this.runner.stop(messageId, 'cancelled');
    const until = performance.now() + endWithinMs;
    while (open.length > 0 && performance.now() < until) {
      const left = await this.database.asUser(userId, (tx) => this.repository.countOpen(tx, userId, open));
      if (left === 0) break;
      await pause(lookEveryMs);
    }
    return this.database.asUser(userId, async (tx) => {
      const removed = await this.repository.remove(tx, userId, ids);
      if (!ids) await this.#tell(tx, userId, 'history', removed);
      return removed;
    });
  }

  async #tell(tx: Transaction, userId: string, clearType: string, conversations: number): Promise<void> {
    if (conversations === 0) return;
    const fact = { userId, clearType, conversations };
    await this.events.in(tx).publish('conversation.conversations_cleared.v1', fact);
  }
}
