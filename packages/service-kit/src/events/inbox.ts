import type { Transaction } from '../database/database.js';

/** Remembers events for a consumer, in the transaction of their effect. Answers those that were not handled before. */
export async function firstTimes(
  tx: Transaction,
  schema: string,
  consumer: string,
  eventIds: readonly string[],
): Promise<Set<string>> {
  // In one order: two replicas that were given the same events never deadlock.
  const rows = await tx.query<{ event_id: string }[]>(
    `INSERT INTO ${schema}.inbox (consumer, event_id) SELECT $1, id FROM unnest($2::uuid[]) AS id ORDER BY id
     ON CONFLICT DO NOTHING RETURNING event_id`,
    [consumer, eventIds],
  );
  return new Set(rows.map(({ event_id }) => event_id));
}
