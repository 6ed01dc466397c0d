import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  Database,
  Drain,
  dueSlots,
  Events,
  LOGGER,
  type DueSlots,
  type Logger,
  type Transaction,
} from '@polylogue/service-kit';
import type { SchedulerConfig } from '../config.js';
import { finished, slotsMissed } from '../executions/execution-events.js';
import { QueryRuns } from '../executions/query-runs.service.js';
import { RunsRepository } from '../executions/runs.repository.js';
import { WakeUps, type WakeUp } from '../executions/wake-ups.service.js';
import { scheduleOf } from '../saved-queries/saved-query.entity.js';
import { ClaimsRepository } from './claims.repository.js';
import type { DueQuery, FailedSlot, SkippedExecution, SlotOf } from './claims.repository.js';
import { missedSentence } from './missed-slots.rules.js';

export const overlapSentence = 'Skipped: previous run still active';
const unreadable = 'The next run could not be computed. Open the query and save its schedule again.';

interface Decision {
  query: DueQuery;
  /** None when its schedule cannot be read. */
  slots: DueSlots | undefined;
}

/** Turns each slot that comes into one run, however many replicas look for it. */
@Injectable()
export class ClaimsService {
  constructor(
    private readonly database: Database,
    private readonly events: Events,
    private readonly claims: ClaimsRepository,
    private readonly repository: RunsRepository,
    private readonly runs: QueryRuns,
    private readonly wakeUps: WakeUps,
    private readonly drain: Drain,
    @Inject(CONFIG) private readonly config: SchedulerConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Claims all that is due now or within the next seconds, and schedules a wake-up for each at its slot. */
  async claimDue(): Promise<number> {
    const { SCHEDULER_AHEAD_SECONDS: ahead, SCHEDULER_CLAIM_BATCH: batch } = this.config;
    let count = 0;
    for (;;) {
      if (this.drain.signal.aborted) return count;
      await this.runs.keepUp();
      const due = await this.database.asWorker((tx) => this.claims.findDue(tx, ahead * 1000, batch));
      if (due.length === 0) return count;
      const decisions = await this.#decideAll(due);
      const { taken, wakeUps } = await this.database.asWorker((tx) => this.#claim(tx, decisions));
      this.events.nudge();
      await this.wakeUps.add(wakeUps);
      count += wakeUps.length;
      // When other replicas took the whole batch, they claim the rest as well.
      if (due.length < batch || taken === 0) return count;
    }
  }

  /** Without holding a lock, and giving other work a turn of the event loop between two queries. */
  async #decideAll(due: readonly DueQuery[]): Promise<Decision[]> {
    const decisions: Decision[] = [];
    for (const query of due) {
      decisions.push({ query, slots: this.#decide(query) });
      await nextTurn();
    }
    return decisions;
  }

  async #claim(tx: Transaction, decisions: readonly Decision[]): Promise<{ taken: number; wakeUps: WakeUp[] }> {
    const locked = await this.claims.lock(
      tx,
      decisions.map(({ query }) => query),
    );
    const lockedIds = new Set(locked.map(({ id }) => id));
    const decided = decisions.filter(({ query }) => lockedIds.has(query.id));
    const wanted = decided.flatMap(({ query, slots }) => (slots?.run ? [{ id: query.id, slot: slots.run }] : []));
    const claimed = await this.claims.insertRuns(tx, wanted, this.config.SCHEDULER_LATE_RUNS_PER_SECOND);
    const taken = new Set(claimed.map(({ savedQueryId }) => savedQueryId));
    const failed: FailedSlot[] = [
      ...wanted.filter(({ id }) => !taken.has(id)).map(overlapOf),
      ...decided.flatMap(({ query, slots }) => missedOf(query, slots)),
    ];
    await this.#insertFailed(tx, failed);
    await this.claims.moveOn(
      tx,
      decided.map(({ query, slots }) => ({ id: query.id, next: slots?.next ?? null })),
    );
    return { taken: locked.length, wakeUps: claimed.map(({ id, waitMs }) => ({ id, waitMs })) };
  }

  async #insertFailed(tx: Transaction, slots: readonly FailedSlot[]): Promise<void> {
    const inserted = await this.claims.insertFailed(tx, slots);
    const end = { status: 'failed', trigger: 'scheduled', successful: 0, isSkipped: true } as const;
    await this.repository.publish(tx, [
      ...inserted.map((each) => finished(each, { ...end, total: each.total })),
      ...causesOf(inserted).map(slotsMissed),
    ]);
  }

  #decide(query: DueQuery): DueSlots | undefined {
    try {
      return dueSlots(scheduleOf(query), query.nextRunAt, query.now);
    } catch (error) {
      // One schedule that the time zone data of this Node cannot read must not stop the others.
      this.logger.error(
        { err: error, savedQueryId: query.id },
        'computing the slots of a saved query failed; it has no next run',
      );
      return undefined;
    }
  }
}

const overlapOf = (slot: SlotOf): FailedSlot => ({ ...slot, reason: overlapSentence, missed: 1, isOverlap: true });

function missedOf({ id, nextRunAt }: DueQuery, slots: DueSlots | undefined): FailedSlot[] {
  if (!slots) return [{ id, slot: nextRunAt, reason: unreadable, missed: 1, isOverlap: false }];
  if (!slots.missed) return [];
  const { newest: slot, count: missed } = slots.missed;
  return [{ id, slot, reason: missedSentence(slots.missed), missed, isOverlap: false }];
}

/** One for each query and cause: what passed while one run was active is said once, and not beside an outage. */
function causesOf(skipped: readonly SkippedExecution[]): SkippedExecution[] {
  const away = new Set(skipped.filter(({ activeId }) => activeId === null).map(({ savedQueryId }) => savedQueryId));
  return skipped.filter(({ savedQueryId, activeId, isFirst }) => {
    return activeId === null || (isFirst && !away.has(savedQueryId));
  });
}
