import { Controller, Inject } from '@nestjs/common';
import { getMessageContext, type MessageContext } from '@polylogue/api-contract';
import { ContextsClient } from '../clients/contexts.client.js';
import { PathId } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { toMessageContext } from './contexts.mapper.js';

@Controller()
export class ContextsController {
  constructor(@Inject(ContextsClient) private readonly contexts: ContextsClient) {}

  @Serves(getMessageContext)
  async get(@PathId() messageId: string): Promise<MessageContext> {
    return toMessageContext(messageId, await this.contexts.getContext({ messageId }));
  }
}
