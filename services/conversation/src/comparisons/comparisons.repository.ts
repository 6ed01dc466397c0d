import { Injectable } from '@nestjs/common';
import { PreparedTexts, type Transaction } from '@polylogue/service-kit';
import { namedMatches } from '../history/history.repository.js';
import { microsOf } from '../history/micros-sql.js';
import type { ComparisonRow, ComparisonSearch } from './comparison.entity.js';

/** Which page of a search. */
export interface ComparisonsPage {
  size: number;
  after?: readonly string[] | undefined;
  /** Of a search: conversations that have the words are named, up to so many; without it the list is walked in its order. */
  maxNamed?: number | undefined;
}

/** Of a search that names what has the words: how many entries of the index have them. */
interface Named {
  entries: number;
}

/** As it is read: its conversations as lines, each an id, how many pins it has, and its service. */
type ReadRow = Omit<ComparisonRow, 'conversations'> & { conversations: string };

/** The first page and further ones, of the list and of both kinds of searches, and the count. */
const maxPrepared = 8;

/** Rows of a page as the screen asks for it, and the one that says whether there are more. */
const usualSize = 51;

/** Comparisons are groups of conversations; every method takes the user. */
@Injectable()
export class ComparisonsRepository {
  readonly #prepared = new PreparedTexts('comparisons', maxPrepared);

  /** Undefined where more have the words than may be named. */
  async find(
    tx: Transaction,
    userId: string,
    search: ComparisonSearch,
    page: ComparisonsPage,
  ): Promise<ComparisonRow[] | undefined> {
    const { text, values } = statementOf(userId, search, page);
    const rows = await this.#run<ReadRow & Named>(tx, this.isPlannedOnce(search, page), text, values);
    if (search.words === undefined || page.maxNamed === undefined) return rows.map(toRow);
    // A page without rows brings their number all the same.
    return rows[0]!.entries <= page.maxNamed ? rows.filter(({ id }) => id !== null).map(toRow) : undefined;
  }

  /** Whether the plans of such a page, and of its count, are kept. */
  isPlannedOnce(search: ComparisonSearch, { size }: ComparisonsPage): boolean {
    return isUsual(search) && size === usualSize;
  }

  async count(tx: Transaction, userId: string, search: ComparisonSearch): Promise<number> {
    const { where, values } = filters(userId, search);
    const [row] = await this.#run<{ n: number }>(
      tx,
      isUsual(search),
      // Grouped by a hash table; count(DISTINCT) would sort.
      `SELECT count(*)::integer AS n FROM (
         SELECT FROM conversations c WHERE ${[...everyOne, ...where].join(' AND ')} GROUP BY c.comparison_id) grouped`,
      values,
    );
    return row!.n;
  }

  #run<R>(tx: Transaction, isPrepared: boolean, text: string, values: unknown[]): Promise<R[]> {
    return isPrepared ? this.#prepared.run<R>(tx, text, values) : tx.query<R[]>(text, values);
  }

  /** In alphabetical order, each once. What was given stays a moment longer than the conversations it was given to. */
  async tags(tx: Transaction, userId: string, max: number): Promise<string[]> {
    const rows = await tx.query<{ tag: string }[]>(
      `SELECT DISTINCT unnest(g.tags) AS tag FROM comparisons g
       WHERE g.user_id = $1 AND EXISTS (SELECT ${beside('g.id')}) ORDER BY tag LIMIT $2`,
      [userId, max],
    );
    // Once more: how the database orders capitals and accents is its operator's choice.
    return rows.map(({ tag }) => tag).sort(new Intl.Collator('en').compare);
  }

  async conversationsOf(tx: Transaction, userId: string, id: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }[]>(
      'SELECT id FROM conversations WHERE user_id = $1 AND comparison_id = $2',
      [userId, id],
    );
    return rows.map((row) => row.id);
  }

  /** Groups conversations of earlier versions, so many at most; answers whether there are more. For the worker role. */
  async group(tx: Transaction, max: number): Promise<boolean> {
    const [row] = await tx.query<{ n: number }[]>('SELECT conversation.group_conversations($1) AS n', [max]);
    return row!.n === max;
  }
}

/** Two hundred lines on a page: cut by hand they take half of what `JSON.parse` does. */
function toRow(row: ReadRow): ComparisonRow {
  const conversations = row.conversations.split('\n').map((line) => {
    const at = line.indexOf(' ', idLength + 1);
    return {
      id: line.slice(0, idLength),
      aiService: line.slice(at + 1),
      pins: Number(line.slice(idLength + 1, at)),
    };
  });
  return Object.assign(row, { conversations });
}

const idLength = 36;

function statementOf(userId: string, search: ComparisonSearch, page: ComparisonsPage) {
  const column = search.byCreation ? 'c.created_at' : 'c.updated_at';
  const direction = search.ascending ? 'ASC' : 'DESC';
  const { head, from, where, values, isNaming } = isWalked(search)
    ? walked(userId, page)
    : candidatesOf(userId, search, page, `(${column}, c.id) ${search.ascending ? '>' : '<'}`);
  // That of the newest: it stands for the comparison, but in the order of creation.
  const preview = search.byCreation
    ? '(array_agg(c.preview ORDER BY c.updated_at DESC, c.id DESC))[1]'
    : 'page.newest_preview';
  // The conversations as lines: JSON would take PostgreSQL as long as all else.
  const text = `WITH ${head} page AS MATERIALIZED (
         SELECT c.comparison_id AS id, ${column} AS at, c.id AS key_id, c.preview AS newest_preview FROM ${from}
         WHERE ${where.join(' AND ')} ORDER BY ${column} ${direction}, c.id ${direction} LIMIT ${limitSql(page.size)}
       ), pinned AS MATERIALIZED (
         SELECT m.conversation_id, count(*)::integer AS pins FROM pins p JOIN messages m ON m.id = p.message_id
         WHERE p.user_id = $1 GROUP BY m.conversation_id
       )
       SELECT ${isNaming ? 'named.entries, ' : ''}page.id, page.at::text AS key, page.key_id,
         coalesce(given.title, members.first_title, '') AS title, given.title IS NOT NULL AS is_title_given,
         coalesce(given.is_starred, false) AS is_starred, coalesce(given.tags, '{}') AS tags, given.settings, members.conversations,
         members.message_count, members.preview, members.created_us, members.updated_us, members.cost
       FROM ${isNaming ? 'named LEFT JOIN page ON true' : 'page'}
       LEFT JOIN comparisons given ON given.user_id = $1 AND given.id = page.id
       CROSS JOIN LATERAL (
         SELECT string_agg(c.id::text || ' ' || coalesce(pinned.pins, 0) || ' ' || c.ai_service, E'\\n'
             ORDER BY c.created_at, c.id) AS conversations,
           (array_agg(c.title ORDER BY c.created_at, c.id))[1] AS first_title,
           sum(c.message_count)::integer AS message_count, ${preview} AS preview,
           ${microsOf('min(c.created_at)')} AS created_us, ${microsOf('max(c.updated_at)')} AS updated_us,
           sum(CASE WHEN c.is_priced THEN c.cost_usd ELSE ${costOfMessages} END) AS cost
         FROM conversations c LEFT JOIN pinned ON pinned.conversation_id = c.id
         WHERE c.comparison_id = page.id AND c.user_id = $1
       ) members
       ORDER BY page.at ${direction}, page.key_id ${direction}`;
  return { text, values };
}

/** The list as the screen opens it: what stands on a page of it is found by walking it once. */
const isWalked = (search: ComparisonSearch): boolean => isUsual(search) && search.words === undefined;

function walked(userId: string, { size, after = [] }: ComparisonsPage) {
  const [key = null, id = null] = after;
  const from = `listed_comparisons($1, ${limitSql(size)}, $2::timestamptz, $3::uuid) c`;
  return { head: '', from, where: ['true'], values: [userId, key, id], isNaming: false };
}

/** All other lists, and searches; `behind`: what a page is compared with the row before it by. */
function candidatesOf(userId: string, search: ComparisonSearch, { maxNamed, after }: ComparisonsPage, behind: string) {
  const { bind, where, ...rest } = candidates(userId, search, maxNamed);
  if (after) where.push(`${behind} (${bind(after[0])}::timestamptz, ${bind(after[1])}::uuid)`);
  return { ...rest, where };
}

/** Of a conversation whose messages no index has counted yet: one of an earlier version, or just imported. */
const costOfMessages = `(SELECT sum(m.cost_amount) FROM messages m
  WHERE m.conversation_id = c.id AND m.user_id = $1 AND m.cost_currency = 'USD')`;

/** As the screen opens: filters and orders come in too many combinations to keep a plan of each. */
const isUsual = ({ id, aiService, since, onlyStarred, tag, byCreation, ascending }: ComparisonSearch) =>
  !id && !aiService && !since && !onlyStarred && tag === '' && !byCreation && !ascending;

/** In the text, because a plan is made for its number of rows: which order to read in depends on it. */
const limitSql = (size: number) => String(Math.trunc(size));

/** Of what is listed: conversations that are grouped. */
const everyOne = ['c.user_id = $1', 'c.comparison_id IS NOT NULL'];

/** The other conversations, `o`, of a comparison. */
const beside = (id: string) => `FROM conversations o WHERE o.comparison_id = ${id} AND o.user_id = $1`;

/**
 * The conversations that stand for their comparisons, as `c`: the newest, or the first, of each. Those of a search are
 * looked up, comparison by comparison. All others are found on the way through the list in its order, until a page is full,
 * by a condition that asks for one row by index: as NOT EXISTS it would be planned as a join of everything the user has
 * with itself. The planner takes an equation to hold for one row in 200, and would look at all a user has instead of
 * walking the list; of a coalesce it knows nothing and assumes every second row.
 */
function candidates(userId: string, search: ComparisonSearch, maxNamed: number | undefined) {
  const { where, values, bind } = filters(userId, search);
  const order = search.byCreation ? 'o.created_at, o.id' : 'o.updated_at DESC, o.id DESC';
  const words = search.words && `${bind(search.words)}::tsquery`;
  const called = `SELECT g.id FROM comparisons g WHERE g.user_id = $1 AND g.title_words @@ ${words}`;
  if (words && maxNamed !== undefined) {
    const found = `SELECT m.comparison_id FROM conversations m
      WHERE m.id = ANY((SELECT ids FROM named)::uuid[]) AND m.user_id = $1 AND m.comparison_id IS NOT NULL`;
    const from = `hit CROSS JOIN LATERAL (SELECT o.* ${beside('hit.id')} ORDER BY ${order} LIMIT 1) c`;
    return {
      head: `${namedMatches(words, maxNamed, 'search_matches')}, hit (id) AS MATERIALIZED (${found} UNION ${called}),`,
      from,
      where: ['true', ...where],
      values,
      bind,
      isNaming: true,
    };
  }
  const standsForIt = `coalesce(c.id = (SELECT o.id ${beside('c.comparison_id')} ORDER BY ${order} LIMIT 1), false)`;
  const all = [standsForIt, ...everyOne, ...where];
  if (words) {
    const hasWords = `EXISTS (SELECT ${beside('c.comparison_id')} AND has_words(o.id, ${words}))`;
    all.push(`(${hasWords} OR c.comparison_id IN (${called}))`);
  }
  return { head: '', from: 'conversations c', where: all, values, bind, isNaming: false };
}

function filters(userId: string, search: ComparisonSearch) {
  const values: unknown[] = [userId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const where: string[] = [];
  const some = (condition: string) => where.push(`EXISTS (SELECT ${beside('c.comparison_id')} AND ${condition})`);
  if (search.id) where.push(`c.comparison_id = ${bind(search.id)}::uuid`);
  if (search.aiService) some(`o.ai_service = ${bind(search.aiService)}`);
  if (search.since) some(`o.updated_at >= ${bind(search.since)}`);
  const given = (condition: string) =>
    where.push(`c.comparison_id IN (SELECT g.id FROM comparisons g WHERE g.user_id = $1 AND ${condition})`);
  if (search.onlyStarred) given('g.is_starred');
  if (search.tag !== '') given(`${bind(search.tag)} = ANY(g.tags)`);
  return { where, values, bind };
}
