import {
  BacktestsServiceDefinition,
  type CancelBacktestRequest,
  type CreateBacktestRequest,
  type DeleteBacktestRequest,
  type EstimateBacktestRequest,
  type GetBacktestCaseRequest,
  type GetBacktestRequest,
  type ListBacktestCasesRequest,
  type ListWorstBacktestCasesRequest,
  type PauseBacktestRequest,
  type ResumeBacktestRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { BacktestCasesService } from './backtest-cases.service.js';
import { BacktestsService } from './backtests.service.js';

@GrpcEndpoint(BacktestsServiceDefinition)
export class BacktestsGrpc implements GrpcHandlers<typeof BacktestsServiceDefinition> {
  constructor(
    private readonly backtests: BacktestsService,
    private readonly cases: BacktestCasesService,
  ) {}

  estimateBacktest(request: EstimateBacktestRequest, call: CallContext) {
    return this.backtests.estimate(call.mustHaveCaller(), request);
  }

  createBacktest(request: CreateBacktestRequest, call: CallContext) {
    return this.backtests.create(call.mustHaveCaller(), request);
  }

  async listBacktests(_request: object, call: CallContext) {
    return { backtests: await this.backtests.list(call.mustHaveCaller()) };
  }

  getBacktest({ id }: GetBacktestRequest, call: CallContext) {
    return this.backtests.get(call.mustHaveCaller(), id);
  }

  pauseBacktest({ id }: PauseBacktestRequest, call: CallContext) {
    return this.backtests.pause(call.mustHaveCaller(), id);
  }

  resumeBacktest({ id, budget }: ResumeBacktestRequest, call: CallContext) {
    return this.backtests.resume(call.mustHaveCaller(), id, budget);
  }

  cancelBacktest({ id }: CancelBacktestRequest, call: CallContext) {
    return this.backtests.cancel(call.mustHaveCaller(), id);
  }

  async deleteBacktest({ id }: DeleteBacktestRequest, call: CallContext) {
    await this.backtests.delete(call.mustHaveCaller(), id);
    return {};
  }

  listBacktestCases({ id, ...wanted }: ListBacktestCasesRequest, call: CallContext) {
    return this.cases.list(call.mustHaveCaller(), id, wanted);
  }

  listWorstBacktestCases({ id }: ListWorstBacktestCasesRequest, call: CallContext) {
    return this.cases.worst(call.mustHaveCaller(), id);
  }

  getBacktestCase({ id, number }: GetBacktestCaseRequest, call: CallContext) {
    return this.cases.get(call.mustHaveCaller(), id, number);
  }
}
