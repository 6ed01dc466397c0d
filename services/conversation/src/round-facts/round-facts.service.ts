import { Injectable } from '@nestjs/common';
import { AppError, Database, type CallContext } from '@polylogue/service-kit';
import { broadcastNotFound } from '../broadcasts/broadcasts.errors.js';
import { isUuid } from '../broadcasts/ids.rules.js';
import { RoundFactsRepository } from './round-facts.repository.js';

const maxConversations = 100_000;
const maxMessages = 5_000;

@Injectable()
export class RoundFactsService {
  constructor(
    private readonly repository: RoundFactsRepository,
    private readonly database: Database,
  ) {}

  /** With the real names of the services: they are for counting, and go no further than quality. */
  async ofRound(call: CallContext, userId: string, broadcastId: string) {
    mustActFor(call, userId);
    if (!isUuid(broadcastId)) throw broadcastNotFound();
    const rows = await this.database.asUser(userId, (tx) => this.repository.ofRound(tx, userId, broadcastId));
    if (rows.length === 0) throw broadcastNotFound();
    return rows;
  }

  async tagged(call: CallContext, userId: string, tag: string) {
    mustActFor(call, userId);
    return this.database.readAsUser(userId, (tx) => this.repository.tagged(tx, userId, tag, maxConversations));
  }

  async lengths(call: CallContext, userId: string, messageIds: readonly string[]) {
    mustActFor(call, userId);
    const ids = messageIds.filter(isUuid).slice(0, maxMessages);
    return this.database.readAsUser(userId, (tx) => this.repository.lengths(tx, userId, ids));
  }
}

function mustActFor(call: CallContext, userId: string): void {
  call.mustComeFrom('quality');
  const caller = call.mustHaveCaller();
  if (caller.onBehalfOf && caller.userId === userId) return;
  throw new AppError('forbidden', 'owner_required', 'Replies are counted on behalf of their owner only.');
}
