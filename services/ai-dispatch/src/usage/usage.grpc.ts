import {
  UsageServiceDefinition,
  type ListEstimateAccuracyRequest,
  type ListUsageRequest,
  type SumUsageRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toGroup } from './usage.mapper.js';
import { UsageService } from './usage.service.js';

@GrpcEndpoint(UsageServiceDefinition)
export class UsageGrpc implements GrpcHandlers<typeof UsageServiceDefinition> {
  constructor(private readonly usage: UsageService) {}

  sumUsage({ from, to, group, limit }: SumUsageRequest, call: CallContext) {
    return this.usage.sum(call.mustHaveCaller(), { from, to }, toGroup(group), limit);
  }

  listUsage({ from, to }: ListUsageRequest, call: CallContext) {
    return this.usage.list(call.mustHaveCaller(), { from, to }, call.signal);
  }

  async listEstimateAccuracy({ from, to }: ListEstimateAccuracyRequest, call: CallContext) {
    return { services: await this.usage.estimateAccuracy(call.mustHaveCaller(), { from, to }) };
  }
}
