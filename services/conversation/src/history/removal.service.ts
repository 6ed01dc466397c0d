import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
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
  ) {}

  async clear({ userId }: Caller, aiServices: readonly string[]): Promise<number> {
    const { cleared, open } = await this.database.asUser(userId, async (tx) => {
      const cleared = await this.repository.clear(tx, userId, aiServices);
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
    return this.database.asUser(userId, (tx) => this.repository.remove(tx, userId, ids));
  }
}
