import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Database, Drain } from '@polylogue/service-kit';
import type { BroadcastLog } from '../live/broadcast-log.js';
import type { BroadcastStreamEvent } from '../live/broadcast.entity.js';
import { LiveBroadcasts } from '../live/live-broadcasts.service.js';
import { eventsAfter } from '../live/stored-events.rules.js';
import { broadcastNotFound, shuttingDown } from './broadcasts.errors.js';
import { StoredBroadcastsRepository } from './stored-broadcasts.repository.js';

const pollMs = 200;

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
    broadcastId: string,
    afterId: number,
    signal: AbortSignal,
  ): AsyncGenerator<BroadcastStreamEvent> {
    let cursor = afterId;
    const log = await this.#findWhole(userId, broadcastId);
    if (log) {
      for await (const event of log.read(cursor, signal)) {
        cursor = event.id;
        yield event;
      }
      // What another process has taken over goes on in the store.
      if (!log.isLost) return;
    }
    yield* this.#readStored(userId, broadcastId, cursor, signal);
  }

  /** The log in memory, if it holds no more than the store: a conversation may have been deleted since, at any replica. */
  async #findWhole(userId: string, broadcastId: string): Promise<BroadcastLog | undefined> {
    const live = this.live.find(userId, broadcastId);
    if (!live || live.takeFirstRead()) return live?.log;
    const replies = await this.database.asUser(userId, (tx) => this.stored.countReplies(tx, userId, broadcastId));
    return replies === live.targets.length ? live.log : undefined;
  }

  async *#readStored(userId: string, broadcastId: string, afterId: number, signal: AbortSignal) {
    let cursor = afterId;
    while (!signal.aborted) {
      const broadcast = await this.database.asUser(userId, (tx) => this.stored.find(tx, userId, broadcastId, cursor));
      if (!broadcast) throw broadcastNotFound();
      for (const event of eventsAfter(broadcast, cursor)) {
        cursor = event.id;
        yield event;
      }
      if (broadcast.replies.every(({ ended }) => ended)) return;
      // A reader goes on at another replica.
      if (this.drain.signal.aborted) throw shuttingDown();
      await sleep(pollMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
