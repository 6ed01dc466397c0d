import { Controller } from '@nestjs/common';
import {
  beginSuiteRun,
  cancelSuiteRun,
  createSuite,
  deleteSuite,
  estimateSuiteRun,
  getSuite,
  getSuiteRun,
  listSuiteCases,
  listSuiteResults,
  listSuiteRuns,
  listSuites,
  previewSuiteSchedule,
  readPromptfoo,
  setSuiteAssertions,
  setSuiteSchedule,
  type ValidBodyOf,
} from '@polylogue/api-contract';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { PathId, ValidBody, ValidQuery } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { SuitesService } from './suites.service.js';

@Controller()
export class SuitesController {
  constructor(private readonly suites: SuitesService) {}

  @Serves(readPromptfoo)
  readPromptfoo(@ValidBody() body: ValidBodyOf<typeof readPromptfoo>) {
    return this.suites.readPromptfoo(body);
  }

  @Serves(createSuite)
  create(@ValidBody() body: ValidBodyOf<typeof createSuite>, @IdempotencyKey() key: string | undefined) {
    return this.suites.create(body, key);
  }

  @Serves(listSuites)
  list() {
    return this.suites.list();
  }

  @Serves(getSuite)
  get(@PathId() id: string) {
    return this.suites.get(id);
  }

  @Serves(listSuiteCases)
  cases(@PathId() id: string) {
    return this.suites.cases(id);
  }

  @Serves(setSuiteSchedule)
  setSchedule(@PathId() id: string, @ValidBody() { schedule }: ValidBodyOf<typeof setSuiteSchedule>) {
    return this.suites.setSchedule(id, schedule);
  }

  @Serves(previewSuiteSchedule)
  previewSchedule(@PathId() id: string, @ValidBody() { schedule }: ValidBodyOf<typeof previewSuiteSchedule>) {
    return this.suites.previewSchedule(id, schedule);
  }

  @Serves(setSuiteAssertions)
  setAssertions(@PathId() id: string, @ValidBody() body: ValidBodyOf<typeof setSuiteAssertions>) {
    return this.suites.setAssertions(id, body);
  }

  @Serves(deleteSuite)
  async delete(@PathId() id: string) {
    await this.suites.delete(id);
  }

  @Serves(estimateSuiteRun)
  estimate(@PathId() id: string, @ValidBody() body: ValidBodyOf<typeof estimateSuiteRun>) {
    return this.suites.estimate(id, body);
  }

  @Serves(beginSuiteRun)
  begin(@PathId() id: string, @ValidBody() body: ValidBodyOf<typeof beginSuiteRun>) {
    return this.suites.begin(id, body);
  }

  @Serves(listSuiteRuns)
  runs(@PathId() id: string, @ValidQuery() page: { before?: string | undefined; limit: number }) {
    return this.suites.runs(id, page);
  }

  @Serves(getSuiteRun)
  run(@PathId() id: string) {
    return this.suites.run(id);
  }

  @Serves(listSuiteResults)
  results(@PathId() id: string, @ValidQuery() page: { after: number; limit: number }) {
    return this.suites.results(id, page);
  }

  @Serves(cancelSuiteRun)
  cancel(@PathId() id: string) {
    return this.suites.cancel(id);
  }
}
