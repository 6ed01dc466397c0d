import { RunDigestsServiceDefinition, type GetRunDigestRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { RunDigestsService } from './run-digests.service.js';

@GrpcEndpoint(RunDigestsServiceDefinition)
export class RunDigestsGrpc implements GrpcHandlers<typeof RunDigestsServiceDefinition> {
  constructor(private readonly digests: RunDigestsService) {}

  async getRunDigest({ executionId, userId }: GetRunDigestRequest, call: CallContext) {
    call.mustComeFrom('admin');
    return this.digests.get(userId, executionId);
  }
}
