import {
  BacktestPairsServiceDefinition,
  type ChooseInBacktestPairRequest,
  type EndBacktestPairsRequest,
  type GetNextBacktestPairRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { BacktestPairsService } from './backtest-pairs.service.js';

@GrpcEndpoint(BacktestPairsServiceDefinition)
export class BacktestPairsGrpc implements GrpcHandlers<typeof BacktestPairsServiceDefinition> {
  constructor(private readonly pairs: BacktestPairsService) {}

  getNextBacktestPair({ id }: GetNextBacktestPairRequest, call: CallContext) {
    return this.pairs.next(call.mustHaveCaller(), id);
  }

  chooseInBacktestPair({ id, number, choice }: ChooseInBacktestPairRequest, call: CallContext) {
    return this.pairs.choose(call.mustHaveCaller(), id, number, choice);
  }

  endBacktestPairs({ id }: EndBacktestPairsRequest, call: CallContext) {
    return this.pairs.end(call.mustHaveCaller(), id);
  }
}
