import type { JsMsg } from 'nats';
import { v5 as nameUuid, validate as isUuid } from 'uuid';
import { newContext, type RequestContext } from '../context/request-context.js';
import { eventHeaders } from './event-headers.js';

/** An event as it came from the stream, with the context of its publisher. */
export interface Delivery {
  message: JsMsg;
  eventId: string;
  /** 1 the first time. */
  attempt: number;
  context: RequestContext;
}

/** Reads what stands around an event, which holds also when the event itself cannot be read. */
export function deliveryOf(message: JsMsg): Delivery {
  const requestId = message.headers?.get(eventHeaders.requestId);
  const traceparent = message.headers?.get(eventHeaders.traceparent);
  return {
    message,
    eventId: eventIdOf(message),
    attempt: message.info.deliveryCount,
    context: newContext({ requestId, traceparent }),
  };
}

/** What came without an id of ours is known by its place in the stream, so that it can be put aside like the others. */
function eventIdOf({ headers, info }: JsMsg): string {
  const id = headers?.get(eventHeaders.id) ?? '';
  // As Postgres writes it.
  return isUuid(id) ? id.toLowerCase() : nameUuid(`${info.stream} ${info.streamSequence}`, nameUuid.URL);
}
