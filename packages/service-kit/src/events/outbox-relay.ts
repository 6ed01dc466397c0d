import { ErrorCode, headers as natsHeaders, NatsError, type JetStreamClient } from 'nats';
import { groupBy } from '../collections/group-by.js';
import type { Database, Transaction } from '../database/database.js';
import type { Logger } from '../logging/logger.js';
import type { DeadLetters, Replayer } from './dead-letters.js';
import { eventHeaders } from './event-headers.js';
import type { Span } from '../context/span.js';
import type { Tracing } from '../tracing/tracing.js';
import type { NatsLink, StreamState } from './nats-link.js';
import { outboxColumns } from './outbox.js';
import { inBatches } from '../timing/in-batches.js';
import { PeriodicTask } from '../timing/periodic-task.js';

interface WaitingRow {
  position: string;
  id: string;
  subject: string;
  aggregate_id: string | null;
  payload: string;
  headers: { requestId?: string; traceparent?: string };
  created_at: Date;
  sends: number;
}

interface Refused {
  row: WaitingRow;
  error: unknown;
}

interface Sent {
  position: string;
  sequence: number;
}

const batchSize = 500;
const publishMs = 5_000;
const checkStreamMs = 5_000;
/** Of what a lost stream took; a statement may take ten seconds, and there may be millions. */
const releaseSize = 5_000;
const maxSequence = '9223372036854775807';
// A broadcast commits several times within a moment; its events are in no hurry, its reader is.
const gatherMs = 50;

/**
 * Publishes committed outbox rows. Nudged after each commit, it also looks every `pollMs`, for rows of a process that
 * died. One replica at a time per schema, one event at a time per aggregate: order holds. When the stream turns out to
 * have lost what was sent (emptied, or made anew), the rows are sent again under a new message id.
 */
export class OutboxRelay {
  readonly #sending: PeriodicTask;
  #known: StreamState | undefined;
  #checkStreamAt = 0;

  constructor(
    private readonly options: {
      database: Database;
      link: NatsLink;
      letters: DeadLetters;
      logger: Logger;
      service: string;
      tracing: Tracing;
      pollMs?: number;
    },
  ) {
    this.#sending = new PeriodicTask({
      work: () => this.#turn(),
      everyMs: options.pollMs ?? 1_000,
      gatherMs,
      onError: (error) => {
        this.#checkStreamAt = 0;
        options.logger.warn({ err: error }, 'outbox relay: events could not be sent; they stay in the outbox');
      },
    });
  }

  start(): void {
    this.options.link.onConnected(() => {
      this.#checkStreamAt = 0;
      this.nudge();
    });
    this.#sending.start('at once');
  }

  /** Looks at once. */
  nudge(): void {
    this.#sending.nudge();
  }

  /** Ends after the batch in flight. */
  stop(): Promise<void> {
    return this.#sending.stop();
  }

  /** True when there may be more to do at once. */
  async #turn(): Promise<boolean> {
    const connection = this.options.link.connection;
    if (!connection) return false;
    if (performance.now() >= this.#checkStreamAt) await this.#checkStream();
    const { schema, worker } = this.options.database;
    const waiting = (await worker.query(`SELECT 1 FROM ${schema}.outbox WHERE sent_at IS NULL LIMIT 1`)) as unknown[];
    if (waiting.length === 0) return false;
    return this.options.database.asWorker((tx) => this.#sendBatch(tx, connection.jetstream()));
  }

  async #sendBatch(tx: Transaction, stream: JetStreamClient): Promise<boolean> {
    const { schema } = this.options.database;
    const rows = await tx.query<WaitingRow[]>(
      `WITH turn AS MATERIALIZED (SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0)) AS mine)
       SELECT position, id, subject, aggregate_id, payload::text AS payload, headers, created_at, sends
       FROM ${schema}.outbox, turn WHERE turn.mine AND sent_at IS NULL
       ORDER BY position LIMIT ${batchSize}`,
      [`polylogue relay ${schema}`],
    );
    const groups = groupBy(rows, (row) => row.aggregate_id ?? row.id);
    const sent: Sent[] = [];
    const refused: Refused[] = [];
    const outcomes = await Promise.allSettled(
      [...groups.values()].map(async (group) => {
        for (const row of group) {
          try {
            sent.push({ position: row.position, sequence: await this.#publish(stream, row) });
          } catch (error) {
            if (!isRefusedForGood(error)) throw error;
            refused.push({ row, error });
          }
        }
      }),
    );
    if (sent.length > 0) await this.#markSent(tx, sent);
    for (const each of refused) await this.#putAside(tx, each);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) {
      this.#checkStreamAt = 0;
      this.options.logger.warn(
        { err: failed.reason as unknown, sent: sent.length },
        'outbox relay: NATS did not take some events; they are sent again',
      );
      return false;
    }
    return rows.length === batchSize;
  }

  /** What NATS never takes becomes a dead letter: kept where it is, it would stand before the others for ever. */
  async #putAside(tx: Transaction, { row, error }: Refused): Promise<void> {
    const { id, subject, payload, headers, aggregate_id: aggregateId, position } = row;
    const key = { consumer: outboxConsumer(this.options.service), eventId: id };
    const kept = { ...headers, ...(aggregateId && { aggregateId }) };
    await this.options.letters.write(
      { ...key, subject, payload: JSON.parse(payload) as unknown, headers: kept, attempts: 1, error },
      tx,
    );
    await tx.query(`DELETE FROM ${this.options.database.schema}.outbox WHERE position = $1`, [position]);
    this.options.logger.error({ err: error, eventId: id, subject }, 'an event that NATS refuses became a dead letter');
  }

  async #publish(stream: JetStreamClient, row: WaitingRow): Promise<number> {
    const headers = natsHeaders();
    headers.set(eventHeaders.id, row.id);
    headers.set(eventHeaders.occurredAt, row.created_at.toISOString());
    headers.set(eventHeaders.producer, this.options.service);
    if (row.headers.requestId) headers.set(eventHeaders.requestId, row.headers.requestId);
    const span = this.#begin(row);
    const traceparent = span?.traceparent ?? row.headers.traceparent;
    if (traceparent) headers.set(eventHeaders.traceparent, traceparent);
    // A row sent again needs another message id, or an emptied stream would take it for a duplicate.
    const msgID = row.sends === 0 ? row.id : `${row.id}.${row.sends}`;
    const subject = this.options.link.wireSubject(row.subject);
    try {
      const taken = await stream.publish(subject, row.payload, { msgID, headers, timeout: publishMs });
      span?.end();
      return taken.seq;
    } catch (error) {
      span?.end(error);
      throw error;
    }
  }

  /** The span from the commit to the stream, in the trace of the request that committed. */
  #begin({ subject, headers, created_at: startedAt }: WaitingRow): Span | undefined {
    if (!headers.traceparent) return undefined;
    const attributes = { 'messaging.system': 'nats', 'messaging.destination.name': subject };
    const { tracing } = this.options;
    const { traceparent: parent } = headers;
    return tracing.startSpan({ kind: 'producer', name: `send ${subject}`, parent, attributes, startedAt });
  }

  async #markSent(tx: Transaction, sent: readonly Sent[]): Promise<void> {
    await tx.query(
      `UPDATE ${this.options.database.schema}.outbox
       SET sent_at = now(), sends = sends + 1, stream_created = $1, stream_sequence = taken.sequence
       FROM unnest($2::bigint[], $3::bigint[]) AS taken (position, sequence)
       WHERE outbox.position = taken.position`,
      [this.#known?.created, sent.map(({ position }) => position), sent.map(({ sequence }) => sequence)],
    );
  }

  async #checkStream(): Promise<void> {
    const state = await this.options.link.ensureStream();
    let lost = 0;
    if (state.created !== this.#known?.created) lost += await this.#releaseOtherStreams(state.created);
    if (state.firstSequence !== this.#known?.firstSequence)
      lost += await this.#release(state.created, String(state.firstSequence));
    if (this.#sending.isStopped) return;
    if (lost > 0)
      this.options.logger.warn({ events: lost }, 'outbox relay: the stream has lost events; they are sent again');
    this.#known = state;
    this.#checkStreamAt = performance.now() + checkStreamMs;
  }

  /** Each other stream is the first or the last by name until only the present one is left. */
  async #releaseOtherStreams(present: string): Promise<number> {
    const { schema, worker } = this.options.database;
    for (let lost = 0; ;) {
      const [ends] = (await worker.query(
        `SELECT min(stream_created) AS first, max(stream_created) AS last FROM ${schema}.outbox WHERE sent_at IS NOT NULL`,
      )) as [{ first: string | null; last: string | null }];
      const other = [ends.first, ends.last].find((name) => name !== null && name !== present);
      if (!other || this.#sending.isStopped) return lost;
      lost += await this.#release(other);
    }
  }

  /** Lets what a stream took be sent again, in the order it took it; of the present stream what it no longer has. */
  async #release(stream: string, before = maxSequence): Promise<number> {
    const { schema, worker } = this.options.database;
    let lost = 0;
    let last = '-1';
    // Another replica may be at the same: each row is looked at once more when it is locked.
    const page = async (size: number) => {
      const [found] = (await worker.query(
        `WITH page AS MATERIALIZED (
           SELECT position, stream_sequence FROM ${schema}.outbox
           WHERE sent_at IS NOT NULL AND stream_created = $1 AND stream_sequence > $2 AND stream_sequence < $3
           ORDER BY stream_sequence LIMIT ${size}),
         locked AS MATERIALIZED (
           SELECT position FROM ${schema}.outbox
           WHERE position = ANY (ARRAY(SELECT position FROM page)) AND sent_at IS NOT NULL AND stream_created = $1
           ORDER BY position FOR UPDATE),
         released AS (
           UPDATE ${schema}.outbox SET sent_at = NULL FROM locked WHERE outbox.position = locked.position RETURNING 1)
         SELECT count(*)::integer AS count, max(stream_sequence) AS last,
           (SELECT count(*)::integer FROM released) AS released FROM page`,
        [stream, last, before],
      )) as [{ count: number; last: string | null; released: number }];
      last = found.last ?? last;
      lost += found.released;
      return found.count;
    };
    await inBatches(releaseSize, page, () => this.#sending.isStopped);
    return lost;
  }
}

/** The consumer that letters of the relay are filed under. */
export const outboxConsumer = (service: string) => `${service}.Outbox`;

/** Puts a letter of the relay back into the outbox, under the id it had. */
export function outboxReplayer(database: Database, nudge: () => void): Replayer {
  return async ({ eventId, subject, payload, headers: { aggregateId = null, ...headers }, remove }) => {
    await database.asWorker(async (tx) => {
      await tx.query(`INSERT INTO ${database.schema}.outbox (${outboxColumns}) VALUES ($1, $2, $3, $4, $5)`, [
        eventId,
        subject,
        aggregateId,
        JSON.stringify(payload),
        JSON.stringify(headers),
      ]);
      await remove(tx);
    });
    nudge();
  };
}

const neverTaken = new Set<string>([
  ErrorCode.MaxPayloadExceeded,
  ErrorCode.BadPayload,
  ErrorCode.BadSubject,
  ErrorCode.BadHeader,
]);

/** Whether NATS refuses the event itself, rather than being unreachable or full. */
function isRefusedForGood(error: unknown): boolean {
  if (!(error instanceof NatsError)) return false;
  return neverTaken.has(error.code) || error.api_error?.code === 400;
}
