import { Injectable } from '@nestjs/common';
import { contractLimits } from '@polylogue/proto';
import { AppError, Database, Events, inBatches, RetentionClient, type Caller } from '@polylogue/service-kit';
import { ExpiredRunsRepository } from './expired-runs.repository.js';

/** A run has an answer of each service: in one transaction that takes some tens of milliseconds. */
const runsOfBatch = 100;
const idsOfAnEvent = 1_000;

/** Removes runs of saved queries that ended as long ago as the installation's rule says. The queries stay. */
@Injectable()
export class ExpiredRunsService {
  constructor(
    private readonly rules: RetentionClient,
    private readonly repository: ExpiredRunsRepository,
    private readonly database: Database,
    private readonly events: Events,
  ) {}

  /** The rule is asked for with each batch: one that is taken back removes no more than that. */
  removeExpired(isStopped: () => boolean): Promise<void> {
    return inBatches(runsOfBatch, (max) => this.#removeBatch(max), isStopped);
  }

  /** What a rule would remove now. */
  count(caller: Caller, keepDays: number): Promise<number> {
    caller.mustBeAdmin();
    if (!Number.isInteger(keepDays) || keepDays < 1 || keepDays > contractLimits.keepDays) throw notANumberOfDays();
    return this.database.asWorker((tx) => this.repository.count(tx, keepDays));
  }

  async #removeBatch(max: number): Promise<number> {
    const rule = await this.rules.rule();
    if (!rule) return 0;
    return this.database.asWorker(async (tx) => {
      const { runs, media } = await this.repository.remove(tx, rule.keepDays, max);
      if (runs === 0) return 0;
      const events = this.events.in(tx);
      for (const { userId, ids } of media) {
        for (let start = 0; start < ids.length; start += idsOfAnEvent) {
          const mediaIds = ids.slice(start, start + idsOfAnEvent);
          await events.publish('scheduler.media_dropped.v1', { userId, mediaIds });
        }
      }
      // With what it counts, so that neither is there without the other.
      await events.publish('scheduler.runs_expired.v1', { day: await this.repository.today(tx), runs });
      return runs;
    });
  }
}

function notANumberOfDays(): AppError {
  const sentence = `The days are a whole number from 1 to ${contractLimits.keepDays.toLocaleString('en-US')}.`;
  return new AppError('invalid', 'invalid_input', sentence, { issues: [{ path: 'keepDays', message: sentence }] });
}
