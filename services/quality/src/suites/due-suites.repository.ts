import { Injectable } from '@nestjs/common';
import { BacktestCandidate, fromStored, SuiteAssertion, SuiteSchedule } from '@polylogue/proto';
import { Database, type Transaction } from '@polylogue/service-kit';
import type { RunPlan, WantedRun } from './suite-plans.service.js';
import { SuiteRunsRepository } from './suite-runs.repository.js';
import type { SuiteRow } from './suite.entity.js';
import { listOf } from './stored-lists.js';
import { SuitesRepository } from './suites.repository.js';

/** A suite whose time has come. */
export interface DueSuite extends Pick<SuiteRow, 'id' | 'version' | 'candidate' | 'assertions' | 'judge'> {
  userId: string;
  schedule: SuiteSchedule;
  slotAt: Date;
}

type StoredDue = Omit<DueSuite, 'candidate' | 'assertions' | 'schedule'> &
  Record<'candidate' | 'assertions' | 'schedule', unknown>;

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
      `SELECT id, version, user_id AS "userId", candidate, assertions, judge, schedule, next_run_at AS "slotAt"
       FROM suites WHERE next_run_at <= now() ORDER BY next_run_at LIMIT $1`,
      [maxDue],
    );
    return rows.map(({ candidate, assertions, schedule, ...row }) => ({
      ...row,
      candidate: fromStored(BacktestCandidate, candidate)!,
      assertions: listOf(SuiteAssertion, assertions),
      schedule: fromStored(SuiteSchedule, schedule)!,
    }));
  }

  async wanted({ id, userId, candidate, judge, assertions }: DueSuite): Promise<WantedRun> {
    const cases = await this.database.asWorker((tx) => this.suites.cases(tx, userId, id));
    return { candidate, judge: judge ?? undefined, assertions, cases };
  }

  /** The time by the database; undefined when another process has it, or it was changed. */
  async lock(tx: Transaction, { id, slotAt, version }: DueSuite): Promise<Date | undefined> {
    const [row] = await tx.query<{ now: Date }[]>(
      // What was read has milliseconds.
      `SELECT now() AS now FROM suites WHERE id = $1 AND date_trunc('milliseconds', next_run_at) = $2 AND version = $3
       FOR NO KEY UPDATE SKIP LOCKED`,
      [id, slotAt, version],
    );
    return row?.now;
  }

  async moveOn(tx: Transaction, id: string, next: Date | undefined): Promise<void> {
    await tx.query('UPDATE suites SET next_run_at = $2 WHERE id = $1', [id, next ?? null]);
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
