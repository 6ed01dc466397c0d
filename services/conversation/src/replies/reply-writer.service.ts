import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  Events,
  isCancelled,
  isDatabaseAway,
  isDeadlock,
  isDuplicate,
  isLockTimeout,
  LOGGER,
  outboxHeaders,
  type Logger,
} from '@polylogue/service-kit';
import type { EndedReply, ReplyEnd } from '../live/broadcast.entity.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';
import { shownEnd } from '../blind/seal.rules.js';
import { SearchIndexCron } from '../search/search-index.cron.js';
import { RepliesRepository } from './replies.repository.js';
import type { RunningReply } from './running-reply.js';
import { gatherBatch, splitByBroadcast, splitByReply, type QueuedEnd, type WriteBatch } from './write-batch.js';

const flushMs = 250;
/** The first text of a reply is written sooner: while none of it is stored, a crash would have it dispatched again. */
const firstFlushMs = 40;
const flushCharacters = 1024;
const maxRetryMs = 2_000;

/**
 * The one writer of this process: text every 250 ms or 1 KiB, ends at once, all that has gathered in one statement.
 * One write at a time, and all that belongs to one broadcast goes together, so that what is stored later has higher
 * event ids: that is what makes a stream resumable from the store. A broadcast whose rows another transaction has locked is
 * written alone, beside the loop, and holds up no other.
 */
@Injectable()
export class ReplyWriter {
  readonly #unsaved = new Map<LiveBroadcast, Set<RunningReply>>();
  readonly #due = new Set<LiveBroadcast>();
  readonly #begun = new Set<LiveBroadcast>();
  /** Written alone; further text and ends of them wait until that is done. */
  readonly #alone = new Map<LiveBroadcast, Promise<void>>();
  #ends: QueuedEnd[] = [];
  #timer: NodeJS.Timeout | undefined;
  #firstTimer: NodeJS.Timeout | undefined;
  #loop: Promise<void> | undefined;
  #isClosed = false;

  constructor(
    private readonly repository: RepliesRepository,
    private readonly events: Events,
    private readonly index: SearchIndexCron,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Notes that a reply has text to be written. */
  noteText(running: RunningReply): void {
    if (running.isWrittenAtEnd) return;
    const replies = this.#unsaved.get(running.live);
    if (replies) replies.add(running);
    else this.#unsaved.set(running.live, new Set([running]));
    if (running.unsavedLength >= flushCharacters) {
      this.#due.add(running.live);
      this.#write();
      return;
    }
    this.#timer ??= setTimeout(() => this.#flushAll(), flushMs);
    if (running.hasSaved) return;
    this.#begun.add(running.live);
    this.#firstTimer ??= setTimeout(() => this.#flushBegun(), firstFlushMs);
  }

  /** Stores the end of a reply and shows it to its readers. Undefined when the reply is another process' by now. */
  end(running: RunningReply, end: ReplyEnd): Promise<EndedReply | undefined> {
    const { aiService, conversationId, messageId } = running.work;
    const shown = running.isBlind ? shownEnd(end) : end;
    const reply: EndedReply = { aiService, conversationId, messageId, ...shown, content: running.content };
    const sealed = running.isBlind ? end : undefined;
    const slot = running.live.log.reserveEnd();
    const headers = outboxHeaders();
    return new Promise((resolve) => {
      const settle = (isStored: boolean) => resolve(isStored ? reply : undefined);
      this.#ends.push({ running, reply, sealed, slot, headers, settle });
      this.#write();
    });
  }

  /** Writes all there is and waits for it. */
  async flush(): Promise<void> {
    this.#flushAll();
    while (this.#loop ?? this.#alone.size > 0) await (this.#loop ?? Promise.race(this.#alone.values()));
  }

  /** Writes what can be written, and gives up when Postgres is away. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.flush();
  }

  #flushBegun(): void {
    this.#firstTimer = undefined;
    // What ended meanwhile has been written.
    for (const live of this.#begun) if (this.#unsaved.has(live)) this.#due.add(live);
    this.#begun.clear();
    if (this.#due.size > 0) this.#write();
  }

  #flushAll(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#firstTimer);
    this.#timer = this.#firstTimer = undefined;
    for (const live of this.#unsaved.keys()) this.#due.add(live);
    this.#begun.clear();
    if (this.#due.size > 0) this.#write();
  }

  #write(): void {
    this.#loop ??= this.#drain();
  }

  async #drain(): Promise<void> {
    try {
      // Let what arrived in the same turn travel together.
      await Promise.resolve();
      for (let batch = this.#take(); batch.broadcasts.size > 0; batch = this.#take()) await this.#store(batch, false);
    } catch (error) {
      this.logger.error({ err: error }, 'writing replies failed');
    } finally {
      // In the same turn of the event loop as the last `#take`: what comes later starts another loop.
      this.#loop = undefined;
    }
  }

  #take(): WriteBatch {
    const ends = this.#ends.filter(({ running }) => !this.#alone.has(running.live));
    const due = [...this.#due].filter((live) => !this.#alone.has(live));
    const batch = gatherBatch(ends, due, this.#unsaved);
    this.#ends = this.#ends.filter(({ running }) => this.#alone.has(running.live));
    for (const live of batch.broadcasts) {
      this.#unsaved.delete(live);
      this.#due.delete(live);
    }
    return batch;
  }

  /** Retries while Postgres is away, until the writer is closed: a reply that was paid for is not given up. */
  async #store(batch: WriteBatch, isAlone: boolean): Promise<void> {
    for (let waitMs = 100; ; waitMs = Math.min(waitMs * 2, maxRetryMs)) {
      try {
        this.#settle(batch.ends, await this.repository.store(batch.rows));
        return;
      } catch (error) {
        const isHeldUp = isLockTimeout(error) || isCancelled(error);
        if (isDatabaseAway(error) || isDeadlock(error) || (isHeldUp && isAlone)) {
          if (this.#isClosed) return this.#settle(batch.ends, new Set());
          this.logger.warn({ err: error }, 'writing replies failed; retrying');
          await sleep(waitMs);
        } else if (isAlone) {
          return this.#storeEach(batch, error);
        } else {
          this.logger.warn(
            { err: error, isHeldUp },
            'writing a batch of replies failed; retrying each broadcast alone',
          );
          return this.#storeApart(batch);
        }
      }
    }
  }

  /** One row that is locked, or refused, must not hold up other broadcasts: each is written alone, beside the loop. */
  #storeApart(batch: WriteBatch): void {
    for (const [live, own] of splitByBroadcast(batch)) {
      const stored = this.#store(own, true)
        .catch((error: unknown) => this.logger.error({ err: error }, 'writing replies failed'))
        .finally(() => {
          this.#alone.delete(live);
          this.#write();
        });
      this.#alone.set(live, stored);
    }
  }

  /** One reply that Postgres refuses must not keep the others of its broadcast from being stored. */
  async #storeEach(batch: WriteBatch, error: unknown): Promise<void> {
    if (batch.rows.parts.length + batch.rows.ends.length > 1) {
      for (const part of splitByReply(batch)) await this.#store(part, true);
      return;
    }
    this.logger.error({ err: error }, 'writing a reply failed; not retrying');
    // Text that is there already was stored by a write whose answer was lost.
    if (!isDuplicate(error))
      for (const { message_id } of batch.rows.parts) {
        const taken = batch.texts.get(message_id);
        taken?.running.putBack(taken.text);
      }
    this.#settle(batch.ends, new Set());
  }

  #settle(ends: QueuedEnd[], stored: ReadonlySet<string>): void {
    for (const { running, reply, slot, settle } of ends) {
      const isStored = stored.has(reply.messageId);
      if (isStored) {
        running.live.log.settle(slot, reply);
        running.live.noteEnd(running.work.targetIndex, reply, Date.now());
      } else running.live.log.lose();
      settle(isStored);
    }
    if (stored.size === 0) return;
    this.events.nudge();
    this.index.nudge();
  }
}
