import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { Events, LOGGER, toDatabaseError, waitForDatabase, type Logger } from '@polylogue/service-kit';
import { setTimeout as sleep } from 'node:timers/promises';
import { BatchWriter } from './batch-writer.js';
import { processLost, type BegunCall, type EndedCall } from './call.entity.js';
import { CallsRepository } from './calls.repository.js';

// The end of a call may be written late; its beginning may not, because it shows whether the id was used before.
const gatherMs = 50;
const retryMs = [1_000, 5_000, 15_000];
/** So many ends may wait for a database that is away: some 30 MB. */
export const maxWaiting = 20_000;

/** The ledger of calls. An unavailable database delays it, but never fails a reply, and delays its end only briefly. */
@Injectable()
export class LedgerService implements BeforeApplicationShutdown {
  private readonly beginnings: BatchWriter<BegunCall, boolean>;
  private readonly endings: BatchWriter<EndedCall, undefined>;
  private readonly open = new Set<Promise<void>>();
  private readonly closing = new AbortController();

  constructor(
    private readonly calls: CallsRepository,
    private readonly events: Events,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.beginnings = new BatchWriter(async (batch) => {
      const fresh = await calls.begin(batch);
      // One id twice in a batch: only the first of them is new.
      return batch.map(({ callId }) => fresh.delete(callId));
    });
    this.endings = new BatchWriter(async (batch) => {
      await this.persist(() => this.write(batch));
      return batch.map(() => undefined);
    }, gatherMs);
  }

  /** Answers false when the id has been used before, true when it is new or the database is unavailable. */
  async begin(call: BegunCall): Promise<boolean> {
    try {
      return await this.beginnings.add(call);
    } catch (error) {
      this.logger.warn({ err: error, callId: call.callId }, 'writing the beginning of a call to the ledger failed');
      return true;
    }
  }

  /** Writes the end in the background. One too many to wait for the database stays open, and is ended as lost later. */
  end(call: EndedCall): void {
    if (this.open.size >= maxWaiting) {
      this.logger.error({ callId: call.callId, waiting: maxWaiting }, 'the end of a call is not kept: too many wait');
      return;
    }
    const writing: Promise<void> = this.endings
      .add(call)
      .catch((error: unknown) => {
        this.logger.error({ err: error, callId: call.callId }, 'writing the end of a call to the ledger failed');
      })
      .finally(() => this.open.delete(writing));
    this.open.add(writing);
  }

  /**
   * Ends calls that began before a moment and have no end: their process is gone, or could not write it. Whether they cost
   * anything is unknown; what was reserved for them stays used. Replicas may do it at once, each call is counted once.
   * Returns how many there were, at most `max`.
   */
  async endLost(startedBefore: Date, max: number): Promise<number> {
    const lost = await this.calls.findOpen(startedBefore, max);
    if (lost.length === 0) return 0;
    const ended = { endedAt: new Date(), outcome: 'interrupted', errorCode: processLost } as const;
    await this.write(lost.map(({ reserved: spent, ...begun }) => ({ ...begun, ...ended, spent })));
    return lost.length;
  }

  /** Calls that began before a moment are not looked through again. */
  watchFrom(moment: Date): Promise<void> {
    return this.calls.watchFrom(moment);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.open);
  }

  private async write(ended: readonly EndedCall[]): Promise<void> {
    if (await this.calls.end(ended)) this.events.nudge();
  }

  /**
   * Tries a batch again: for as long as the database is away, and a few times after any other fault. What comes meanwhile
   * waits behind it.
   */
  private async persist(write: () => Promise<void>): Promise<void> {
    for (const pause of retryMs) {
      try {
        return await this.writeOnceBack(write);
      } catch (error) {
        if (this.closing.signal.aborted) throw error;
        this.logger.warn({ err: error }, 'writing the ledger failed; retrying');
      }
      await sleep(pause, undefined, { signal: this.closing.signal }).catch(() => undefined);
    }
    return this.writeOnceBack(write);
  }

  /** It was paid for, and is written nowhere else: nothing but the end of this process gives it up. */
  private writeOnceBack(write: () => Promise<void>): Promise<void> {
    const named = (error: unknown) => {
      throw toDatabaseError(error);
    };
    return waitForDatabase(() => write().catch(named), {
      isGivenUp: () => this.closing.signal.aborted,
      onWait: (error) =>
        this.logger.warn({ err: error }, 'writing the ledger failed; retrying until the database is back'),
    });
  }
}
