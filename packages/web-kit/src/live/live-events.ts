import type { LiveEvent } from '@polylogue/api-contract';
import { useEffect, useRef } from 'react';
import { liveConnection } from './live-connection.js';

/**
 * The events a screen listens to; `reconnected` says that hints may have been missed, `refused` that the server sends no hints to this session: the
 * session may have ended while the page was hidden.
 */
export type LiveHandlers = {
  [Name in LiveEvent['event']]?: (data: Extract<LiveEvent, { event: Name }>['data']) => void;
} & { reconnected?: () => void; refused?: () => void };

/** Gets the hints of `/api/events` while mounted. All screens of a page share one connection, open while visible. */
export function useLiveEvents(handlers: LiveHandlers): void {
  const current = useRef(handlers);
  useEffect(() => {
    current.current = handlers;
  });
  useEffect(
    () =>
      liveConnection.join((event, data) => {
        (current.current as Record<string, ((data: unknown) => void) | undefined>)[event]?.(data);
      }),
    [],
  );
}
