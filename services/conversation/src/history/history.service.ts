import { Injectable } from '@nestjs/common';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { ConversationsRepository, type MessageRow } from '../conversations/conversations.repository.js';
import { withLiveText } from '../conversations/live-text.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import { snippetOf, type SnippetText } from '../search/snippet.rules.js';
import { toQuery } from '../search/words.rules.js';
import * as errors from './history.errors.js';
import {
  HistoryRepository,
  keysOf,
  textsOf,
  type FoundRow,
  type Matches,
  type PageWanted,
  type Search,
  type SearchText,
} from './history.repository.js';
import { fromCursor, toCursor } from './sort.rules.js';

/** What a user asks of a list. */
export interface Asked extends Omit<Search, 'words'> {
  /** As typed. */
  q: string;
  /** 0 means all. */
  limit: number;
  cursor: string;
  messages: 'full' | 'last' | 'none';
  withFileTexts: boolean;
}

export interface Found {
  row: FoundRow;
  messages: MessageRow[];
  snippet?: (SnippetText & { messageId: string | undefined }) | undefined;
}

export type FoundStep =
  | { kind: 'head'; total?: number | undefined; atLeast?: number | undefined; nextCursor: string }
  /** Those that came together. */
  | { kind: 'found'; found: Found[] };

interface Page {
  rows: FoundRow[];
  matches: Matches;
  /** Where each was hit; only of a list without messages. */
  texts: SearchText[];
  nextCursor: string;
  /** Only of a first page. */
  total: number | undefined;
}

type PageAsked = Omit<PageWanted, 'matches'>;

/** So many entries with a word are named one by one; with more, the list is walked instead and the total stays open. */
const mostNamed = 3_000;
const pageSize = 100;
// Whole threads travel a few at a time: one may be megabytes long.
const threadsAtOnce = 10;

@Injectable()
export class HistoryService {
  constructor(
    private readonly repository: HistoryRepository,
    private readonly conversations: ConversationsRepository,
    private readonly runner: ReplyRunner,
    private readonly database: Database,
  ) {}

  /** A head, then what was found, page by page, so that the longest history is never in memory at once. */
  async *find({ userId }: Caller, asked: Asked): AsyncGenerator<FoundStep> {
    const words = asked.q.trim() === '' ? undefined : toQuery(userId, asked.q);
    // Typed, but nothing that is a word: nothing has it.
    if (asked.q.trim() !== '' && !words) return void (yield { kind: 'head', total: 0, nextCursor: '' });
    const search: Search = { ...asked, words };
    let after = asked.cursor === '' ? undefined : fromCursor(asked, asked.cursor);
    if (asked.cursor !== '' && !after) throw errors.badCursor();
    const size = asked.limit > 0 ? asked.limit : pageSize;
    for (let isFirst = true; ; isFirst = false) {
      const page = await this.database.readAsUser(userId, (tx) =>
        this.#page(tx, userId, search, { size, after, wantsTotal: isFirst, wantsTexts: asked.messages === 'none' }),
      );
      if (asked.id && page.rows.length === 0) throw errors.conversationNotFound();
      const nextCursor = asked.limit > 0 ? page.nextCursor : '';
      const count = words && !page.matches ? { atLeast: mostNamed } : { total: page.total };
      if (isFirst) yield { kind: 'head', nextCursor, ...count };
      yield* this.#withMessages(userId, asked, words, page);
      if (asked.limit > 0 || page.nextCursor === '') return;
      after = keysOf(page.rows.at(-1)!);
    }
  }

  async #page(
    tx: Transaction,
    userId: string,
    search: Search,
    { size, after, wantsTotal, wantsTexts }: PageAsked,
  ): Promise<Page> {
    const matches = search.words ? await this.repository.match(tx, search.words, mostNamed) : undefined;
    const isTooMany = search.words !== undefined && !matches;
    // What nothing else narrows is counted already.
    const isCounted = matches && search.includeAll && !search.aiService && !search.since && !search.id;
    const counts = wantsTotal && !isCounted && !isTooMany;
    const wanted = { matches, size: size + 1, after, wantsTotal: counts, wantsTexts };
    const rows = await this.repository.find(tx, userId, search, wanted);
    const isLast = rows.length <= size;
    if (!isLast) rows.pop();
    // A page without rows cannot bring the count along.
    const counted = isCounted ? matches.length : rows[0]?.total;
    const total = counted ?? (counts ? await this.repository.count(tx, userId, search, matches) : undefined);
    return {
      rows,
      matches,
      texts: textsOf(rows),
      total,
      nextCursor: isLast ? '' : toCursor(search, keysOf(rows.at(-1)!)),
    };
  }

  async *#withMessages(userId: string, asked: Asked, words: string | undefined, page: Page): AsyncGenerator<FoundStep> {
    const { messages: wanted, q, withFileTexts } = asked;
    const atOnce = wanted === 'full' ? threadsAtOnce : Math.max(page.rows.length, 1);
    for (let start = 0; start < page.rows.length; start += atOnce) {
      const some = page.rows.slice(start, start + atOnce);
      const ids = some.map(({ id }) => id);
      const { messages, texts } =
        wanted === 'none'
          ? { messages: [], texts: page.texts }
          : await this.database.readAsUser(userId, async (tx) => ({
              messages: await this.#messages(tx, userId, ids, { onlyLast: wanted === 'last', withFileTexts }),
              texts: words ? await this.repository.texts(tx, ids, words) : [],
            }));
      const threads = new Map<string, MessageRow[]>(ids.map((id) => [id, []]));
      for (const message of messages) threads.get(message.conversation_id)?.push(message);
      const hits = new Map(texts.map((text) => [text.conversation_id, text]));
      const found = some.map((row): Found => {
        const hit = hits.get(row.id);
        const snippet = hit && { ...snippetOf(hit.body, q), messageId: hit.message_id ?? undefined };
        return { row, messages: threads.get(row.id) ?? [], snippet };
      });
      yield { kind: 'found', found };
    }
  }

  async #messages(
    tx: Transaction,
    userId: string,
    ids: readonly string[],
    { onlyLast = false, withFileTexts = false } = {},
  ): Promise<MessageRow[]> {
    const rows = onlyLast
      ? await this.conversations.listLast(tx, userId, ids)
      : await this.conversations.listMessages(tx, userId, ids, withFileTexts);
    return rows.map((message) => withLiveText(this.runner, message));
  }
}
