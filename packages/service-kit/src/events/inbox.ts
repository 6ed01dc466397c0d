import type { Transaction } from '../database/database.js';

/** Remembers an event for a consumer, in the transaction of its effect. False when it was handled before. */
export async function isFirstTime(
  tx: Transaction,
  schema: string,
  consumer: string,
  eventId: string,
): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    `INSERT INTO ${schema}.inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1`,
    [consumer, eventId],
  );
  return rows.length > 0;
}
