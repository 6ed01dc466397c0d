import { Injectable } from '@nestjs/common';
import { BacktestCandidate, fromStored, SuiteAssertion, SuiteSchedule } from '@polylogue/proto';
import { Database, type Transaction } from '@polylogue/service-kit';
import type { RunPlan, WantedRun } from './suite-plans.service.js';
import { SuiteRunsRepository } from './suite-runs.repository.js';
import type { SuiteRow } from './suite.entity.js';
import { listOf } from './stored-lists.js';
import { scheduleNow, slotNow, SuitesRepository } from './suites.repository.js';

/** A suite whose time has come. */
export interface DueSuite extends Pick<SuiteRow, 'id' | 'version' | 'candidate' | 'assertions' | 'judge'> {
  userId: string;
  slotAt: Date;
}

type StoredDue = Omit<DueSuite, 'candidate' | 'assertions'> & Record<'candidate' | 'assertions', unknown>;

/** Its schedule, which cannot be changed meanwhile, and the time by the database. */
export interface LockedDue {
  schedule: SuiteSchedule;
  now: Date;
}

const maxDue = 100;

/** Suites whose time has come, with the worker role. */
@Injectable()
export class DueSuitesRepository {
  constructor(
    private readonly database: Database,
    private readonly suites: SuitesRepository,
    private readonly runs: SuiteRunsRepository,
  ) {}

  async list(): Promise<DueSuite[]> {
    const rows = await this.database.worker.query<StoredDue[]>(
      `SELECT id, version, user_id AS "userId", candidate, assertions, judge, ${slotNow} AS "slotAt"
       FROM suites WHERE next_run_at <= now() OR (next_slot_at <= now() AND schedule IS NULL)
       ORDER BY "slotAt" LIMIT $1`,
      [maxDue],
    );
    return rows.map(({ candidate, assertions, ...row }) => ({
      ...row,
      candidate: fromStored(BacktestCandidate, candidate)!,
      assertions: listOf(SuiteAssertion, assertions),
    }));
  }

  async wanted({ id, userId, candidate, judge, assertions }: DueSuite): Promise<WantedRun> {
    const cases = await this.database.asWorker((tx) => this.suites.cases(tx, userId, id));
    return { candidate, judge: judge ?? undefined, assertions, cases };
  }

  /** Undefined when another process has it, or it was changed. */
  async lock(tx: Transaction, { id, slotAt, version }: DueSuite): Promise<LockedDue | undefined> {
    const [row] = await tx.query<(LockedDue & { schedule: unknown })[]>(
      // What was read has milliseconds.
      `SELECT now() AS now, ${scheduleNow} AS schedule FROM suites
       WHERE id = $1 AND date_trunc('milliseconds', ${slotNow}) = $2 AND version = $3 FOR NO KEY UPDATE SKIP LOCKED`,
      [id, slotAt, version],
    );
    return row && { ...row, schedule: fromStored(SuiteSchedule, row.schedule)! };
  }

  async moveOn(tx: Transaction, id: string, next: Date | undefined): Promise<void> {
    await tx.query(
      `UPDATE suites SET next_run_at = CASE WHEN schedule IS NOT NULL THEN $2::timestamptz END,
         next_slot_at = CASE WHEN schedule IS NULL THEN $2::timestamptz END WHERE id = $1`,
      [id, next ?? null],
    );
  }

  /** False while one goes on. Without a plan it is to end at once. */
  async insertRun(tx: Transaction, suite: DueSuite, id: string, plan: RunPlan | undefined): Promise<boolean> {
    const [row] = await this.suites.list(tx, suite.userId, suite.id);
    if (!row) return false;
    const { candidate, budget, version } = row;
    const { judge, expectedMicros = [] } = plan ?? {};
    const run = { id, suiteId: suite.id, version, candidate, budget, judge, expectedMicros, slotAt: suite.slotAt };
    return this.runs.insert(tx, suite.userId, run);
  }
}
