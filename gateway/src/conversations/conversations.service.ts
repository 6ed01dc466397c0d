import { Injectable } from '@nestjs/common';
import type { Conversation } from '@polylogue/api-contract';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { toConversation } from './conversations.mapper.js';

@Injectable()
export class ConversationsService {
  constructor(
    @InjectClient('conversations') private readonly conversations: ClientOf<'conversations'>,
    private readonly catalog: CatalogService,
  ) {}

  /** One by one as they come: a whole history is never in memory. */
  async *list(includeAll: boolean, signal: AbortSignal): AsyncGenerator<[Conversation]> {
    const labelOf = await this.catalog.labels();
    for await (const each of this.conversations.listConversations({ includeAll, limit: 0 }, { signal })) {
      yield [toConversation(each, labelOf)];
    }
  }
}
