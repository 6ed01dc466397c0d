import { Injectable } from '@nestjs/common';
import { Database, type Caller } from '@polylogue/service-kit';
import { broadcastNotFound, replyNotFound } from '../broadcasts/broadcasts.errors.js';
import { PinsRepository } from './pins.repository.js';

@Injectable()
export class PinsService {
  constructor(
    private readonly pins: PinsRepository,
    private readonly database: Database,
  ) {}

  /** Makes a reply the best of its broadcast, or none. A retried reply competes with the first ones. */
  async pin(caller: Caller, broadcastId: string, messageId: string | undefined): Promise<void> {
    caller.mustBeApproved();
    const { userId } = caller;
    await this.database.asUser(userId, async (tx) => {
      const root = await this.pins.findRoot(tx, userId, broadcastId);
      if (!root) throw broadcastNotFound();
      if (messageId === undefined) return this.pins.unpin(tx, userId, root);
      if (!(await this.pins.pin(tx, userId, root, messageId))) throw replyNotFound();
    });
  }
}
