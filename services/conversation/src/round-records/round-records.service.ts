import { isUuid } from '@polylogue/proto';
import { Injectable } from '@nestjs/common';
import { Database, type CallContext } from '@polylogue/service-kit';
import { broadcastNotFound } from '../broadcasts/broadcasts.errors.js';
import { RoundRecordsRepository } from './round-records.repository.js';

const maxConversations = 100_000;
const maxMessages = 5_000;

@Injectable()
export class RoundRecordsService {
  constructor(
    private readonly repository: RoundRecordsRepository,
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

const mustActFor = (call: CallContext, userId: string): void =>
  call.mustActFor(userId, 'quality', 'Replies are counted on behalf of their owner only.');
