import type { JsMsg } from 'nats';
import { eventMap, type EventSubject } from '@polylogue/proto';
import { newContext, runInContext } from '../context/request-context.js';
import type { Database } from '../database/database.js';
import type { NamedHandler } from './consumes.js';
import { eventHeaders } from './event-headers.js';
import { isFirstTime } from './inbox.js';

interface DeadLetter {
  consumer: string;
  eventId: string;
  subject: EventSubject;
  attempts: number;
  error: unknown;
  message: JsMsg;
}

/** Keeps an event that could not be handled, for people to look at and replay. */
export async function writeDeadLetter(database: Database, letter: DeadLetter): Promise<void> {
  const { consumer, eventId, subject, attempts, error, message } = letter;
  const headers = Object.values(eventHeaders).map((name) => [name, message.headers?.get(name) ?? '']);
  await database.worker.query(
    `INSERT INTO ${database.schema}.dead_letters (consumer, event_id, subject, payload, headers, attempts, error)
     VALUES ($1, $2, $3, $4, $5, $6, $7)
     ON CONFLICT (consumer, event_id) DO UPDATE SET attempts = excluded.attempts, error = excluded.error, failed_at = now()`,
    [
      consumer,
      eventId,
      subject,
      message.string(),
      JSON.stringify(Object.fromEntries(headers)),
      attempts,
      wordsOf(error),
    ],
  );
}

/** Hands the dead letters of these handlers to them again; each that succeeds is gone. */
export async function replayDeadLetters(
  database: Database,
  handlers: readonly NamedHandler[],
): Promise<{ handled: number; failed: number }> {
  const tally = { handled: 0, failed: 0 };
  for (const handler of handlers) {
    const letters = (await database.worker.query(
      `SELECT event_id, payload, headers, attempts FROM ${database.schema}.dead_letters
       WHERE consumer = $1 ORDER BY failed_at`,
      [handler.consumer],
    )) as { event_id: string; payload: unknown; headers: Record<string, string>; attempts: number }[];
    for (const { event_id, payload, headers, attempts } of letters) {
      const context = newContext({
        requestId: headers[eventHeaders.requestId],
        traceparent: headers[eventHeaders.traceparent],
      });
      const done = await runInContext(context, () => replay(database, handler, event_id, payload, attempts + 1));
      tally[done ? 'handled' : 'failed'] += 1;
    }
  }
  return tally;
}

async function replay(database: Database, handler: NamedHandler, eventId: string, payload: unknown, attempt: number) {
  const { consumer, subject, handle } = handler;
  const { schema } = database;
  try {
    await database.asWorker(async (tx) => {
      if (await isFirstTime(tx, schema, consumer, eventId)) {
        await handle(eventMap[subject].fromJSON(payload), { tx, eventId, subject, attempt });
      }
      await tx.query(`DELETE FROM ${schema}.dead_letters WHERE consumer = $1 AND event_id = $2`, [consumer, eventId]);
    });
    return true;
  } catch (error) {
    await database.worker.query(
      `UPDATE ${schema}.dead_letters SET attempts = $3, error = $4 WHERE consumer = $1 AND event_id = $2`,
      [consumer, eventId, attempt, wordsOf(error)],
    );
    return false;
  }
}

function wordsOf(error: unknown): string {
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
}
