import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import {
  ChatMessage,
  isUuid,
  type CreateSuiteRequest,
  type Suite,
  type SuiteCase,
  type SuiteSchedule,
} from '@polylogue/proto';
import {
  Database,
  isSameSchedule,
  nextSlot,
  previewSlots,
  retryDeadlock,
  type Caller,
  type Transaction,
} from '@polylogue/service-kit';
import { v7 as uuid } from 'uuid';
import { AssertionTrials } from './assertion-trials.service.js';
import { FrozenCases } from './frozen-cases.service.js';
import { issuesOfNew, suiteLimits } from './suite-request.rules.js';
import { SuitePlans } from './suite-plans.service.js';
import { SuiteRunsRepository } from './suite-runs.repository.js';
import { issuesOfSchedule, keptSchedule, scheduleOf } from './suite-schedule.rules.js';
import { SuiteTries } from './suite-tries.service.js';
import type { NewCase, SuiteRow } from './suite.entity.js';
import * as errors from './suites.errors.js';
import { toCase, toSuite } from './suites.mapper.js';
import { SuitesRepository, type HeldSchedule } from './suites.repository.js';

@Injectable()
export class SuitesService {
  constructor(
    private readonly suites: SuitesRepository,
    private readonly runs: SuiteRunsRepository,
    private readonly frozen: FrozenCases,
    private readonly plans: SuitePlans,
    private readonly tries: SuiteTries,
    private readonly trials: AssertionTrials,
    private readonly database: Database,
  ) {}

  async create(caller: Caller, request: CreateSuiteRequest): Promise<Suite> {
    caller.mustBeApproved();
    const { userId } = caller;
    const issues = issuesOfNew(request);
    if (issues.length > 0) throw errors.invalidSuite(issues);
    const earlier = await this.database.asUser(userId, (tx) => this.#earlier(tx, userId, request));
    if (earlier) return this.get(caller, earlier);
    await this.trials.mustBeUsable([
      { path: 'assertions', assertions: request.assertions },
      ...request.cases.map((each, index) => ({ path: `cases.${index}.assertions`, assertions: each.assertions })),
    ]);
    await this.plans.mustBeText(request.candidate!.aiService, request.judge);
    const { cases, leftOut } = await this.#casesOf(caller, request);
    if (cases.length === 0) throw errors.nothingToAsk();
    const asked = { ...request, leftOut: [...request.leftOut, ...leftOut] };
    const id = await this.database.asUser(userId, (tx) => this.#store(tx, userId, asked, cases));
    return this.get(caller, id);
  }

  /** Newest first, each with its newest run. */
  list({ userId }: Caller): Promise<Suite[]> {
    return this.database.asUser(userId, async (tx) => {
      const rows = await this.suites.list(tx, userId);
      const newest = await this.runs.list(tx, userId, { isNewest: true, limit: suiteLimits.count });
      const bySuite = new Map(newest.map((run) => [run.suiteId, run]));
      return rows.map((row) => toSuite(row, bySuite.get(row.id)));
    });
  }

  /** What is another user's is not found, exactly as what does not exist. */
  get({ userId }: Caller, id: string): Promise<Suite> {
    return this.database.asUser(userId, (tx) => this.#get(tx, userId, id));
  }

  cases({ userId }: Caller, id: string): Promise<SuiteCase[]> {
    return this.database.asUser(userId, async (tx) => {
      await this.#get(tx, userId, id);
      return (await this.suites.cases(tx, userId, id)).map(toCase);
    });
  }

  async setSchedule(caller: Caller, id: string, schedule: SuiteSchedule | undefined): Promise<Suite> {
    caller.mustBeApproved();
    const { userId } = caller;
    return this.database.asUser(userId, async (tx) => {
      const held = isUuid(id) ? await this.suites.lockSchedule(tx, userId, id) : undefined;
      if (!held) throw errors.suiteNotFound();
      const issues = schedule ? issuesOfSchedule(schedule, held.now) : [];
      if (issues.length > 0) throw errors.invalidSuite(issues);
      const kept = schedule && keptSchedule(schedule, held.schedule, held.now);
      await this.suites.setSchedule(tx, userId, id, kept, kept && nextRunOf(kept, held));
      return this.#get(tx, userId, id);
    });
  }

  /** When a suite would run by a schedule, or why that cannot be saved. */
  async previewSchedule(caller: Caller, id: string, schedule: SuiteSchedule) {
    caller.mustBeApproved();
    const { userId } = caller;
    const { before, now } = await this.database.asUser(userId, async (tx) => ({
      before: (await this.#row(tx, userId, id)).schedule,
      now: await this.suites.now(tx),
    }));
    const issues = issuesOfSchedule(schedule, now);
    if (issues.length > 0) return { issues, nextRuns: [] };
    return { issues, nextRuns: previewSlots(scheduleOf(keptSchedule(schedule, before, now)), now) };
  }

  async delete({ userId }: Caller, id: string): Promise<void> {
    // A try that ends beside locks its case first, and its row then.
    const underWay = await retryDeadlock(() =>
      this.database.asUser(userId, async (tx) => {
        await this.#get(tx, userId, id);
        const tries = await this.runs.cancel(tx, userId, { suiteId: id });
        await this.suites.delete(tx, userId, id);
        return tries;
      }),
    );
    for (const each of underWay) this.tries.stop(each, 'lost');
  }

  async #get(tx: Transaction, userId: string, id: string): Promise<Suite> {
    const row = await this.#row(tx, userId, id);
    const [latest] = await this.runs.list(tx, userId, { suiteId: id, limit: 1 });
    return toSuite(row, latest);
  }

  async #row(tx: Transaction, userId: string, id: string): Promise<SuiteRow> {
    const [row] = isUuid(id) ? await this.suites.list(tx, userId, id) : [];
    if (!row) throw errors.suiteNotFound();
    return row;
  }

  #casesOf(caller: Caller, { backtestId, cases }: CreateSuiteRequest) {
    if (backtestId !== undefined) return this.frozen.ofBacktest(caller, backtestId);
    const made = cases.map(({ messages, assertions }): NewCase => ({
      messageId: null,
      conversationId: null,
      broadcastId: null,
      messages,
      question: messages.at(-1)!.content.slice(0, suiteLimits.question),
      contextBytes: bytesOf(messages),
      assertions,
    }));
    return { cases: made, leftOut: [] };
  }

  /** The one that was made under this key before. */
  async #earlier(tx: Transaction, userId: string, request: CreateSuiteRequest): Promise<string | undefined> {
    const { idempotencyKey } = request;
    const found = idempotencyKey === undefined ? undefined : await this.suites.findByKey(tx, userId, idempotencyKey);
    if (found && found.bodyHash !== hashOf(request)) throw errors.keyReused();
    return found?.id;
  }

  async #store(
    tx: Transaction,
    userId: string,
    request: CreateSuiteRequest,
    cases: readonly NewCase[],
  ): Promise<string> {
    if ((await this.suites.count(tx, userId)) >= suiteLimits.count) throw errors.tooManySuites();
    const { name, candidate, budget, assertions, judge, leftOut, idempotencyKey } = request;
    const id = uuid();
    const isNew = await this.suites.insert(tx, userId, {
      id,
      name: name.trim(),
      candidate: candidate!,
      budget: budget!,
      assertions,
      judge,
      leftOut,
      cases,
      idempotencyKey,
      bodyHash: idempotencyKey === undefined ? undefined : hashOf(request),
    });
    // The same key at the same moment.
    return isNew ? id : (await this.#earlier(tx, userId, request))!;
  }
}

/** A slot that has come and was not begun yet stays, where it is the same schedule. */
function nextRunOf(kept: SuiteSchedule, { schedule, nextRunAt, now }: HeldSchedule): Date | undefined {
  const isSame = schedule !== undefined && isSameSchedule(scheduleOf(schedule), scheduleOf(kept));
  return (isSame ? nextRunAt : null) ?? nextSlot(scheduleOf(kept), now);
}

export const bytesOf = (messages: readonly ChatMessage[]): number =>
  messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

const hashOf = ({ idempotencyKey: _key, leftOut: _leftOut, ...body }: CreateSuiteRequest): string =>
  createHash('sha256').update(JSON.stringify(body)).digest('base64url');
