import { chatRole, ContextsServiceDefinition, type Context, type GetContextRequest } from '@polylogue/proto';
import { GrpcEndpoint, type CallContext, type GrpcHandlers } from '@polylogue/service-kit';
import { isUuid } from '../broadcasts/ids.rules.js';
import { contextNotFound } from './contexts.errors.js';
import { ContextsService } from './contexts.service.js';

@GrpcEndpoint(ContextsServiceDefinition)
export class ContextsGrpc implements GrpcHandlers<typeof ContextsServiceDefinition> {
  constructor(private readonly contexts: ContextsService) {}

  async getContext({ messageId }: GetContextRequest, call: CallContext): Promise<Context> {
    const caller = call.mustHaveCaller();
    if (!isUuid(messageId)) throw contextNotFound();
    const { aiService, thread } = await this.contexts.get(caller, messageId);
    const messages = thread.map(({ role, content }) => ({ role: chatRole.fromWord(role), content }));
    return { messageId, aiService, messages };
  }
}
