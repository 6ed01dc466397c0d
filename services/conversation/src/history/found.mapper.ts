import {
  messagesWanted,
  sortKey,
  MessagesWanted,
  SortKey,
  type FindConversationsRequest,
  type FoundConversation,
  type FoundItem,
  type Message,
  isUuid,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { toMessage } from '../conversations/conversation.mapper.js';
import { plainWords } from '../search/plain-words.rules.js';
import { toRoundSummary } from '../summaries/summaries.mapper.js';
import { conversationNotFound } from './history.errors.js';
import type { FindOptions, Found, FoundStep } from './history.service.js';
import type { SortWord } from './sort.rules.js';

export function fromFindRequest(request: FindConversationsRequest): FindOptions {
  const { includeAll, limit, cursor, q, aiService, since, sort, ascending, messages, withFileTexts, id, comparisonId } =
    request;
  if (q.length > 500 || q.includes('\0')) throw new AppError('invalid', 'invalid_search', 'Search for fewer words.');
  if (id !== '' && !isUuid(id)) throw conversationNotFound();
  if (comparisonId !== '' && !isUuid(comparisonId)) throw conversationNotFound();
  return {
    id: id === '' ? undefined : id,
    comparisonId: comparisonId === '' ? undefined : comparisonId,
    withFileTexts,
    includeAll,
    cursor,
    q,
    since,
    ascending,
    limit: Math.max(0, limit),
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

/**
 * Characters of messages that travel at once, and characters of one conversation with it. Readers hold some dozens of
 * pieces, so a piece is short; one message alone may be longer, up to the 16 MiB that gRPC lets pass.
 */
const maxLengthAtOnce = 128 * 1024;

/** The items of a list. Conversations without their threads are short: they travel many at a time. */
export async function* toFoundItems(steps: AsyncIterable<FoundStep>, isShort: boolean): AsyncGenerator<FoundItem> {
  for await (const step of steps) {
    if (step.kind === 'head') yield toHead(step);
    else if (step.kind === 'further') yield* furtherOf(piecesOf(step.messages.map(toMessage)));
    else if (isShort) yield { item: { $case: 'batch', batch: { found: step.found.map(toFound) } } };
    else for (const found of step.found) yield* inPieces(toFound(found));
  }
}

function toHead({ total, atLeast, nextCursor }: Extract<FoundStep, { kind: 'head' }>): FoundItem {
  return { item: { $case: 'head', head: { total, totalAtLeast: atLeast, nextCursor } } };
}

/** A conversation, and what of its messages would make it too long, behind it. */
function* inPieces(found: FoundConversation): Generator<FoundItem> {
  const [first = [], ...further] = piecesOf(found.conversation!.messages);
  const conversation = { ...found.conversation!, messages: first };
  yield { item: { $case: 'found', found: { ...found, conversation } } };
  yield* furtherOf(further);
}

function* furtherOf(pieces: readonly Message[][]): Generator<FoundItem> {
  for (const messages of pieces) yield { item: { $case: 'further', further: { messages } } };
}

export function piecesOf(messages: readonly Message[]): Message[][] {
  const pieces: Message[][] = [];
  let left = 0;
  for (const message of messages) {
    const files = [message.attachment, ...(message.moreAttachments?.attachments ?? [])];
    const length = files.reduce((sum, file) => sum + (file?.text?.length ?? 0), message.content.length);
    if (pieces.length === 0 || length > left) {
      pieces.push([]);
      left = maxLengthAtOnce;
    }
    pieces.at(-1)!.push(message);
    left -= length;
  }
  return pieces;
}

function toFound({ row, messages, snippet, summaries = [], comparison }: Found): FoundConversation {
  const conversation = {
    id: row.id,
    aiService: row.ai_service,
    title: row.title,
    messages: messages.map(toMessage),
    createdAt: new Date(row.created_us / 1000),
    updatedAt: new Date(row.updated_us / 1000),
    comparison,
  };
  return {
    conversation,
    messageCount: row.message_count,
    preview: plainWords(row.preview),
    snippet,
    summaries: summaries.map(toRoundSummary),
    comparisonId: row.comparison_id ?? '',
  };
}
