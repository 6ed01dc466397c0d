import { Injectable } from '@nestjs/common';
import {
  isUuid,
  type BacktestCandidate,
  type BeginSuiteRunRequest,
  type SuiteResult,
  type SuiteRun,
  type SuiteRunEstimate,
} from '@polylogue/proto';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { SuiteDriver } from './suite-driver.service.js';
import { SuitePlans, type RunPlan } from './suite-plans.service.js';
import { issuesOfCandidate, suiteLimits } from './suite-request.rules.js';
import { SuiteRunsRepository } from './suite-runs.repository.js';
import { SuiteTries } from './suite-tries.service.js';
import type { RunRow, SuiteRow } from './suite.entity.js';
import * as errors from './suites.errors.js';
import { toResult, toRun } from './suites.mapper.js';
import { SuitesRepository } from './suites.repository.js';

const pageOf = (limit: number) => Math.min(Math.max(limit, 1), suiteLimits.page);

/** Runs of suites: begun, read, cancelled. */
@Injectable()
export class SuiteRunsService {
  constructor(
    private readonly suites: SuitesRepository,
    private readonly runs: SuiteRunsRepository,
    private readonly plans: SuitePlans,
    private readonly driver: SuiteDriver,
    private readonly tries: SuiteTries,
    private readonly database: Database,
  ) {}

  async estimate(caller: Caller, id: string, candidate: BacktestCandidate | undefined): Promise<SuiteRunEstimate> {
    caller.mustBeApproved();
    return (await this.#plan(caller.userId, id, candidate)).plan.estimate;
  }

  /** Answers as soon as it is stored; while one goes on, that one. Its calls are made in the background. */
  async begin(caller: Caller, id: string, wanted: Omit<BeginSuiteRunRequest, 'id'>): Promise<SuiteRun> {
    caller.mustBeApproved();
    const { userId } = caller;
    const { candidate, version } = wanted;
    const { suite, plan } = await this.#plan(userId, id, candidate);
    // What was read, and whose price was shown, is not what would be run.
    if (version !== undefined && version !== suite.version) throw errors.suiteChangedBeforeRun();
    const runId = await this.database.asUser(userId, (tx) => this.#store(tx, userId, suite, plan, candidate));
    // Between its plan and now another run has ended, or the suite was changed.
    if (runId === undefined) return this.begin(caller, id, wanted);
    this.driver.nudge();
    return this.get(caller, runId);
  }

  /** Newest first. */
  async list({ userId }: Caller, suiteId: string, limit: number, beforeId: string | undefined) {
    const size = pageOf(limit);
    const before = beforeId !== undefined && isUuid(beforeId) ? beforeId : undefined;
    const rows = await this.database.asUser(userId, async (tx) => {
      await this.#suite(tx, userId, suiteId);
      return this.runs.list(tx, userId, { suiteId, beforeId: before, limit: size + 1 });
    });
    return { runs: rows.slice(0, size).map(toRun), hasMore: rows.length > size };
  }

  get({ userId }: Caller, id: string): Promise<SuiteRun> {
    return this.database.asUser(userId, async (tx) => toRun(await this.#run(tx, userId, id)));
  }

  async results(
    { userId }: Caller,
    id: string,
    { after, limit }: { after: number; limit: number },
  ): Promise<{ results: SuiteResult[]; next: number | undefined }> {
    const size = pageOf(limit);
    const { run, rows } = await this.database.asUser(userId, async (tx) => {
      const found = await this.#run(tx, userId, id);
      return { run: found, rows: await this.runs.results(tx, userId, found, { after, limit: size + 1 }) };
    });
    const page = rows.slice(0, size);
    return {
      results: page.map((row) => toResult(row, run.worse)),
      next: rows.length > size ? page.at(-1)?.number : undefined,
    };
  }

  async cancel(caller: Caller, id: string): Promise<SuiteRun> {
    const { userId } = caller;
    const underWay = await this.database.asUser(userId, async (tx) => {
      await this.#run(tx, userId, id);
      return this.runs.cancel(tx, userId, { runId: id });
    });
    // One that another process makes is stopped there.
    for (const each of underWay) this.tries.stop(each, 'cancelled');
    return this.get(caller, id);
  }

  async #plan(userId: string, id: string, candidate: BacktestCandidate | undefined) {
    const issues = candidate ? issuesOfCandidate(candidate) : [];
    if (issues.length > 0) throw errors.invalidSuite(issues);
    const { suite, cases } = await this.database.asUser(userId, async (tx) => {
      const found = await this.#suite(tx, userId, id);
      return { suite: found, cases: await this.suites.cases(tx, userId, id) };
    });
    const { assertions, judge } = suite;
    const wanted = { candidate: candidate ?? suite.candidate, judge: judge ?? undefined, assertions, cases };
    return { suite, plan: await this.plans.plan(userId, wanted) };
  }

  /** Its id, or that of the run that goes on. */
  async #store(
    tx: Transaction,
    userId: string,
    suite: SuiteRow,
    plan: RunPlan,
    candidate = suite.candidate,
  ): Promise<string | undefined> {
    const id = uuid();
    const { judge, expectedMicros } = plan;
    const { id: suiteId, version, budget } = suite;
    const run = { id, suiteId, version, candidate, budget, judge, expectedMicros };
    return (await this.runs.insert(tx, userId, run)) ? id : this.runs.running(tx, userId, suiteId);
  }

  async #suite(tx: Transaction, userId: string, id: string): Promise<SuiteRow> {
    const [row] = isUuid(id) ? await this.suites.list(tx, userId, id) : [];
    if (!row) throw errors.suiteNotFound();
    return row;
  }

  async #run(tx: Transaction, userId: string, id: string): Promise<RunRow> {
    const [row] = isUuid(id) ? await this.runs.list(tx, userId, { runId: id, limit: 1 }) : [];
    if (!row) throw errors.runNotFound();
    return row;
  }
}
