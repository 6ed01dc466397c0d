import { Injectable } from '@nestjs/common';
import type {
  AnswerOf,
  BacktestCandidate,
  beginSuiteRun,
  createSuite,
  estimateSuiteRun,
  listSuiteResults,
  listSuiteRuns,
  previewSuiteSchedule,
  readPromptfoo,
  setSuiteAssertions,
  Suite,
  SuiteCase,
  SuiteResult,
  SuiteRun,
  SuiteScheduleInput,
  ValidBodyOf,
} from '@polylogue/api-contract';
import { PriceKnowledge, type Suite as ProtoSuite, type SuiteRun as ProtoRun } from '@polylogue/proto';
import { isUnknownCall } from '@polylogue/service-kit';
import { CatalogService } from '../ai-services/catalog.service.js';
import { fromAnswerSettings } from '../answer-presets/answer-presets.mapper.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toCostRange } from '../usage/cost-range.mapper.js';
import {
  fromAssertion,
  fromNewCase,
  fromSchedule,
  toCase,
  toNewCase,
  toResult,
  toRun,
  toSuite,
} from './suites.mapper.js';

/** Results that are read at a time for an export: few, as each may be long. */
const exportedAtOnce = 5;
const runsAtOnce = 50;

@Injectable()
export class SuitesService {
  constructor(
    @InjectClient('suites') private readonly suites: ClientOf<'suites'>,
    private readonly catalog: CatalogService,
  ) {}

  async readPromptfoo({ yaml }: ValidBodyOf<typeof readPromptfoo>): Promise<AnswerOf<typeof readPromptfoo>> {
    const { name, cases, leftOut } = await this.suites.readPromptfoo({ yaml });
    return { name: name ?? null, cases: cases.map(toNewCase), leftOut };
  }

  create(body: ValidBodyOf<typeof createSuite>, idempotencyKey: string | undefined): Promise<Suite> {
    const { name, candidate, judge, budget, assertions, backtestId, cases, leftOut } = body;
    return this.#suite(
      this.suites.createSuite({
        name,
        candidate: candidateOf(candidate),
        judge,
        budget: { usd: budget.usd ?? undefined, calls: budget.calls },
        assertions: assertions.map(fromAssertion),
        backtestId,
        cases: cases.map(fromNewCase),
        leftOut,
        idempotencyKey,
      }),
    );
  }

  async list(): Promise<Suite[]> {
    const [{ suites }, labelOf] = await Promise.all([this.suites.listSuites({}), this.catalog.labels()]);
    return suites.map((suite) => toSuite(suite, labelOf));
  }

  get(id: string): Promise<Suite> {
    return this.#suite(this.suites.getSuite({ id }));
  }

  async cases(id: string): Promise<SuiteCase[]> {
    return (await this.suites.listSuiteCases({ id })).cases.map(toCase);
  }

  setSchedule(id: string, schedule: SuiteScheduleInput | null): Promise<Suite> {
    return this.#suite(this.suites.setSuiteSchedule({ id, schedule: schedule ? fromSchedule(schedule) : undefined }));
  }

  async previewSchedule(id: string, schedule: SuiteScheduleInput): Promise<AnswerOf<typeof previewSuiteSchedule>> {
    const asked = { id, schedule: fromSchedule(schedule) };
    const { nextRuns, issues } = await this.suites.previewSuiteSchedule(asked);
    return { nextRuns: nextRuns.map((run) => run.toISOString()), issues };
  }

  setAssertions(id: string, { version, assertions, cases }: ValidBodyOf<typeof setSuiteAssertions>): Promise<Suite> {
    const ofCases = cases.map((each) => ({ number: each.number, assertions: each.assertions.map(fromAssertion) }));
    const wanted = { id, version, assertions: assertions.map(fromAssertion), cases: ofCases };
    return this.#suite(this.suites.setSuiteAssertions(wanted));
  }

  async delete(id: string): Promise<void> {
    await this.suites.deleteSuite({ id });
  }

  async estimate(id: string, body: ValidBodyOf<typeof estimateSuiteRun>): Promise<AnswerOf<typeof estimateSuiteRun>> {
    const { calls, candidate, judge } = await this.suites.estimateSuiteRun({
      id,
      candidate: body.candidate && candidateOf(body.candidate),
    });
    const asked = [candidate, judge].filter((each) => each !== undefined);
    const costs = asked.flatMap(({ cost }) => cost ?? []);
    const sumOf = (side: 'lowMicros' | 'highMicros') => costs.reduce((sum, cost) => sum + cost[side], 0);
    return {
      calls,
      cost: costs.length > 0 ? toCostRange({ lowMicros: sumOf('lowMicros'), highMicros: sumOf('highMicros') }) : null,
      unknownPrice: asked.some(({ price, cost }) => price !== PriceKnowledge.FREE && cost === undefined),
    };
  }

  begin(id: string, { candidate, version }: ValidBodyOf<typeof beginSuiteRun>): Promise<SuiteRun> {
    const wanted = { id, candidate: candidate && candidateOf(candidate), version };
    return this.#run(this.suites.beginSuiteRun(wanted));
  }

  async runs(
    id: string,
    page: { before?: string | undefined; limit: number },
  ): Promise<AnswerOf<typeof listSuiteRuns>> {
    const wanted = { id, limit: page.limit, beforeId: page.before };
    const [{ runs, hasMore }, labelOf] = await Promise.all([this.suites.listSuiteRuns(wanted), this.catalog.labels()]);
    return { runs: runs.map((run) => toRun(run, labelOf)), hasMore };
  }

  run(id: string): Promise<SuiteRun> {
    return this.#run(this.suites.getSuiteRun({ id }));
  }

  async results(id: string, page: { after: number; limit: number }): Promise<AnswerOf<typeof listSuiteResults>> {
    const { results, next } = await this.suites.listSuiteResults({ id, ...page });
    return { results: results.map(toResult), next: next ?? null };
  }

  cancel(id: string): Promise<SuiteRun> {
    return this.#run(this.suites.cancelSuiteRun({ id }));
  }

  /** All of the caller's with their cases, their runs and what was answered. */
  async *all() {
    for (const suite of await this.#known()) {
      const cases = await this.cases(suite.id);
      const runs: (SuiteRun & { results: SuiteResult[] })[] = [];
      for await (const run of this.#runsOf(suite)) runs.push({ ...run, results: await this.#resultsOf(run) });
      yield { ...suite, cases, runs };
    }
  }

  async #known(): Promise<Suite[]> {
    try {
      return await this.list();
    } catch (error) {
      // A quality of the version before keeps none.
      if (isUnknownCall(error)) return [];
      throw error;
    }
  }

  async *#runsOf({ id }: Suite) {
    for (let before: string | undefined, hasMore = true; hasMore;) {
      const page: AnswerOf<typeof listSuiteRuns> = await this.runs(id, { before, limit: runsAtOnce });
      yield* page.runs;
      before = page.runs.at(-1)?.id;
      hasMore = page.hasMore;
    }
  }

  async #resultsOf({ id }: SuiteRun): Promise<SuiteResult[]> {
    const results: SuiteResult[] = [];
    for (let after: number | null = 0; after !== null;) {
      const page: AnswerOf<typeof listSuiteResults> = await this.results(id, { after, limit: exportedAtOnce });
      results.push(...page.results);
      after = page.next;
    }
    return results;
  }

  async #suite(asked: Promise<ProtoSuite>): Promise<Suite> {
    const [suite, labelOf] = await Promise.all([asked, this.catalog.labels()]);
    return toSuite(suite, labelOf);
  }

  async #run(asked: Promise<ProtoRun>): Promise<SuiteRun> {
    const [run, labelOf] = await Promise.all([asked, this.catalog.labels()]);
    return toRun(run, labelOf);
  }
}

const candidateOf = ({ aiService, settings }: BacktestCandidate) => ({
  aiService,
  settings: fromAnswerSettings(settings),
});
