import { Injectable } from '@nestjs/common';
import { PreparedTexts, runPrepared, type Prepared, type Transaction } from '@polylogue/service-kit';
import type { ConversationRow } from '../conversations/conversations.repository.js';
import { sortColumns, type Order } from './sort.rules.js';

/** The filters of a list. */
export interface Search extends Order {
  /** Only this one. */
  id?: string | undefined;
  /** Only those of this one. */
  comparisonId?: string | undefined;
  includeAll: boolean;
  aiService?: string | undefined;
  since?: Date | undefined;
  /** A tsquery. */
  words?: string | undefined;
}

/** Ids of the conversations that match; undefined when they are too many to be named. */
export type Matches = readonly string[] | undefined;

export interface FoundRow extends Omit<ConversationRow, 'cursor' | 'created_at' | 'updated_at'> {
  /** Null until one of an earlier version is grouped. */
  comparison_id: string | null;
  /** Milliseconds: fifty dates cost more to be read from their text than all else in their rows. */
  created_ms: number;
  updated_ms: number;
  message_count: number;
  preview: string;
  /** What it is sorted by before its id; the next page begins at that of the last row. */
  key_0: string;
  key_1?: string;
  /** The total, when it is wanted; the same in every row. */
  total?: number;
  /** Of a search: the text that matches; no message when it is the title. */
  hit_message_id?: string | null;
  hit_body?: string | null;
}

/** Which page, and what comes with it. */
export interface PageWanted {
  matches: Matches;
  size: number;
  after?: readonly string[] | undefined;
  wantsTotal: boolean;
}

/** The cursor of the page after a row. */
export const keysOf = ({ key_0, key_1, id }: FoundRow): string[] => [
  key_0,
  ...(key_1 === undefined ? [] : [key_1]),
  id,
];

const findMatches: Prepared = {
  name: 'find-matches',
  text: 'SELECT conversation_id FROM search_matches($1::tsquery, $2)',
};

/** The first page and further ones, of the list and of both kinds of searches. */
const maxPrepared = 16;

/** Rows of a page as the screens ask for it, and the one that says whether there are more. */
const usualSizes = [51, 101];

@Injectable()
export class HistoryRepository {
  readonly #prepared = new PreparedTexts('history', maxPrepared);

  /** Ids of the conversations that have the words, or undefined when more than `max` entries have them. */
  async match(tx: Transaction, words: string, max: number): Promise<Matches> {
    const rows = await runPrepared<{ conversation_id: string }>(tx, findMatches, [words, max + 1]);
    return rows.length > max ? undefined : [...new Set(rows.map(({ conversation_id }) => conversation_id))];
  }

  /** With the total, where it is wanted, and the texts of a search in the same statement: a round trip costs more. */
  find(tx: Transaction, userId: string, search: Search, { matches, size, after, wantsTotal }: PageWanted) {
    const columns = sortColumns[search.sort];
    // One column per key: an array would have to be unpacked for each row.
    const keys = columns.slice(0, -1).map(({ sql }, at) => `${sql}::text AS key_${at}`);
    const names = columns.map(({ sql }) => sql);
    const { where, values } = conditions(userId, search, matches);
    const total = wantsTotal
      ? `, (SELECT count(*)::integer FROM conversations c WHERE ${where.join(' AND ')}) AS total`
      : '';
    const parameter = (value: unknown) => `$${values.push(value)}`;
    if (after) {
      const begin = after.map((key, at) => `${parameter(key)}::${columns[at]!.type}`);
      where.push(`(${names.join(', ')}) ${search.ascending ? '>' : '<'} (${begin.join(', ')})`);
    }
    const direction = search.ascending ? 'ASC' : 'DESC';
    // The size stands in the text: which order to read in depends on it, and a plan that is kept would know no parameter.
    const page = `SELECT c.id, c.comparison_id, c.ai_service, c.title, c.message_count, c.preview,
         floor(extract(epoch FROM c.created_at) * 1000)::float8 AS created_ms,
         floor(extract(epoch FROM c.updated_at) * 1000)::float8 AS updated_ms,
         ${keys.join(', ')}${total}
       FROM conversations c WHERE ${where.join(' AND ')}
       ORDER BY ${names.map((name) => `${name} ${direction}`).join(', ')} LIMIT ${Math.trunc(size)}`;
    const text = search.words ? withTexts(page, parameter(search.words)) : page;
    if (!isUsual(search) || !usualSizes.includes(size)) return tx.query<FoundRow[]>(text, values);
    return this.#prepared.run<FoundRow>(tx, text, values);
  }

  async count(tx: Transaction, userId: string, search: Search, matches: Matches): Promise<number> {
    const { where, values } = conditions(userId, search, matches);
    const [row] = await tx.query<{ n: number }[]>(
      `SELECT count(*)::integer AS n FROM conversations c WHERE ${where.join(' AND ')}`,
      values,
    );
    return row!.n;
  }
}

/** As the screen opens: filters and orders come in too many combinations to keep a plan of each. */
const isUsual = ({ id, comparisonId, includeAll, aiService, since, sort, ascending }: Search) =>
  !id && !comparisonId && includeAll && !aiService && !since && sort === 'updated_at' && !ascending;

/** The rows of a page in their order, each with the text that matches. */
const withTexts = (page: string, words: string) => `
  WITH page AS MATERIALIZED (SELECT row_number() OVER () AS nr, p.* FROM (${page}) p)
  SELECT page.*, hit.message_id AS hit_message_id, hit.body AS hit_body
  FROM page LEFT JOIN search_texts((SELECT array_agg(id) FROM page), ${words}::tsquery) hit
    ON hit.conversation_id = page.id
  ORDER BY page.nr`;

function conditions(userId: string, search: Search, matches: Matches) {
  const values: unknown[] = [userId];
  const where = ['c.user_id = $1'];
  const add = (value: unknown, sql: (parameter: string) => string) => where.push(sql(`$${values.push(value)}`));
  if (search.id) add(search.id, (parameter) => `c.id = ${parameter}::uuid`);
  else if (search.comparisonId) add(search.comparisonId, (parameter) => `c.comparison_id = ${parameter}::uuid`);
  else if (!search.includeAll) where.push('c.on_dashboard');
  if (search.aiService) add(search.aiService, (parameter) => `c.ai_service = ${parameter}`);
  if (search.since) add(search.since, (parameter) => `c.updated_at >= ${parameter}`);
  if (search.words && matches) add(matches, (parameter) => `c.id = ANY(${parameter}::uuid[])`);
  // Words that most texts have: walking the list in order fills a page sooner than naming all matches.
  if (search.words && !matches) add(search.words, (parameter) => `has_words(c.id, ${parameter}::tsquery)`);
  return { where, values };
}
