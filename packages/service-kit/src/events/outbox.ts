import { eventMap, type EventOf, type EventSubject } from '@polylogue/proto';
import { currentContext } from '../context/request-context.js';
import { newId } from '../ids/new-id.js';

/** One event on its way into the outbox, each field ready to be a query parameter. */
export interface OutboxRow {
  id: string;
  subject: EventSubject;
  aggregateId: string | null;
  /** JSON text. */
  payload: string;
  /** JSON text. */
  headers: string;
}

/** What may be said beside an event. */
export interface PublishOptions {
  /** Events of one aggregate arrive in the order they were published. */
  aggregateId?: string;
  /** Of the request that caused it ({@link outboxHeaders}), for one that is published later; else those of this moment. */
  headers?: string;
}

/** The columns of `outbox` in the order of {@link outboxValues}. */
export const outboxColumns = 'id, subject, aggregate_id, payload, headers';

/** The request and trace of this moment, as the headers of an event. JSON text. */
export function outboxHeaders(): string {
  const context = currentContext();
  return JSON.stringify(context ? { requestId: context.requestId, traceparent: context.traceparent } : {});
}

/** An event as a row, for services that insert it within a statement of their own. Call `events.nudge()` afterwards. */
export function outboxRow<S extends EventSubject>(
  subject: S,
  payload: EventOf<S>,
  options: PublishOptions = {},
): OutboxRow {
  const codec = eventMap[subject] as unknown as { toJSON(message: EventOf<S>): unknown };
  return {
    id: newId(),
    subject,
    aggregateId: options.aggregateId ?? null,
    payload: JSON.stringify(codec.toJSON(payload)),
    headers: options.headers ?? outboxHeaders(),
  };
}

/** The parameters of a row, in the order of {@link outboxColumns}. */
export function outboxValues(row: OutboxRow): (string | null)[] {
  return [row.id, row.subject, row.aggregateId, row.payload, row.headers];
}
