import type { JsMsg } from 'nats';
import { eventMap, type EventSubject } from '@polylogue/proto';
import { newContext, runInContext } from '../context/request-context.js';
import type { Database, Transaction } from '../database/database.js';
import { AppError } from '../errors/app-error.js';
import type { NamedHandler } from './consumes.js';
import { eventHeaders } from './event-headers.js';
import { firstTimes } from './inbox.js';

/** Names a letter within its service. */
export interface LetterKey {
  consumer: string;
  eventId: string;
}

/** An event or a job that was given up on. */
export interface NewDeadLetter extends LetterKey {
  subject: string;
  /** Ids and counts, as events and jobs carry them. */
  payload: unknown;
  headers: Readonly<Record<string, string>>;
  attempts: number;
  error: unknown;
}

/** A letter as administrators see it: without its payload. */
export interface DeadLetterRow extends LetterKey {
  subject: string;
  error: string;
  attempts: number;
  failedAt: Date;
}

interface KeptLetter extends LetterKey {
  subject: string;
  payload: unknown;
  headers: Record<string, string>;
  attempts: number;
}

/** A letter as its replayer receives it. */
export interface ReplayedLetter extends KeptLetter {
  attempt: number;
  /** Removes the letter, in the transaction of its effect where there is one. */
  remove: (tx?: Transaction) => Promise<unknown>;
}

/** Replays a letter and removes it; throws when that fails again. */
export type Replayer = (letter: ReplayedLetter) => Promise<void>;

/** How a replay went. */
export interface ReplayTally {
  handled: number;
  failed: number;
}

/** The dead letters of a service, for administrators to inspect, replay or discard. */
export class DeadLetters {
  readonly #table: string;

  constructor(private readonly database: Database) {
    this.#table = `${database.schema}.dead_letters`;
  }

  /** In the transaction given, or in one of its own. */
  async write(letter: NewDeadLetter, tx?: Transaction): Promise<void> {
    const { consumer, eventId, subject, payload, headers, attempts, error } = letter;
    await (tx ?? this.database.worker).query(
      `INSERT INTO ${this.#table} AS known (consumer, event_id, subject, payload, headers, attempts, error)
       VALUES ($1, $2, $3, $4, $5, $6, $7)
       ON CONFLICT (consumer, event_id) DO UPDATE
       SET attempts = greatest(known.attempts + 1, excluded.attempts), error = excluded.error, failed_at = now()`,
      [consumer, eventId, subject, JSON.stringify(payload), JSON.stringify(headers), attempts, wordsOf(error)],
    );
  }

  /** Newest first. */
  async list(limit: number): Promise<{ letters: DeadLetterRow[]; total: number }> {
    const letters = (await this.database.worker.query(
      `SELECT consumer, event_id AS "eventId", subject, error, attempts, failed_at AS "failedAt" FROM ${this.#table}
       ORDER BY failed_at DESC, event_id LIMIT $1`,
      [limit],
    )) as DeadLetterRow[];
    return { letters, total: letters.length < limit ? letters.length : await this.count() };
  }

  async count(): Promise<number> {
    const [row] = (await this.database.worker.query(`SELECT count(*)::int AS n FROM ${this.#table}`)) as {
      n: number;
    }[];
    return row?.n ?? 0;
  }

  /** Passes letters to their replayers, oldest first. A replayer has the name of one consumer, or of a group of them. */
  async replay(replayers: ReadonlyMap<string, Replayer>, keys?: readonly LetterKey[]): Promise<ReplayTally> {
    const tally = { handled: 0, failed: 0 };
    for (const letter of await this.#kept(keys)) {
      const { requestId, traceparent } = eventHeaders;
      const { [requestId]: request, [traceparent]: trace } = letter.headers;
      const context = newContext({ requestId: request, traceparent: trace });
      const group = letter.consumer.slice(0, letter.consumer.lastIndexOf('.'));
      const replayer = replayers.get(letter.consumer) ?? replayers.get(group);
      const isDone = await runInContext(context, () => this.#replay(letter, replayer));
      tally[isDone ? 'handled' : 'failed'] += 1;
    }
    return tally;
  }

  /** How many of them were there. */
  async discard(keys: readonly LetterKey[]): Promise<number> {
    const [, removed] = (await this.database.worker.query(
      `DELETE FROM ${this.#table} WHERE (consumer, event_id) IN (SELECT * FROM unnest($1::text[], $2::uuid[]))`,
      [keys.map(({ consumer }) => consumer), keys.map(({ eventId }) => eventId)],
    )) as [unknown, number];
    return removed;
  }

  #kept(keys: readonly LetterKey[] | undefined): Promise<KeptLetter[]> {
    return this.database.worker.query(
      `SELECT consumer, event_id AS "eventId", subject, payload, headers, attempts FROM ${this.#table}
       WHERE $1::text[] IS NULL OR (consumer, event_id) IN (SELECT * FROM unnest($1::text[], $2::uuid[]))
       ORDER BY failed_at, event_id`,
      [keys?.map(({ consumer }) => consumer) ?? null, keys?.map(({ eventId }) => eventId) ?? null],
    );
  }

  async #replay(letter: KeptLetter, replayer: Replayer | undefined): Promise<boolean> {
    const attempt = letter.attempts + 1;
    const remove = (tx?: Transaction) =>
      (tx ?? this.database.worker).query(`DELETE FROM ${this.#table} WHERE consumer = $1 AND event_id = $2`, [
        letter.consumer,
        letter.eventId,
      ]);
    try {
      if (!replayer) throw handlerGone();
      await replayer({ ...letter, attempt, remove });
      return true;
    } catch (error) {
      await this.database.worker.query(
        `UPDATE ${this.#table} SET attempts = $3, error = $4 WHERE consumer = $1 AND event_id = $2`,
        [letter.consumer, letter.eventId, attempt, wordsOf(error)],
      );
      return false;
    }
  }
}

/** Replays a letter as the event it was: in the transaction that remembers it, so that it is never done twice. */
export function eventReplayer(database: Database, handler: NamedHandler): Replayer {
  const { subject, handle, confirm } = handler;
  return async ({ eventId, payload, attempt, remove }) => {
    const event = eventMap[subject].fromJSON(payload);
    await confirm?.(event);
    await database.asWorker(async (tx) => {
      if ((await firstTimes(tx, database.schema, handler, [eventId])).size > 0) {
        await handle([{ event, eventId, attempt }], tx);
      }
      await remove(tx);
    });
  };
}

/** A message that could not be handled, as a letter. */
export function letterOf(
  message: JsMsg,
  about: LetterKey & { subject: EventSubject; attempts: number; error: unknown },
): NewDeadLetter {
  const names = Object.values(eventHeaders);
  const headers = Object.fromEntries(names.map((name) => [name, message.headers?.get(name) ?? '']));
  return { ...about, payload: payloadOf(message), headers };
}

function payloadOf(message: JsMsg): unknown {
  try {
    return message.json<unknown>();
  } catch {
    return {};
  }
}

function handlerGone(): AppError {
  return new AppError('not_found', 'handler_gone', 'Nothing of this name handles anything any more; discard it.');
}

function wordsOf(error: unknown): string {
  if (AppError.is(error)) return error.sentence;
  return (error instanceof Error ? `${error.name}: ${error.message}` : String(error)).slice(0, 500);
}
