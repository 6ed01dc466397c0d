import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  isUuid,
  type Backtest,
  type BacktestBudget,
  type BacktestEstimate,
  type CreateBacktestRequest,
  type EstimateBacktestRequest,
} from '@polylogue/proto';
import { Database, groupBy, retryDeadlock, type Caller, type Transaction } from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { BacktestDriver } from './backtest-driver.service.js';
import { BacktestPlans, toNewCase, type WantedBacktest } from './backtest-plans.service.js';
import { BacktestRuns } from './backtest-runs.service.js';
import { toBacktest } from './backtest.mapper.js';
import * as errors from './backtests.errors.js';
import { BacktestsRepository } from './backtests.repository.js';
import { CasesRepository } from './cases.repository.js';
import { PairsRepository } from './pairs.repository.js';
import { estimateOf, type BacktestPlan } from './estimate.rules.js';
import { backtestLimits, issuesOfBudget, issuesOfNew, issuesOfWanted } from './request.rules.js';

@Injectable()
export class BacktestsService {
  constructor(
    private readonly backtests: BacktestsRepository,
    private readonly cases: CasesRepository,
    private readonly pairs: PairsRepository,
    private readonly plans: BacktestPlans,
    private readonly driver: BacktestDriver,
    private readonly runs: BacktestRuns,
    private readonly database: Database,
  ) {}

  async estimate(caller: Caller, request: EstimateBacktestRequest): Promise<BacktestEstimate> {
    caller.mustBeApproved();
    const issues = issuesOfWanted(request);
    if (issues.length > 0) throw errors.invalidBacktest(issues);
    const wanted = request as WantedBacktest;
    return estimateOf(wanted.candidate.aiService, await this.plans.plan(caller.userId, wanted));
  }

  /** Answers as soon as it is stored; its calls are made in the background. */
  async create(caller: Caller, request: CreateBacktestRequest): Promise<Backtest> {
    caller.mustBeApproved();
    const { userId } = caller;
    const issues = issuesOfNew(request);
    if (issues.length > 0) throw errors.invalidBacktest(issues);
    const earlier = await this.database.asUser(userId, (tx) => this.#earlier(tx, userId, request));
    if (earlier) return this.get(caller, earlier);
    const plan = await this.plans.plan(userId, request as WantedBacktest);
    if (plan.cases.length === 0) throw errors.nothingToCompare(plan.sample);
    const id = await this.database.asUser(userId, (tx) => this.#store(tx, userId, request, plan));
    this.driver.nudge();
    return this.get(caller, id);
  }

  /** Newest first. */
  list({ userId }: Caller): Promise<Backtest[]> {
    return this.database.asUser(userId, async (tx) => {
      const rows = await this.backtests.list(tx, userId);
      const figures = groupBy(await this.cases.figures(tx, userId), ({ backtestId }) => backtestId);
      const pairs = groupBy(await this.pairs.figures(tx, userId), ({ backtestId }) => backtestId);
      return rows.map((row) => toBacktest(row, figures.get(row.id) ?? [], pairs.get(row.id) ?? []));
    });
  }

  /** What is another user's is not found, exactly as what does not exist. */
  get({ userId }: Caller, id: string): Promise<Backtest> {
    return this.database.asUser(userId, (tx) => this.#get(tx, userId, id));
  }

  pause({ userId }: Caller, id: string): Promise<Backtest> {
    return this.database.asUser(userId, async (tx) => {
      await this.#get(tx, userId, id);
      await this.backtests.pause(tx, userId, id);
      return this.#get(tx, userId, id);
    });
  }

  async resume(caller: Caller, id: string, budget: BacktestBudget | undefined): Promise<Backtest> {
    caller.mustBeApproved();
    const { userId } = caller;
    const issues = budget ? issuesOfBudget(budget) : [];
    if (issues.length > 0) throw errors.invalidBacktest(issues);
    const resumed = await this.database.asUser(userId, async (tx) => {
      await this.#get(tx, userId, id);
      await this.backtests.resume(tx, userId, id, budget);
      return this.#get(tx, userId, id);
    });
    this.driver.nudge();
    return resumed;
  }

  async cancel({ userId }: Caller, id: string): Promise<Backtest> {
    const { calls, cancelled } = await this.database.asUser(userId, async (tx) => {
      await this.#get(tx, userId, id);
      const calls = await this.backtests.cancel(tx, userId, id);
      return { calls, cancelled: await this.#get(tx, userId, id) };
    });
    // One that another process makes is stopped there.
    for (const call of calls) this.runs.stop(call, 'cancelled');
    return cancelled;
  }

  async delete(caller: Caller, id: string): Promise<void> {
    const { userId } = caller;
    // A call that ends beside locks its case first, and its row then.
    const calls = await retryDeadlock(() =>
      this.database.asUser(userId, async (tx) => {
        await this.#get(tx, userId, id);
        const underWay = await this.backtests.cancel(tx, userId, id);
        await this.backtests.delete(tx, userId, id);
        return underWay;
      }),
    );
    for (const call of calls) this.runs.stop(call, 'lost');
  }

  async #get(tx: Transaction, userId: string, id: string): Promise<Backtest> {
    const [row] = isUuid(id) ? await this.backtests.list(tx, userId, id) : [];
    if (!row) throw errors.backtestNotFound();
    const pairs = row.peopleCompare ? await this.pairs.figures(tx, userId, id) : [];
    return toBacktest(row, await this.cases.figures(tx, userId, id), pairs);
  }

  /** The one that was begun under this key before. */
  async #earlier(tx: Transaction, userId: string, request: CreateBacktestRequest): Promise<string | undefined> {
    const { idempotencyKey } = request;
    const found = idempotencyKey === undefined ? undefined : await this.backtests.findByKey(tx, userId, idempotencyKey);
    if (found && found.bodyHash !== hashOf(request)) throw errors.keyReused();
    return found?.id;
  }

  async #store(tx: Transaction, userId: string, request: CreateBacktestRequest, plan: BacktestPlan): Promise<string> {
    if ((await this.backtests.count(tx, userId)) >= backtestLimits.count) throw errors.tooManyBacktests();
    const id = uuid();
    const { candidate, budget, name, judge, idempotencyKey, peopleCompare } = request;
    const isNew = await this.backtests.insert(tx, userId, {
      id,
      name: name?.trim() || undefined,
      candidate: candidate!,
      sample: plan.sample,
      budget: budget!,
      judge,
      leftOut: plan.leftOut,
      cases: plan.cases.map(toNewCase),
      peopleCompare,
      idempotencyKey,
      bodyHash: idempotencyKey === undefined ? undefined : hashOf(request),
    });
    // The same key at the same moment.
    return isNew ? id : (await this.#earlier(tx, userId, request))!;
  }
}

const hashOf = ({ idempotencyKey: _key, ...body }: CreateBacktestRequest): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');
