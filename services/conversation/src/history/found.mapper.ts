import {
  messagesWanted,
  sortKey,
  MessagesWanted,
  SortKey,
  type FindConversationsRequest,
  type FoundItem,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { toConversation } from '../conversations/conversation.mapper.js';
import type { Asked, FoundStep } from './history.service.js';
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

export function toFoundItem(step: FoundStep): FoundItem {
  if (step.kind === 'head') {
    const { total, atLeast, nextCursor } = step;
    return { item: { $case: 'head', head: { total, totalAtLeast: atLeast, nextCursor } } };
  }
  const { row, messages, snippet } = step.found;
  const conversation = toConversation(row, messages);
  const found = { conversation, messageCount: row.message_count, preview: row.preview, snippet };
  return { item: { $case: 'found', found } };
}
