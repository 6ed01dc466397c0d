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

/** Reads id, subject and headers, which also works when the payload cannot be decoded. */
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

/** A message without an id of ours gets one from its sequence in the stream, so that it can become a dead letter, too. */
function eventIdOf({ headers, info }: JsMsg): string {
  const id = headers?.get(eventHeaders.id) ?? '';
  // As Postgres writes it.
  return isUuid(id) ? id.toLowerCase() : nameUuid(`${info.stream} ${info.streamSequence}`, nameUuid.URL);
}
