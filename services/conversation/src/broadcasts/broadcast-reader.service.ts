import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, Drain } from '@polylogue/service-kit';
import type { BroadcastStreamEvent } from '../live/broadcast.entity.js';
import { broadcastNotFound, shuttingDown } from './broadcasts.errors.js';
import { LiveBroadcasts } from '../live/live-broadcasts.service.js';
import { StoredBroadcastsRepository } from './stored-broadcasts.repository.js';
import { eventsAfter } from '../live/stored-events.rules.js';

const tailMs = 200;

/** Reads a broadcast's stream from wherever it stands: this process's memory, else the store. */
@Injectable()
export class BroadcastReader {
  constructor(
    private readonly live: LiveBroadcasts,
    private readonly stored: StoredBroadcastsRepository,
    private readonly database: Database,
    private readonly drain: Drain,
  ) {}

  /** Everything after `afterId`, then what comes, until done: nothing twice, nothing missing. */
  async *follow(
    userId: string,
    begin: () => string | Promise<string>,
    afterId: number,
    signal: AbortSignal,
  ): AsyncGenerator<BroadcastStreamEvent> {
    const broadcastId = await begin();
    const mayBeLive = await this.#isWhole(userId, broadcastId);
    let cursor = afterId;
    while (!signal.aborted) {
      const log = mayBeLive ? this.live.find(userId, broadcastId)?.log : undefined;
      const events = log ? log.read(cursor, signal) : this.#tail(userId, broadcastId, cursor, signal);
      for await (const event of events) {
        cursor = event.id;
        yield event;
      }
      // A log that was lost goes on in the store; everything else ends with `done`.
      if (!log?.isLost) return;
    }
  }

  /** Whether memory holds no more than the store: a conversation may have been deleted since, at any replica. */
  async #isWhole(userId: string, broadcastId: string): Promise<boolean> {
    const live = this.live.find(userId, broadcastId);
    if (!live || live.takeFirstRead()) return true;
    const replies = await this.database.asUser(userId, (tx) => this.stored.countReplies(tx, userId, broadcastId));
    return replies === live.targets.length;
  }

  async *#tail(userId: string, broadcastId: string, afterId: number, signal: AbortSignal) {
    let cursor = afterId;
    while (!signal.aborted) {
      const broadcast = await this.database.asUser(userId, (tx) => this.stored.find(tx, userId, broadcastId, cursor));
      if (!broadcast) throw broadcastNotFound();
      for (const event of eventsAfter(broadcast, cursor)) {
        cursor = event.id;
        yield event;
      }
      if (broadcast.replies.every(({ ended }) => ended)) return;
      // Whoever only watches goes on at another replica.
      if (this.drain.signal.aborted) throw shuttingDown();
      await sleep(tailMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
