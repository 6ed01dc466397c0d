import { EstimatesServiceDefinition, type EstimateCallsRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { EstimatesService } from './estimates.service.js';

@GrpcEndpoint(EstimatesServiceDefinition)
export class EstimatesGrpc implements GrpcHandlers<typeof EstimatesServiceDefinition> {
  constructor(private readonly estimates: EstimatesService) {}

  async estimateCalls({ calls }: EstimateCallsRequest, call: CallContext) {
    return { estimates: await this.estimates.estimate(call.mustHaveCaller(), calls) };
  }
}
