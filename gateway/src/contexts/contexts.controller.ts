import { Controller, Inject } from '@nestjs/common';
import { getMessageContext, type MessageContext } from '@polylogue/api-contract';
import { chatRole } from '@polylogue/proto';
import { ContextsClient } from '../clients/contexts.client.js';
import { PathId } from '../http/input.js';
import { Serves } from '../http/serves.js';

@Controller()
export class ContextsController {
  constructor(@Inject(ContextsClient) private readonly contexts: ContextsClient) {}

  @Serves(getMessageContext)
  async get(@PathId() messageId: string): Promise<MessageContext> {
    const { aiService, messages } = await this.contexts.getContext({ messageId });
    return {
      messageId,
      aiService,
      messages: messages.map(({ role, content }) => ({ role: chatRole.toWord(role), content })),
    };
  }
}
