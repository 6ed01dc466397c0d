import type { PoolClient } from 'pg';
import { answerWithin } from '../timing/answer-within.js';
import { discard } from './connection.js';
import { isDivisionByZero } from './database-errors.js';
import type { ServerClock } from './server-clock.js';

/** Milliseconds after which Postgres is taken to be away when it has not begun. */
const beginMs = 1_500;
/** Well before that: what begins later must not be stored. */
export const beginsWithinMs = 1_000;

/** What a transaction begins with. */
export interface Beginning {
  userId: string | undefined;
  onlyReads: boolean;
  /** What is prepared in it is planned for any values, once per connection. */
  plansOnce?: boolean;
}

/** The server came to a transaction too late, and did nothing of it. */
export class TooLateError extends Error {}

/**
 * BEGIN and what holds for the transaction, in one round trip; TypeORM would take several. `before`: milliseconds of the server's
 * clock, after which it must not begin any more. Throws {@link TooLateError} then, and the connection is closed after each failure.
 */
export async function sendBegin(
  client: PoolClient,
  beginning: Beginning,
  clock: ServerClock,
  before?: number,
): Promise<void> {
  const sentAt = clock.moment;
  try {
    // A server that hangs must be noticed as fast as one that refuses, and is reported in pg's own words for it.
    const answer = await answerWithin(beginMs, client.query(sqlOf(client, beginning, before)), 'Query read timeout');
    noteTime(answer, sentAt, clock);
  } catch (error) {
    discard(client);
    throw isDivisionByZero(error) ? new TooLateError('Postgres began too late') : error;
  }
}

/** With a user it answers what time it is, and divides by zero where that is too late. */
function sqlOf(client: PoolClient, { userId, onlyReads, plansOnce = false }: Beginning, before: number | undefined) {
  const plans = plansOnce ? '; SET LOCAL plan_cache_mode = force_generic_plan' : '';
  const begin = `BEGIN${onlyReads ? ' READ ONLY' : ''}${plans}`;
  if (userId === undefined) return begin;
  const user = `set_config('app.user_id', ${client.escapeLiteral(userId)}, true)`;
  const now = '(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now';
  const isInTime = before === undefined ? '' : `, 1 / (clock_timestamp() < to_timestamp(${before / 1000}))::integer`;
  return `${begin}; SELECT ${user}, ${now}${isInTime}`;
}

/** pg answers a list where several statements were sent. */
function noteTime(answer: unknown, sentAt: number, clock: ServerClock): void {
  const last = Array.isArray(answer) ? (answer.at(-1) as { rows: { now?: number }[] }) : undefined;
  const now = last?.rows[0]?.now;
  if (now !== undefined) clock.note(now, sentAt);
}
