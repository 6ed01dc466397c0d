import { Injectable } from '@nestjs/common';
import type { FoundConversation } from '@polylogue/api-contract';
import type { FindConversationsRequest, FoundConversation as ProtoFound, FoundItem } from '@polylogue/proto';
import { withBlindNote } from '../ai-services/ai-services.mapper.js';
import { CatalogService } from '../ai-services/catalog.service.js';
import { InjectClient, type ClientOf } from '../clients/clients.js';
import { exportedParts, type ExportedPart } from './exported-parts.js';
import { toFindRequest, toFound, type ListQuery } from './history.mapper.js';
import { viewItems } from './view-items.js';
import { viewJsonOf } from './view.writer.js';

export interface ListHead {
  total: number | undefined;
  totalAtLeast: number | undefined;
  nextCursor: string;
}

/** What conversation keeps, found and removed. */
@Injectable()
export class HistoryService {
  constructor(
    @InjectClient('history') private readonly history: ClientOf<'history'>,
    private readonly catalog: CatalogService,
  ) {}

  /** Some at a time, as they come: a whole history is never in memory. `onHead` is called before the first. */
  async *find(
    query: ListQuery,
    signal: AbortSignal,
    onHead: (head: ListHead) => void = () => {},
  ): AsyncGenerator<FoundConversation[]> {
    const labelOf = await this.catalog.labels();
    const items = this.history.findConversations(toFindRequest(query), { signal });
    for await (const some of wholeOnes(items, onHead)) yield some.map((found) => toFound(found, labelOf));
  }

  /**
   * The same with everything that is stored: what the services were given of files too. Long threads come in parts. In the order of
   * creation, which no message changes: by its activity one that gets a message meanwhile would move to where the list was read already.
   */
  async *export(
    wanted: Pick<FindConversationsRequest, 'id'> | ListQuery,
    signal: AbortSignal,
  ): AsyncGenerator<ExportedPart> {
    const labelOf = withBlindNote(await this.catalog.labels());
    const request =
      'id' in wanted
        ? { ...toFindRequest({}), ...wanted }
        : toFindRequest({ sort: 'createdAt', ...wanted, includeAll: true });
    const items = this.history.findConversations({ ...request, withFileTexts: true }, { signal });
    yield* exportedParts(items, labelOf);
  }

  /** The text of a ConversationView as its pieces come: the longest one is never in memory at once. */
  async *view(id: string, signal: AbortSignal): AsyncGenerator<string> {
    yield* viewJsonOf(viewItems(this.history, id, signal), await this.catalog.labels());
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

/** Puts together again what was too long to travel in one piece. */
async function* wholeOnes(
  items: AsyncIterable<FoundItem>,
  onHead: (head: ListHead) => void = () => {},
): AsyncGenerator<ProtoFound[]> {
  let open: ProtoFound | undefined;
  for await (const { item } of items) {
    if (item?.$case === 'further') {
      for (const message of item.further.messages) open?.conversation?.messages.push(message);
      continue;
    }
    if (open) yield [open];
    open = item?.$case === 'found' ? item.found : undefined;
    if (item?.$case === 'batch') yield item.batch.found;
    if (item?.$case !== 'head') continue;
    const { total, totalAtLeast, nextCursor } = item.head;
    onHead({ total, totalAtLeast, nextCursor });
  }
  if (open) yield [open];
}
