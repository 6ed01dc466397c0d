import { Injectable } from '@nestjs/common';
import type { PartOfComparison } from '@polylogue/proto';
import { Database, type Caller } from '@polylogue/service-kit';
import { LabelsRepository } from '../comparison-labels/labels.repository.js';
import { ConversationsRepository, type MessageRow } from '../conversations/conversations.repository.js';
import { withLiveText } from '../conversations/live-text.js';
import { ReplyRunner } from '../replies/reply-runner.service.js';
import { SummariesRepository } from '../summaries/summaries.repository.js';
import type { Summary } from '../summaries/summary.entity.js';
import { snippetsOf, type SnippetText } from '../search/snippet.rules.js';
import { toQuery } from '../search/words.rules.js';
import * as errors from './history.errors.js';
import {
  HistoryRepository,
  keysOf,
  type FoundRow,
  type FoundRows,
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
  /** A search has too many hits to name them, or to count them. */
  isOpen: boolean;
  nextCursor: string;
  /** Only of a first page. */
  total: number | undefined;
}

type PageOptions = Omit<PageWanted, 'maxNamed'>;

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
      const page = await this.#page(userId, search, { size, after, wantsTotal: isFirst });
      if (options.id && page.rows.length === 0) throw errors.conversationNotFound();
      const nextCursor = options.limit > 0 ? page.nextCursor : '';
      const count = page.isOpen ? { atLeast: maxNamed } : { total: page.total };
      if (isFirst) yield { kind: 'head', nextCursor, ...count };
      yield* options.withFileTexts
        ? this.#withThreads(userId, page.rows)
        : this.#withMessages(userId, options, page.rows);
      if (options.limit > 0 || page.nextCursor === '') return;
      after = keysOf(page.rows.at(-1)!);
    }
  }

  async #page(userId: string, search: Search, { size, after, wantsTotal }: PageOptions): Promise<Page> {
    // Without another filter those that have the words are the total.
    const isWhole = search.includeAll && !search.aiService && !search.since && !search.id && !search.comparisonId;
    const isCounted = search.words !== undefined && isWhole;
    const wanted = { size: size + 1, after, wantsTotal: wantsTotal && !isCounted };
    const named = await this.#find(userId, search, {
      ...wanted,
      maxNamed: search.words === undefined ? undefined : maxNamed,
    });
    const isOpen = search.words !== undefined && named.matched === undefined;
    const { rows } = isOpen ? await this.#find(userId, search, { ...wanted, wantsTotal: false }) : named;
    const isLast = rows.length <= size;
    if (!isLast) rows.pop();
    const total = isCounted ? named.matched : rows[0]?.total;
    const isUnknown = wanted.wantsTotal && !isOpen && total === undefined;
    return {
      rows,
      isOpen,
      total: isUnknown ? await this.#count(userId, search, after !== undefined) : total,
      nextCursor: isLast ? '' : toCursor(search, keysOf(rows.at(-1)!)),
    };
  }

  #find(userId: string, search: Search, wanted: PageWanted): Promise<FoundRows> {
    const plansOnce = this.repository.isPlannedOnce(search, wanted);
    return this.database.readOnceAsUser(userId, (tx) => this.repository.find(tx, userId, search, wanted), {
      plansOnce,
    });
  }

  /** A page without rows cannot bring the count along: there is none at all, or none behind a cursor. */
  async #count(userId: string, search: Search, isBehind: boolean): Promise<number> {
    if (!isBehind) return 0;
    const max = search.words === undefined ? undefined : maxNamed;
    return this.database.readOnceAsUser(userId, (tx) => this.repository.count(tx, userId, search, max));
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
    const snippet = snippetIn(q);
    const atOnce = wanted === 'full' ? threadsAtOnce : Math.max(rows.length, 1);
    for (let start = 0; start < rows.length; start += atOnce) {
      const some = rows.slice(start, start + atOnce);
      const ids = some.map(({ id }) => id);
      const messages = wanted === 'none' ? [] : await this.#messages(userId, ids, wanted === 'last');
      const threads = new Map<string, MessageRow[]>(ids.map((id) => [id, []]));
      for (const message of messages) threads.get(message.conversation_id)?.push(message);
      const summariesOf = await this.#summariesOf(userId, comparisonId === undefined ? [] : ids);
      const found = some.map((row) => {
        return { row, messages: threads.get(row.id) ?? [], snippet: snippet(row), summaries: summariesOf(row.id) };
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

/** The text around each hit; undefined for a row without one. */
function snippetIn(q: string): (row: FoundRow) => Found['snippet'] {
  const snippetOf = snippetsOf(q);
  return ({ hit_body, hit_message_id }) => {
    if (typeof hit_body !== 'string') return undefined;
    const { text, marks } = snippetOf(hit_body);
    return { text, marks, messageId: hit_message_id ?? undefined };
  };
}
