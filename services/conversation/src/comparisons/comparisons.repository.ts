import { Injectable } from '@nestjs/common';
import type { Transaction } from '@polylogue/service-kit';
import type { ComparisonRow, ComparisonSearch } from './comparison.entity.js';

/** Which page of a search. */
export interface ComparisonsPage {
  size: number;
  after?: readonly string[] | undefined;
  /** Of a search: conversations that have the words; undefined when they are too many to be named. */
  matches?: readonly string[] | undefined;
}

/** Comparisons are groups of conversations; every method takes the user. */
@Injectable()
export class ComparisonsRepository {
  find(tx: Transaction, userId: string, search: ComparisonSearch, page: ComparisonsPage): Promise<ComparisonRow[]> {
    const { where, values, bind } = conditions(userId, search, page);
    const column = search.byCreation ? 'c.created_at' : 'c.updated_at';
    const direction = search.ascending ? 'ASC' : 'DESC';
    if (page.after) {
      const [key, id] = page.after;
      where.push(`(${column}, c.id) ${search.ascending ? '>' : '<'} (${bind(key)}::timestamptz, ${bind(id)}::uuid)`);
    }
    return tx.query<ComparisonRow[]>(
      `WITH page AS MATERIALIZED (
         SELECT c.comparison_id AS id, ${column} AS at, c.id AS key_id FROM conversations c
         WHERE ${where.join(' AND ')} ORDER BY ${column} ${direction}, c.id ${direction} LIMIT ${bind(page.size)}
       ), pinned AS MATERIALIZED (
         SELECT m.conversation_id, count(*)::integer AS pins FROM pins p JOIN messages m ON m.id = p.message_id
         WHERE p.user_id = $1 GROUP BY m.conversation_id
       )
       SELECT page.id, page.at::text AS key, page.key_id, given.title AS given_title,
         coalesce(given.is_starred, false) AS is_starred, coalesce(given.tags, '{}') AS tags, members.*
       FROM page
       LEFT JOIN comparisons given ON given.user_id = $1 AND given.id = page.id
       CROSS JOIN LATERAL (
         SELECT json_agg(json_build_object('id', c.id, 'aiService', c.ai_service, 'title', c.title,
             'pins', coalesce(pinned.pins, 0)) ORDER BY c.created_at, c.id) AS conversations,
           sum(c.message_count)::integer AS message_count,
           (array_agg(c.preview ORDER BY c.updated_at DESC, c.id DESC))[1] AS preview,
           floor(extract(epoch FROM min(c.created_at)) * 1000)::float8 AS created_ms,
           floor(extract(epoch FROM max(c.updated_at)) * 1000)::float8 AS updated_ms,
           sum(CASE WHEN c.is_priced THEN c.cost_usd ELSE ${costOfMessages} END) AS cost
         FROM conversations c LEFT JOIN pinned ON pinned.conversation_id = c.id
         WHERE c.comparison_id = page.id AND c.user_id = $1
       ) members
       ORDER BY page.at ${direction}, page.key_id ${direction}`,
      values,
    );
  }

  async count(tx: Transaction, userId: string, search: ComparisonSearch): Promise<number> {
    const { where, values } = conditions(userId, search);
    const [row] = await tx.query<{ n: number }[]>(
      // Grouped by a hash table; count(DISTINCT) would sort.
      `SELECT count(*)::integer AS n FROM (
         SELECT FROM conversations c WHERE ${where.slice(1).join(' AND ')} GROUP BY c.comparison_id) grouped`,
      values,
    );
    return row!.n;
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

/** Of a conversation whose messages no index has counted yet: one of an earlier version, or just imported. */
const costOfMessages = `(SELECT sum(m.cost_amount) FROM messages m
  WHERE m.conversation_id = c.id AND m.user_id = $1 AND m.cost_currency = 'USD')`;

/**
 * The first condition finds the conversation that stands for its comparison: the newest, or the first, of each. It asks
 * for one row by index; as NOT EXISTS it would be planned as a join of everything the user has with itself. The planner
 * takes an equation to hold for one row in 200, and would look at all a user has instead of walking the list in its
 * order until a page is full; of a coalesce it knows nothing and assumes every second row.
 */
function conditions(userId: string, search: ComparisonSearch, { matches }: Partial<ComparisonsPage> = {}) {
  const values: unknown[] = [userId];
  const bind = (value: unknown) => `$${values.push(value)}`;
  const beside = `FROM conversations o WHERE o.comparison_id = c.comparison_id AND o.user_id = $1`;
  const order = search.byCreation ? 'o.created_at, o.id' : 'o.updated_at DESC, o.id DESC';
  const standsForIt = `coalesce(c.id = (SELECT o.id ${beside} ORDER BY ${order} LIMIT 1), false)`;
  const where = [standsForIt, 'c.user_id = $1', 'c.comparison_id IS NOT NULL'];
  if (search.id) where.push(`c.comparison_id = ${bind(search.id)}::uuid`);
  if (search.aiService) where.push(`EXISTS (SELECT ${beside} AND o.ai_service = ${bind(search.aiService)})`);
  if (search.since) where.push(`EXISTS (SELECT ${beside} AND o.updated_at >= ${bind(search.since)})`);
  const given = (condition: string) =>
    where.push(`c.comparison_id IN (SELECT g.id FROM comparisons g WHERE g.user_id = $1 AND ${condition})`);
  if (search.onlyStarred) given('g.is_starred');
  if (search.tag !== '') given(`${bind(search.tag)} = ANY(g.tags)`);
  if (search.words) {
    const hasWords = matches
      ? `c.comparison_id IN (SELECT m.comparison_id FROM conversations m WHERE m.id = ANY(${bind(matches)}::uuid[]))`
      : `EXISTS (SELECT ${beside} AND has_words(o.id, ${bind(search.words)}::tsquery))`;
    const isCalled = `c.comparison_id IN (SELECT g.id FROM comparisons g WHERE g.user_id = $1 AND g.title_words @@ ${bind(search.words)}::tsquery)`;
    where.push(`(${hasWords} OR ${isCalled})`);
  }
  return { where, values, bind };
}
