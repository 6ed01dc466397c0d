import { Injectable } from '@nestjs/common';
import type { PartOfComparison } from '@polylogue/proto';
import { Database, type Caller, type Transaction } from '@polylogue/service-kit';
import { LabelsRepository } from '../comparison-labels/labels.repository.js';
import { ConversationsRepository, type MessageRow } from '../conversations/conversations.repository.js';
import { withLiveText } from '../conversations/live-text.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import { SummariesRepository } from '../summaries/summaries.repository.js';
import type { Summary } from '../summaries/summary.entity.js';
import { snippetOf, type SnippetText } from '../search/snippet.rules.js';
import { toQuery } from '../search/words.rules.js';
import * as errors from './history.errors.js';
import {
  HistoryRepository,
  keysOf,
  type FoundRow,
  type Matches,
  type PageWanted,
  type Search,
} from './history.repository.js';
import { fromCursor, toCursor } from './sort.rules.js';
import { ThreadsService } from './threads.service.js';

/** Which conversations a user lists, and what comes with them. */
export interface FindOptions extends Omit<Search, 'words'> {
  /** As typed. */
  q: string;
  /** 0 means all. */
  limit: number;
  cursor: string;
  messages: 'full' | 'last' | 'none';
  /** Whole threads, whatever else is requested. */
  withFileTexts: boolean;
}

export interface Found {
  row: FoundRow;
  messages: MessageRow[];
  snippet?: (SnippetText & { messageId: string | undefined }) | undefined;
  summaries?: readonly Summary[] | undefined;
  comparison?: PartOfComparison | undefined;
}

export type FoundStep =
  | { kind: 'head'; total?: number | undefined; atLeast?: number | undefined; nextCursor: string }
  /** Conversations of one page. */
  | { kind: 'found'; found: Found[] }
  /** More messages of the last conversation. */
  | { kind: 'further'; messages: MessageRow[] };

interface Page {
  rows: FoundRow[];
  matches: Matches;
  nextCursor: string;
  /** Only of a first page. */
  total: number | undefined;
}

type PageOptions = Omit<PageWanted, 'matches'>;

/** A search with more hits than this walks the list instead of naming the hits, and its total stays open. */
const maxNamed = 3_000;
const pageSize = 100;
// Whole threads travel a few at a time: one may be megabytes long.
const threadsAtOnce = 10;

@Injectable()
export class HistoryService {
  constructor(
    private readonly repository: HistoryRepository,
    private readonly conversations: ConversationsRepository,
    private readonly threads: ThreadsService,
    private readonly summaries: SummariesRepository,
    private readonly labels: LabelsRepository,
    private readonly runner: ReplyRunner,
    private readonly database: Database,
  ) {}

  /** A head, then the conversations page by page: a long history is never in memory as a whole. */
  async *find({ userId }: Caller, options: FindOptions): AsyncGenerator<FoundStep> {
    const words = options.q.trim() === '' ? undefined : toQuery(userId, options.q);
    // What was typed has no word in it, so nothing matches.
    if (options.q.trim() !== '' && !words) return void (yield { kind: 'head', total: 0, nextCursor: '' });
    const search: Search = { ...options, words };
    let after = options.cursor === '' ? undefined : fromCursor(options, options.cursor);
    if (options.cursor !== '' && !after) throw errors.badCursor();
    const size = options.limit > 0 ? options.limit : pageSize;
    for (let isFirst = true; ; isFirst = false) {
      const page = await this.database.readAsUser(userId, (tx) =>
        this.#page(tx, userId, search, { size, after, wantsTotal: isFirst }),
      );
      if (options.id && page.rows.length === 0) throw errors.conversationNotFound();
      const nextCursor = options.limit > 0 ? page.nextCursor : '';
      const count = words && !page.matches ? { atLeast: maxNamed } : { total: page.total };
      if (isFirst) yield { kind: 'head', nextCursor, ...count };
      yield* options.withFileTexts
        ? this.#withThreads(userId, page.rows)
        : this.#withMessages(userId, options, page.rows);
      if (options.limit > 0 || page.nextCursor === '') return;
      after = keysOf(page.rows.at(-1)!);
    }
  }

  async #page(
    tx: Transaction,
    userId: string,
    search: Search,
    { size, after, wantsTotal }: PageOptions,
  ): Promise<Page> {
    const matches = search.words ? await this.repository.match(tx, search.words, maxNamed) : undefined;
    const isTooMany = search.words !== undefined && !matches;
    // Without another filter the matches are the total.
    const isCounted =
      matches && search.includeAll && !search.aiService && !search.since && !search.id && !search.comparisonId;
    const counts = wantsTotal && !isCounted && !isTooMany;
    const wanted = { matches, size: size + 1, after, wantsTotal: counts };
    const rows = await this.repository.find(tx, userId, search, wanted);
    const isLast = rows.length <= size;
    if (!isLast) rows.pop();
    // A page without rows cannot bring the count along.
    const counted = isCounted ? matches.length : rows[0]?.total;
    const total = counted ?? (counts ? await this.repository.count(tx, userId, search, matches) : undefined);
    return {
      rows,
      matches,
      total,
      nextCursor: isLast ? '' : toCursor(search, keysOf(rows.at(-1)!)),
    };
  }

  async *#withThreads(userId: string, rows: readonly FoundRow[]): AsyncGenerator<FoundStep> {
    const byId = new Map(rows.map((row) => [row.id, row]));
    const comparisonOf = await this.#comparisonsOf(userId, rows);
    for (let start = 0; start < rows.length; start += threadsAtOnce) {
      const ids = rows.slice(start, start + threadsAtOnce).map(({ id }) => id);
      const summariesOf = await this.#summariesOf(userId, ids);
      for await (const { conversationId, isFirst, messages } of this.threads.read(userId, ids)) {
        const found = {
          row: byId.get(conversationId)!,
          messages,
          summaries: summariesOf(conversationId),
          comparison: comparisonOf(conversationId),
        };
        if (isFirst) yield { kind: 'found', found: [found] };
        else yield { kind: 'further', messages };
      }
    }
  }

  /** The comparison of each of some conversations, with what the user gave it. */
  async #comparisonsOf(
    userId: string,
    rows: readonly FoundRow[],
  ): Promise<(id: string) => PartOfComparison | undefined> {
    const ids = [...new Set(rows.flatMap(({ comparison_id }) => comparison_id ?? []))];
    const given = await this.database.readAsUser(userId, (tx) => this.labels.find(tx, userId, ids));
    const byId = new Map(given.map((each) => [each.id, each]));
    const comparisons = new Map(rows.map(({ id, comparison_id }) => [id, comparison_id]));
    return (id) => {
      const comparisonId = comparisons.get(id);
      return comparisonId ? (byId.get(comparisonId) ?? { id: comparisonId, isStarred: false, tags: [] }) : undefined;
    };
  }

  /** The summaries of replies in each of some conversations. */
  async #summariesOf(userId: string, ids: readonly string[]): Promise<(id: string) => Summary[]> {
    if (ids.length === 0) return () => [];
    const kept = await this.database.readAsUser(userId, (tx) => this.summaries.ofConversations(tx, userId, ids));
    return (id) => kept.filter(({ conversationIds }) => conversationIds.includes(id)).map(({ summary }) => summary);
  }

  async *#withMessages(
    userId: string,
    { messages: wanted, q, comparisonId }: FindOptions,
    rows: FoundRow[],
  ): AsyncGenerator<FoundStep> {
    const atOnce = wanted === 'full' ? threadsAtOnce : Math.max(rows.length, 1);
    for (let start = 0; start < rows.length; start += atOnce) {
      const some = rows.slice(start, start + atOnce);
      const ids = some.map(({ id }) => id);
      const messages = wanted === 'none' ? [] : await this.#messages(userId, ids, wanted === 'last');
      const threads = new Map<string, MessageRow[]>(ids.map((id) => [id, []]));
      for (const message of messages) threads.get(message.conversation_id)?.push(message);
      const summariesOf = await this.#summariesOf(userId, comparisonId === undefined ? [] : ids);
      const found = some.map((row) => {
        return { row, messages: threads.get(row.id) ?? [], snippet: snippetIn(row, q), summaries: summariesOf(row.id) };
      });
      yield { kind: 'found', found };
    }
  }

  async #messages(userId: string, ids: readonly string[], onlyLast: boolean): Promise<MessageRow[]> {
    const rows = await this.database.readAsUser(userId, (tx) =>
      onlyLast ? this.conversations.listLast(tx, userId, ids) : this.conversations.listMessages(tx, userId, ids),
    );
    return rows.map((message) => withLiveText(this.runner, message));
  }
}

/** The text around a hit; undefined for a row without one. */
function snippetIn({ hit_body, hit_message_id }: FoundRow, q: string): Found['snippet'] {
  if (typeof hit_body !== 'string') return undefined;
  return { ...snippetOf(hit_body, q), messageId: hit_message_id ?? undefined };
}
