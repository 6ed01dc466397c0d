import {
  RetentionServiceDefinition,
  type GetRetentionRequest,
  type ListRemovalsRequest,
  type SetRetentionRequest,
} from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { RetentionService } from './retention.service.js';

@GrpcEndpoint(RetentionServiceDefinition)
export class RetentionGrpc implements GrpcHandlers<typeof RetentionServiceDefinition> {
  constructor(private readonly retention: RetentionService) {}

  getRetention(_request: GetRetentionRequest, call: CallContext) {
    call.mustComeFrom('gateway', 'conversation', 'scheduler');
    return this.retention.current();
  }

  setRetention({ keepDays, removesStarred }: SetRetentionRequest, call: CallContext) {
    return this.retention.set(call.mustHaveCaller(), { keepDays: keepDays ?? null, removesStarred });
  }

  async listRemovals({ days }: ListRemovalsRequest, call: CallContext) {
    return { removals: await this.retention.list(call.mustHaveCaller(), days) };
  }
}
