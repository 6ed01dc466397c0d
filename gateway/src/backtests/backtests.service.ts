import { Injectable } from '@nestjs/common';
import type {
  AnswerOf,
  Backtest,
  BacktestBudget,
  BacktestCase,
  BacktestCaseTexts,
  BacktestEstimate,
  createBacktest,
  estimateBacktest,
  listBacktestCases,
  ValidBodyOf,
} from '@polylogue/api-contract';
import type { GetBacktestRequest, Backtest as ProtoBacktest } from '@polylogue/proto';
import { isUnknownCall } from '@polylogue/service-kit';
import { CatalogService } from '../ai-services/catalog.service.js';
import { fromAnswerSettings } from '../answer-presets/answer-presets.mapper.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toBacktest, toBacktestCase, toBacktestEstimate, toCaseTexts } from './backtests.mapper.js';

/** Which cases of a backtest are wanted. */
export interface CasesQuery {
  outcome?: string | undefined;
  after: number;
  limit: number;
}

/** Cases with their replies that are read at a time: few, as each may be long. */
const exportedAtOnce = 3;

@Injectable()
export class BacktestsService {
  constructor(
    @InjectClient('backtests') private readonly backtests: ClientOf<'backtests'>,
    private readonly catalog: CatalogService,
  ) {}

  async estimate(body: ValidBodyOf<typeof estimateBacktest>): Promise<BacktestEstimate> {
    const [estimate, labelOf] = await Promise.all([
      this.backtests.estimateBacktest(wantedOf(body)),
      this.catalog.labels(),
    ]);
    return toBacktestEstimate(estimate, labelOf);
  }

  create(body: ValidBodyOf<typeof createBacktest>, idempotencyKey: string | undefined): Promise<Backtest> {
    const { name, budget, peopleCompare } = body;
    return this.#answer(
      this.backtests.createBacktest({
        ...wantedOf(body),
        name: name === '' ? undefined : name,
        budget: fromBudget(budget),
        peopleCompare,
        idempotencyKey,
      }),
    );
  }

  async list(): Promise<Backtest[]> {
    const [{ backtests }, labelOf] = await Promise.all([this.backtests.listBacktests({}), this.catalog.labels()]);
    return backtests.map((backtest) => toBacktest(backtest, labelOf));
  }

  get(id: string): Promise<Backtest> {
    return this.#answer(this.backtests.getBacktest({ id }));
  }

  pause(id: string): Promise<Backtest> {
    return this.#answer(this.backtests.pauseBacktest({ id }));
  }

  resume(id: string, budget: BacktestBudget | undefined): Promise<Backtest> {
    return this.#answer(this.backtests.resumeBacktest({ id, budget: budget && fromBudget(budget) }));
  }

  cancel(id: string): Promise<Backtest> {
    return this.#answer(this.backtests.cancelBacktest({ id }));
  }

  async delete(id: string): Promise<void> {
    await this.backtests.deleteBacktest({ id });
  }

  async cases(id: string, query: CasesQuery): Promise<AnswerOf<typeof listBacktestCases>> {
    const [{ cases, next }, labelOf] = await Promise.all([
      this.backtests.listBacktestCases({ id, ...query, withAnswers: false }),
      this.catalog.labels(),
    ]);
    return { cases: cases.map((each) => toBacktestCase(each, labelOf)), next: next ?? null };
  }

  async worst(id: string): Promise<BacktestCase[]> {
    const [{ cases }, labelOf] = await Promise.all([
      this.backtests.listWorstBacktestCases({ id }),
      this.catalog.labels(),
    ]);
    return cases.map((each) => toBacktestCase(each, labelOf));
  }

  async case(id: string, number: number): Promise<BacktestCaseTexts> {
    const [found, labelOf] = await Promise.all([this.backtests.getBacktestCase({ id, number }), this.catalog.labels()]);
    return toCaseTexts(found, labelOf);
  }

  /** All of the caller's with their cases and what the candidates replied. */
  async *all() {
    for (const backtest of await this.#known()) {
      const cases: (BacktestCase & { reply: string | null })[] = [];
      for await (const each of this.#answered(backtest)) cases.push(each);
      yield { ...backtest, cases };
    }
  }

  async #known(): Promise<Backtest[]> {
    try {
      return await this.list();
    } catch (error) {
      // A quality of the version before keeps none.
      if (isUnknownCall(error)) return [];
      throw error;
    }
  }

  async *#answered({ id }: GetBacktestRequest) {
    const labelOf = await this.catalog.labels();
    for (let after: number | undefined = 0; after !== undefined;) {
      const wanted = { id, after, limit: exportedAtOnce, withAnswers: true };
      const page: Awaited<ReturnType<typeof this.backtests.listBacktestCases>> =
        await this.backtests.listBacktestCases(wanted);
      for (const each of page.cases) yield { ...toBacktestCase(each, labelOf), reply: each.answer ?? null };
      after = page.next;
    }
  }

  async #answer(asked: Promise<ProtoBacktest>): Promise<Backtest> {
    const [backtest, labelOf] = await Promise.all([asked, this.catalog.labels()]);
    return toBacktest(backtest, labelOf);
  }
}

const fromBudget = ({ usd, calls }: BacktestBudget) => ({ usd: usd ?? undefined, calls });

const wantedOf = ({ candidate, sample, judge }: ValidBodyOf<typeof estimateBacktest>) => ({
  candidate: { aiService: candidate.aiService, settings: fromAnswerSettings(candidate.settings) },
  sample,
  judge,
});
