import type { Transaction } from '../database/database.js';
import type { NamedHandler } from './consumes.js';

/**
 * Remembers events for a consumer, in the transaction of their effect. Answers those that were not handled before; all of them,
 * and remembers none, where handling one again does nothing.
 */
export async function firstTimes(
  tx: Transaction,
  schema: string,
  { consumer, isRepeatable }: Pick<NamedHandler, 'consumer' | 'isRepeatable'>,
  eventIds: readonly string[],
): Promise<Set<string>> {
  if (isRepeatable) return new Set(eventIds);
  // In one order: two replicas that were given the same events never deadlock.
  const rows = await tx.query<{ event_id: string }[]>(
    `INSERT INTO ${schema}.inbox (consumer, event_id) SELECT $1, id FROM unnest($2::uuid[]) AS id ORDER BY id
     ON CONFLICT DO NOTHING RETURNING event_id`,
    [consumer, eventIds],
  );
  return new Set(rows.map(({ event_id }) => event_id));
}
