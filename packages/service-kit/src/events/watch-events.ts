import { eventMap, type EventOf, type EventSubject } from '@polylogue/proto';
import type { Msg, Subscription } from 'nats';
import { newContext, runInContext } from '../context/request-context.js';
import type { Logger } from '../logging/logger.js';
import { eventHeaders } from './event-headers.js';
import type { NatsLink } from './nats-link.js';

/** Subscribes to subjects without a durable consumer, on this connection and every later one. Returns a function that stops it. */
export function watchEvents<S extends EventSubject>(
  link: NatsLink,
  logger: Logger,
  subjects: readonly S[],
  onEvent: (subject: S, event: EventOf<S>) => void,
): () => void {
  const seen = new WeakSet<object>();
  const subscriptions: Subscription[] = [];
  const take = (subject: S, message: Msg) => {
    const requestId = message.headers?.get(eventHeaders.requestId);
    const traceparent = message.headers?.get(eventHeaders.traceparent);
    runInContext(newContext({ requestId, traceparent }), () => {
      try {
        onEvent(subject, eventMap[subject].fromJSON(message.json()) as EventOf<S>);
      } catch (error) {
        logger.warn({ err: error, subject }, 'an event could not be decoded');
      }
    });
  };
  const stop = link.onConnected((connection) => {
    // Subscriptions survive a reconnect.
    if (seen.has(connection)) return;
    seen.add(connection);
    for (const subject of subjects) {
      const callback = (error: Error | null, message: Msg) => {
        if (!error) take(subject, message);
      };
      subscriptions.push(connection.subscribe(link.wireSubject(subject), { callback }));
    }
  });
  return () => {
    stop();
    for (const subscription of subscriptions) subscription.unsubscribe();
  };
}
