import {
  SuiteSchedule,
  SuitesServiceDefinition,
  type BeginSuiteRunRequest,
  type CancelSuiteRunRequest,
  type CreateSuiteRequest,
  type DeleteSuiteRequest,
  type EstimateSuiteRunRequest,
  type GetSuiteRequest,
  type GetSuiteRunRequest,
  type ListSuiteCasesRequest,
  type ListSuiteResultsRequest,
  type ListSuiteRunsRequest,
  type PreviewSuiteScheduleRequest,
  type ReadPromptfooRequest,
  type SetSuiteAssertionsRequest,
  type SetSuiteScheduleRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { readPromptfoo } from './promptfoo/read-promptfoo.rules.js';
import { SuiteEdits } from './suite-edits.service.js';
import { SuiteRunsService } from './suite-runs.service.js';
import { SuitesService } from './suites.service.js';

@GrpcEndpoint(SuitesServiceDefinition)
export class SuitesGrpc implements GrpcHandlers<typeof SuitesServiceDefinition> {
  constructor(
    private readonly suites: SuitesService,
    private readonly edits: SuiteEdits,
    private readonly runs: SuiteRunsService,
  ) {}

  readPromptfoo({ yaml }: ReadPromptfooRequest, call: CallContext) {
    call.mustHaveCaller();
    return Promise.resolve(readPromptfoo(yaml));
  }

  createSuite(request: CreateSuiteRequest, call: CallContext) {
    return this.suites.create(call.mustHaveCaller(), request);
  }

  async listSuites(_request: object, call: CallContext) {
    return { suites: await this.suites.list(call.mustHaveCaller()) };
  }

  getSuite({ id }: GetSuiteRequest, call: CallContext) {
    return this.suites.get(call.mustHaveCaller(), id);
  }

  async listSuiteCases({ id }: ListSuiteCasesRequest, call: CallContext) {
    return { cases: await this.suites.cases(call.mustHaveCaller(), id) };
  }

  setSuiteSchedule({ id, schedule }: SetSuiteScheduleRequest, call: CallContext) {
    return this.suites.setSchedule(call.mustHaveCaller(), id, schedule);
  }

  previewSuiteSchedule({ id, schedule }: PreviewSuiteScheduleRequest, call: CallContext) {
    return this.suites.previewSchedule(call.mustHaveCaller(), id, schedule ?? SuiteSchedule.create());
  }

  setSuiteAssertions(request: SetSuiteAssertionsRequest, call: CallContext) {
    return this.edits.setAssertions(call.mustHaveCaller(), request);
  }

  async deleteSuite({ id }: DeleteSuiteRequest, call: CallContext) {
    await this.suites.delete(call.mustHaveCaller(), id);
    return {};
  }

  estimateSuiteRun({ id, candidate }: EstimateSuiteRunRequest, call: CallContext) {
    return this.runs.estimate(call.mustHaveCaller(), id, candidate);
  }

  beginSuiteRun({ id, ...wanted }: BeginSuiteRunRequest, call: CallContext) {
    return this.runs.begin(call.mustHaveCaller(), id, wanted);
  }

  listSuiteRuns({ id, limit, beforeId }: ListSuiteRunsRequest, call: CallContext) {
    return this.runs.list(call.mustHaveCaller(), id, limit, beforeId);
  }

  getSuiteRun({ id }: GetSuiteRunRequest, call: CallContext) {
    return this.runs.get(call.mustHaveCaller(), id);
  }

  listSuiteResults({ id, ...page }: ListSuiteResultsRequest, call: CallContext) {
    return this.runs.results(call.mustHaveCaller(), id, page);
  }

  cancelSuiteRun({ id }: CancelSuiteRunRequest, call: CallContext) {
    return this.runs.cancel(call.mustHaveCaller(), id);
  }
}
