import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import {
  cancelBroadcast,
  resumeBroadcast,
  sendMessage,
  type BodyOf,
  type BroadcastStreamEvent,
} from '@polylogue/api-contract';
import type { Server } from './server.js';
import { ServerFailure } from './server-failure.js';

const maxFailures = 8;

/**
 * Sends a message and yields the events of its broadcast from first to last, over as many connections as it takes. When
 * `interrupted` aborts, the calls to the providers are ended; what had arrived still comes.
 */
export async function* broadcast(
  server: Server,
  body: BodyOf<typeof sendMessage>,
  interrupted: AbortSignal,
): AsyncGenerator<BroadcastStreamEvent> {
  const reading = new AbortController();
  let id: string | undefined;
  const cancel = () => {
    // Only once it is accepted: before that there is no id to cancel it by.
    if (id === undefined) return;
    const call = { parameters: { id }, body: {} };
    server.call(cancelBroadcast, call).catch((fault: unknown) => reading.abort(fault));
  };
  interrupted.addEventListener('abort', cancel, { once: true });
  try {
    for await (const event of resuming(server, body, reading.signal)) {
      if (event.event === 'accepted') {
        id = event.data.broadcastId;
        if (interrupted.aborted) cancel();
      }
      yield event;
    }
  } catch (fault) {
    throw reading.signal.aborted ? reading.signal.reason : fault;
  } finally {
    interrupted.removeEventListener('abort', cancel);
  }
}

async function* resuming(
  server: Server,
  body: BodyOf<typeof sendMessage>,
  signal: AbortSignal,
): AsyncGenerator<BroadcastStreamEvent> {
  let lastEventId = '';
  let broadcastId = '';
  let failures = 0;
  const open = () => {
    const headers = { 'idempotency-key': randomUUID() };
    if (broadcastId === '') return server.events<BroadcastStreamEvent>(sendMessage, { body, headers, signal });
    const after = { parameters: { id: broadcastId }, headers: { 'last-event-id': lastEventId }, signal };
    return server.events<BroadcastStreamEvent>(resumeBroadcast, after);
  };
  for (;;) {
    try {
      for await (const event of open()) {
        failures = 0;
        lastEventId = event.id || lastEventId;
        if (event.event === 'accepted') broadcastId = event.data.broadcastId;
        yield event;
        if (event.event === 'done') return;
      }
      throw new ServerFailure('The replies could not be read to their end. They are kept in your history.', 0);
    } catch (fault) {
      const isOver = !(fault instanceof ServerFailure) || !fault.isPassing || broadcastId === '';
      if (isOver || ++failures > maxFailures) throw fault;
      await wait(Math.min(250 * 2 ** failures, 5_000), undefined, { signal });
    }
  }
}
