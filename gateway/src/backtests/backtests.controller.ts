import { Controller } from '@nestjs/common';
import {
  cancelBacktest,
  createBacktest,
  deleteBacktest,
  estimateBacktest,
  getBacktest,
  getBacktestCase,
  listBacktestCases,
  listBacktests,
  listWorstBacktestCases,
  pauseBacktest,
  resumeBacktest,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathCase, PathId, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { BacktestsService, type CasesQuery } from './backtests.service.js';

@Controller()
export class BacktestsController {
  constructor(private readonly backtests: BacktestsService) {}

  @Serves(estimateBacktest)
  estimate(@ValidBody() body: ValidBodyOf<typeof estimateBacktest>) {
    return this.backtests.estimate(body);
  }

  @Serves(createBacktest)
  create(@ValidBody() body: ValidBodyOf<typeof createBacktest>, @IdempotencyKey() key: string | undefined) {
    return this.backtests.create(body, key);
  }

  @Serves(listBacktests)
  list() {
    return this.backtests.list();
  }

  @Serves(getBacktest)
  get(@PathId() id: string) {
    return this.backtests.get(id);
  }

  @Serves(pauseBacktest)
  pause(@PathId() id: string) {
    return this.backtests.pause(id);
  }

  @Serves(resumeBacktest)
  resume(@PathId() id: string, @ValidBody() { budget }: ValidBodyOf<typeof resumeBacktest>) {
    return this.backtests.resume(id, budget);
  }

  @Serves(cancelBacktest)
  cancel(@PathId() id: string) {
    return this.backtests.cancel(id);
  }

  @Serves(deleteBacktest)
  async delete(@PathId() id: string) {
    await this.backtests.delete(id);
  }

  @Serves(listBacktestCases)
  cases(@PathId() id: string, @ValidQuery() query: CasesQuery) {
    return this.backtests.cases(id, query);
  }

  @Serves(listWorstBacktestCases)
  worst(@PathId() id: string) {
    return this.backtests.worst(id);
  }

  @Serves(getBacktestCase)
  case(@PathId() id: string, @PathCase() number: number) {
    return this.backtests.case(id, number);
  }
}
