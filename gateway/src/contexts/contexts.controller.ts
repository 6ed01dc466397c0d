import { Controller } from '@nestjs/common';
import {
  getMessageContext,
  getMessageRequest,
  type MessageContext,
  type MessageRequest,
} from '@polylogue/api-contract';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { PathId } from '../http/input.js';
import { Serves } from '../http/serves.js';
import { toMessageContext, toMessageRequest } from './contexts.mapper.js';

@Controller()
export class ContextsController {
  constructor(@InjectClient('contexts') private readonly contexts: ClientOf<'contexts'>) {}

  @Serves(getMessageContext)
  async get(@PathId() messageId: string): Promise<MessageContext> {
    return toMessageContext(messageId, await this.contexts.getContext({ messageId }));
  }

  @Serves(getMessageRequest)
  async getRequest(@PathId() messageId: string): Promise<MessageRequest> {
    return toMessageRequest(await this.contexts.getSentRequest({ messageId }));
  }
}
