import type { PoolClient } from 'pg';
import { sendBegin } from './begin.js';
import { discard, sendTogether } from './connection.js';
import { queryPrepared, type Prepared } from './query-prepared.js';
import type { ServerClock } from './server-clock.js';

/** Of whom and until when a statement may run that is a transaction of its own. */
export interface OneStatement {
  userId: string;
  /** Milliseconds of the server's clock; undefined where its time is not known. */
  before: number | undefined;
  clock: ServerClock;
}

/**
 * BEGIN for a user, a prepared statement and COMMIT, in one write where it is said until when. Otherwise the statement waits for
 * BEGIN: a server that hangs then has nothing that it could store later. After a statement that failed, COMMIT rolls back.
 */
export async function commitOne<R>(
  client: PoolClient,
  { userId, before, clock }: OneStatement,
  statement: Prepared,
  values: readonly unknown[],
): Promise<R[]> {
  if (before !== undefined) sendTogether(client);
  const begun = sendBegin(client, { userId, onlyReads: false, plansOnce: true }, clock, before);
  if (before === undefined) await begun;
  const sent = [queryPrepared(client, statement, values), client.query('COMMIT')] as const;
  const [began, answered, committed] = await Promise.allSettled([begun, ...sent]);
  if (committed.status === 'rejected') discard(client);
  for (const each of [began, answered, committed]) if (each.status === 'rejected') throw each.reason;
  return (answered as PromiseFulfilledResult<{ rows: unknown[] }>).value.rows as R[];
}
