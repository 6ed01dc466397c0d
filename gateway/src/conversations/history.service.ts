import { Inject, Injectable } from '@nestjs/common';
import type { Conversation, ConversationView, FoundConversation } from '@polylogue/api-contract';
import { CatalogueService } from '../ai-services/catalogue.service.js';
import { HistoryClient } from '../clients/history.client.js';
import { toFindRequest, toFound, toView, type ListQuery } from './history.mapper.js';

export interface ListHead {
  total: number | undefined;
  totalAtLeast: number | undefined;
  nextCursor: string;
}

/** What conversation keeps, found and removed. */
@Injectable()
export class HistoryService {
  constructor(
    @Inject(HistoryClient) private readonly history: HistoryClient,
    private readonly catalogue: CatalogueService,
  ) {}

  /** One by one as they come: nobody holds a whole history in memory. The head is told before the first. */
  async *find(
    query: ListQuery,
    signal: AbortSignal,
    onHead: (head: ListHead) => void = () => {},
  ): AsyncGenerator<FoundConversation> {
    const labelOf = await this.catalogue.labels();
    for await (const { item } of this.history.findConversations(toFindRequest(query), { signal })) {
      if (item?.$case === 'head') {
        const { total, totalAtLeast, nextCursor } = item.head;
        onHead({ total, totalAtLeast, nextCursor });
      } else if (item?.$case === 'batch') {
        for (const found of item.batch.found) yield toFound(found, labelOf);
      } else if (item) yield toFound(item.found, labelOf);
    }
  }

  async view(id: string): Promise<ConversationView> {
    const [view, labelOf] = await Promise.all([this.history.getConversation({ id }), this.catalogue.labels()]);
    return toView(view, labelOf);
  }

  async *one(id: string): AsyncGenerator<Conversation> {
    const { siblings: _siblings, ...conversation } = await this.view(id);
    yield conversation;
  }

  clear(aiServices: string[]) {
    return this.history.clearDashboard({ aiServices });
  }

  async delete(id: string): Promise<void> {
    await this.history.deleteConversation({ id });
  }

  deleteAll() {
    return this.history.deleteAllConversations({}, { deadlineMs: 30_000 });
  }

  continue(
    body: { conversationId: string; selectedAIs: string[]; newMessage: string },
    idempotencyKey: string | undefined,
    signal: AbortSignal,
  ) {
    const { conversationId, selectedAIs, newMessage } = body;
    const request = { conversationId, message: newMessage, aiServices: selectedAIs, idempotencyKey };
    return this.history.continueConversation(request, { signal });
  }
}
