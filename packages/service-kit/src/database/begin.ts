import type { PoolClient, QueryResult } from 'pg';
import { answerWithin } from '../timing/answer-within.js';
import { discard, inOneWrite } from './connection.js';
import { isDivisionByZero } from './database-errors.js';
import { queryPrepared, type Prepared } from './query-prepared.js';
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
    const answer = await answerWithin(beginMs, send(client, beginning, before), 'Query read timeout');
    const now = answer?.rows[0]?.now;
    if (now !== undefined) clock.note(now, sentAt);
  } catch (error) {
    discard(client);
    throw isDivisionByZero(error) ? new TooLateError('Postgres began too late') : error;
  }
}

interface Now {
  now: number;
}

/** With a user it is answered what time it is. */
async function send(
  client: PoolClient,
  { userId, onlyReads, plansOnce = false }: Beginning,
  before: number | undefined,
): Promise<QueryResult<Now> | undefined> {
  const begin = `BEGIN${onlyReads ? ' READ ONLY' : ''}`;
  if (userId === undefined) return void (await client.query(begin));
  const statement = asUser[plansOnce ? 'planned' : 'plain'][before === undefined ? 'at any time' : 'in time'];
  const values = before === undefined ? [userId] : [userId, before / 1000];
  const both = () => [client.query(begin), queryPrepared<Now>(client, statement, values)] as const;
  const [, answer] = await Promise.all(inOneWrite(client, both));
  return answer;
}

/**
 * Prepared: as text Postgres would plan it anew each time, which takes longer than all else at the beginning of a transaction. It divides
 * by zero where the time is over.
 */
const asUser = {
  plain: inTime('begin', ''),
  planned: inTime('begin-planned', `, set_config('plan_cache_mode', 'force_generic_plan', true)`),
};

function inTime(name: string, plans: string): Record<'at any time' | 'in time', Prepared> {
  const text = `SELECT set_config('app.user_id', $1, true)${plans}, (extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`;
  const orFail = ', 1 / (clock_timestamp() < to_timestamp($2::float8))::integer';
  return { 'at any time': { name, text }, 'in time': { name: `${name}-in-time`, text: text + orFail } };
}
