import {
  messagesWanted,
  sortKey,
  MessagesWanted,
  SortKey,
  type FindConversationsRequest,
  type FoundConversation,
  type FoundItem,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { toConversation } from '../conversations/conversation.mapper.js';
import type { Asked, Found, FoundStep } from './history.service.js';
import type { SortWord } from './sort.rules.js';

export function fromFindRequest(request: FindConversationsRequest): Asked {
  const { includeAll, limit, cursor, q, aiService, since, sort, ascending, messages } = request;
  if (q.length > 500 || q.includes('\0')) throw new AppError('invalid', 'invalid_search', 'Search for fewer words.');
  return {
    ...{ includeAll, cursor, q, since, ascending, limit: Math.max(0, limit) },
    aiService: aiService === '' ? undefined : aiService,
    sort: sort === SortKey.UNSPECIFIED ? 'updated_at' : sortOf(sort),
    messages: messages === MessagesWanted.UNSPECIFIED ? 'full' : messagesWanted.toWord(messages),
  };
}

function sortOf(sort: SortKey): SortWord {
  try {
    return sortKey.toWord(sort) as SortWord;
  } catch {
    throw new AppError('invalid', 'invalid_sort', 'There is no such order.');
  }
}

const batchSize = 100;

/** What is told of a list. Conversations without their threads are short: they travel many at a time. */
export async function* toFoundItems(steps: AsyncIterable<FoundStep>, isShort: boolean): AsyncGenerator<FoundItem> {
  let found: FoundConversation[] = [];
  for await (const step of steps) {
    if (step.kind === 'head' || !isShort) yield toFoundItem(step);
    else found.push(toFound(step.found));
    if (found.length < batchSize) continue;
    yield { item: { $case: 'batch', batch: { found } } };
    found = [];
  }
  if (found.length > 0) yield { item: { $case: 'batch', batch: { found } } };
}

function toFoundItem(step: FoundStep): FoundItem {
  if (step.kind === 'head') {
    const { total, atLeast, nextCursor } = step;
    return { item: { $case: 'head', head: { total, totalAtLeast: atLeast, nextCursor } } };
  }
  return { item: { $case: 'found', found: toFound(step.found) } };
}

function toFound({ row, messages, snippet }: Found): FoundConversation {
  const conversation = toConversation(row, messages);
  return { conversation, messageCount: row.message_count, preview: row.preview, snippet };
}
