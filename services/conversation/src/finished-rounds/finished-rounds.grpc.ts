import { FinishedRoundsServiceDefinition, type StoreRoundRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { fromRequest } from './finished-round.mapper.js';
import { FinishedRoundsService } from './finished-rounds.service.js';

@GrpcEndpoint(FinishedRoundsServiceDefinition)
export class FinishedRoundsGrpc implements GrpcHandlers<typeof FinishedRoundsServiceDefinition> {
  constructor(private readonly rounds: FinishedRoundsService) {}

  async storeRound(request: StoreRoundRequest, call: CallContext) {
    return { isNew: await this.rounds.store(call, request.userId, fromRequest(request)) };
  }
}
