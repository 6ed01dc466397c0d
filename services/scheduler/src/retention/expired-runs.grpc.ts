import { ExpiredRunsServiceDefinition, type CountExpiredRunsRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { ExpiredRunsService } from './expired-runs.service.js';

@GrpcEndpoint(ExpiredRunsServiceDefinition)
export class ExpiredRunsGrpc implements GrpcHandlers<typeof ExpiredRunsServiceDefinition> {
  constructor(private readonly runs: ExpiredRunsService) {}

  async countExpiredRuns({ keepDays }: CountExpiredRunsRequest, call: CallContext) {
    return { runs: await this.runs.count(call.mustHaveCaller(), keepDays) };
  }
}
