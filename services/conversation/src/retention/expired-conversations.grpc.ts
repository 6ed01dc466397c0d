import { ExpiredConversationsServiceDefinition, type CountExpiredConversationsRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { RetentionService } from './retention.service.js';

@GrpcEndpoint(ExpiredConversationsServiceDefinition)
export class ExpiredConversationsGrpc implements GrpcHandlers<typeof ExpiredConversationsServiceDefinition> {
  constructor(private readonly retention: RetentionService) {}

  async countExpiredConversations(rule: CountExpiredConversationsRequest, call: CallContext) {
    const { oldestAt, ...counts } = await this.retention.count(call.mustHaveCaller(), rule);
    return { ...counts, oldestAt: oldestAt ?? undefined };
  }
}
