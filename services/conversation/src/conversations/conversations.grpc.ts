import { ConversationsServiceDefinition, type Conversation, type ListConversationsRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { toConversation } from './conversation.mapper.js';
import { ConversationsService } from './conversations.service.js';

@GrpcEndpoint(ConversationsServiceDefinition)
export class ConversationsGrpc implements GrpcHandlers<typeof ConversationsServiceDefinition> {
  constructor(private readonly conversations: ConversationsService) {}

  async *listConversations(request: ListConversationsRequest, call: CallContext): AsyncGenerator<Conversation> {
    const { includeAll, limit } = request;
    for await (const { conversation, messages } of this.conversations.list(call.mustHaveCaller(), includeAll, limit)) {
      yield toConversation(conversation, messages);
    }
  }
}
