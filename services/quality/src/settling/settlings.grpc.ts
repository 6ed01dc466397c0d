import { SettlingServiceDefinition } from '@polylogue/proto';
import type { CreateSettleRoundRequest, EstimateSettleRoundRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { SettlingsService } from './settlings.service.js';

@GrpcEndpoint(SettlingServiceDefinition)
export class SettlingsGrpc implements GrpcHandlers<typeof SettlingServiceDefinition> {
  constructor(private readonly settlings: SettlingsService) {}

  createSettleRound(request: CreateSettleRoundRequest, call: CallContext) {
    return this.settlings.create(call.mustHaveCaller(), { ...request, mapId: request.mapId.toLowerCase() });
  }

  getSettling({ mapId }: { mapId: string }, call: CallContext) {
    return this.settlings.get(call.mustHaveCaller(), mapId);
  }

  async cancelSettleRound({ mapId }: { mapId: string }, call: CallContext) {
    return { cancelled: await this.settlings.cancel(call.mustHaveCaller(), mapId) };
  }

  async estimateSettleRound(request: EstimateSettleRoundRequest, call: CallContext) {
    return { estimates: await this.settlings.estimate(call.mustHaveCaller(), request) };
  }
}
