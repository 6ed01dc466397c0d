import { Injectable } from '@nestjs/common';
import { PreparedTexts, type Transaction } from '@polylogue/service-kit';
import type { ConversationRow } from '../conversations/conversations.repository.js';
import { microsOf } from './micros-sql.js';
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

export interface FoundRow extends Omit<ConversationRow, 'cursor' | 'created_at' | 'updated_at'> {
  /** Null until one of an earlier version is grouped. */
  comparison_id: string | null;
  /** Microseconds: fifty dates cost more to be read from their text than all else in their rows. */
  created_us: number;
  updated_us: number;
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
  /** Of a search: conversations that have the words are named, up to so many; without it the list is walked in its order. */
  maxNamed?: number | undefined;
  size: number;
  after?: readonly string[] | undefined;
  wantsTotal: boolean;
}

/** How many have the words of a search that names them. */
interface Named {
  /** Entries of the index, and the conversations they are of. */
  entries: number;
  matched: number;
}

/** A page, and how many have the words; undefined where they are too many to be named: the page is empty then. */
export interface FoundRows {
  rows: FoundRow[];
  matched?: number | undefined;
}

/** The cursor of the page after a row. */
export const keysOf = ({ key_0, key_1, id }: FoundRow): string[] => [
  key_0,
  ...(key_1 === undefined ? [] : [key_1]),
  id,
];

/** The first page and further ones, of the list and of both kinds of searches. */
const maxPrepared = 16;

/** Rows of a page as the screens ask for it, and the one that says whether there are more. */
const usualSizes = [51, 101];

@Injectable()
export class HistoryRepository {
  readonly #prepared = new PreparedTexts('history', maxPrepared);

  /** In one statement, with the total where it is wanted and the texts of a search: a round trip costs more. */
  async find(tx: Transaction, userId: string, search: Search, wanted: PageWanted): Promise<FoundRows> {
    const { text, values } = statementOf(userId, search, wanted);
    if (!isNaming(search, wanted)) return { rows: await this.#run<FoundRow>(tx, search, wanted, text, values) };
    const rows = await this.#run<FoundRow & Named>(tx, search, wanted, text, values);
    const { entries, matched } = rows[0]!;
    // A page without rows brings their number all the same.
    if (entries <= wanted.maxNamed) return { rows: rows.filter(({ id }) => id !== null), matched };
    return { rows: [] };
  }

  /** Whether the plan of such a page is kept. */
  isPlannedOnce(search: Search, { size }: PageWanted): boolean {
    return isUsual(search) && usualSizes.includes(size);
  }

  async count(tx: Transaction, userId: string, search: Search, maxNamed: number | undefined): Promise<number> {
    const { where, values, head } = conditions(userId, search, maxNamed);
    const [row] = await tx.query<{ n: number }[]>(
      `${head === undefined ? '' : `WITH ${head}`} SELECT count(*)::integer AS n FROM conversations c WHERE ${where.join(' AND ')}`,
      values,
    );
    return row!.n;
  }

  #run<R>(tx: Transaction, search: Search, wanted: PageWanted, text: string, values: unknown[]): Promise<R[]> {
    return this.isPlannedOnce(search, wanted) ? this.#prepared.run<R>(tx, text, values) : tx.query<R[]>(text, values);
  }
}

const isNaming = (search: Search, wanted: PageWanted): wanted is PageWanted & { maxNamed: number } =>
  search.words !== undefined && wanted.maxNamed !== undefined;

function statementOf(userId: string, search: Search, wanted: PageWanted) {
  const { size, after, wantsTotal, maxNamed } = wanted;
  const columns = sortColumns[search.sort];
  // One column per key: an array would have to be unpacked for each row.
  const keys = columns.slice(0, -1).map(({ sql }, at) => `${sql}::text AS key_${at}`);
  const names = columns.map(({ sql }) => sql);
  const { where, values, head, words } = conditions(userId, search, maxNamed);
  const total = wantsTotal
    ? `, (SELECT count(*)::integer FROM conversations c WHERE ${where.join(' AND ')}) AS total`
    : '';
  if (after) {
    const begin = after.map((key, at) => `$${values.push(key)}::${columns[at]!.type}`);
    where.push(`(${names.join(', ')}) ${search.ascending ? '>' : '<'} (${begin.join(', ')})`);
  }
  const direction = search.ascending ? 'ASC' : 'DESC';
  // The size stands in the text: which order to read in depends on it, and a plan that is kept would know no parameter.
  const page = `SELECT c.id, c.comparison_id, c.ai_service, c.title, c.message_count, c.preview,
         ${microsOf('c.created_at')} AS created_us, ${microsOf('c.updated_at')} AS updated_us,
         ${keys.join(', ')}${total}
       FROM conversations c WHERE ${where.join(' AND ')}
       ORDER BY ${names.map((name) => `${name} ${direction}`).join(', ')} LIMIT ${Math.trunc(size)}`;
  if (words === undefined) return { text: page, values };
  return { text: head === undefined ? withTexts(page, words) : withTextsNamed(head, page), values };
}

/** As the screen opens: filters and orders come in too many combinations to keep a plan of each. */
const isUsual = ({ id, comparisonId, includeAll, aiService, since, sort, ascending }: Search) =>
  !id && !comparisonId && includeAll && !aiService && !since && sort === 'updated_at' && !ascending;

/** The rows of a page in their order, each with the text that matches. */
const withTexts = (page: string, words: string) => `
  WITH ${pageOf(page)}
  SELECT page.*, hit.message_id AS hit_message_id, hit.body AS hit_body
  FROM page LEFT JOIN search_texts((SELECT array_agg(id) FROM page), ${words}) hit ON hit.conversation_id = page.id
  ORDER BY page.nr`;

/**
 * The same of a search that names what has the words, and how many have them: also where the page has no row. The entries that were found
 * say which message has them; only its text is looked up. A conversation that is found by its title has no text but that.
 */
const withTextsNamed = (head: string, page: string) => `
  WITH ${head}, ${pageOf(page)}, hit AS MATERIALIZED (
    SELECT texts.* FROM (
      SELECT array_agg(f.conversation_id) AS conversations, array_agg(f.message_id) AS messages, array_agg(f.part) AS parts,
        array_agg(f.is_of_claims) AS of_claims, array_agg(f.broadcast_id) AS broadcasts
      FROM found f JOIN page ON page.id = f.conversation_id
    ) f CROSS JOIN LATERAL hit_texts(f.conversations, f.messages, f.parts, f.of_claims, f.broadcasts) texts
  )
  SELECT page.*, hit.message_id AS hit_message_id,
    CASE WHEN hit.conversation_id IS NOT NULL THEN coalesce(hit.body, page.title) END AS hit_body,
    named.entries, named.matched
  FROM named LEFT JOIN page ON true LEFT JOIN hit ON hit.conversation_id = page.id
  ORDER BY page.nr`;

const pageOf = (page: string) => `page AS MATERIALIZED (SELECT row_number() OVER () AS nr, p.* FROM (${page}) p)`;

/** `named`: the conversations that have the words; without ids where they are more than `max`. `found`: the entries that do. */
export const namedMatches = (words: string, max: number, entries: 'search_matches' | 'search_hits') =>
  `found AS MATERIALIZED (
      SELECT * FROM ${entries}(${words}, ${max + 1})
    ), named (entries, matched, ids) AS MATERIALIZED (
      SELECT count(*)::integer, count(DISTINCT conversation_id)::integer,
        CASE WHEN count(*) <= ${max} THEN array_agg(DISTINCT conversation_id) END FROM found
    )`;

function conditions(userId: string, search: Search, maxNamed: number | undefined) {
  const values: unknown[] = [userId];
  const where = ['c.user_id = $1'];
  const add = (value: unknown, sql: (parameter: string) => string) => where.push(sql(`$${values.push(value)}`));
  if (search.id) add(search.id, (parameter) => `c.id = ${parameter}::uuid`);
  else if (search.comparisonId) add(search.comparisonId, (parameter) => `c.comparison_id = ${parameter}::uuid`);
  else if (!search.includeAll) where.push('c.on_dashboard');
  if (search.aiService) add(search.aiService, (parameter) => `c.ai_service = ${parameter}`);
  if (search.since) add(search.since, (parameter) => `c.updated_at >= ${parameter}`);
  if (!search.words) return { where, values, head: undefined, words: undefined };
  const words = `$${values.push(search.words)}::tsquery`;
  if (maxNamed !== undefined) {
    where.push('c.id = ANY((SELECT ids FROM named)::uuid[])');
    return { where, values, head: namedMatches(words, maxNamed, 'search_hits'), words };
  }
  // Words that most texts have: walking the list in order fills a page sooner than naming all matches.
  where.push(`has_words(c.id, ${words})`);
  return { where, values, head: undefined, words };
}
