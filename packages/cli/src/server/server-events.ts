import { streamError, type Route } from '@polylogue/api-contract';
import type { EventSourceMessage } from 'eventsource-parser';
import { ServerFailure } from './server-failure.js';

/** One event of a stream. */
export interface ServerEvent {
  event: string;
  id: string;
  data: unknown;
}

/**
 * An event by the contract; undefined for one that this version does not know.
 *
 * @throws {ServerFailure} for an `error`, which ends a stream in place of its last event.
 */
export function readEvent<E extends ServerEvent>(route: Route, message: EventSourceMessage): E | undefined {
  const { event = '', id = '', data } = message;
  if (event === 'error') {
    const { error, status } = streamError.parse(JSON.parse(data));
    throw new ServerFailure(error, status);
  }
  const parsed = route.events?.[event]?.safeParse(JSON.parse(data));
  return parsed?.success ? ({ event, id, data: parsed.data } as E) : undefined;
}
