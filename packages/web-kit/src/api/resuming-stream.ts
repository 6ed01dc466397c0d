import { ApiError, connectionError } from './api-error.js';
import type { StreamEvent } from './event-stream.js';
import { retryDelay } from './query-client.js';

/** How a stream is opened, taken up again and known to be complete. */
export interface Resuming<E extends StreamEvent> {
  open: () => AsyncIterable<E>;
  /** The rest after `lastEventId`; nothing when it cannot be taken up (yet). */
  reopen: (lastEventId: string | undefined) => AsyncIterable<E> | undefined;
  isLast: (event: E) => boolean;
  /** Called when the connection is lost and when events come again. */
  onConnection?: (state: 'lost' | 'back') => void;
  signal?: AbortSignal | undefined;
  /** Attempts in a row without an event before it gives up. */
  attempts?: number;
  /** Waits so many milliseconds; a test passes its own. */
  wait?: (milliseconds: number) => Promise<void>;
}

/**
 * The events of a stream from first to last over as many connections as it takes: a line that breaks, ends before the
 * last event, or whose server is away for now, is taken up again after the last id seen.
 *
 * @throws {ApiError} when it is refused, or cannot be taken up again.
 */
export async function* resumingStream<E extends StreamEvent>(how: Resuming<E>): AsyncGenerator<E, void, undefined> {
  const { attempts = 8, wait = (time) => new Promise((resolve) => setTimeout(resolve, time)) } = how;
  let source: AsyncIterable<E> | undefined = how.open();
  let lastEventId: string | undefined;
  for (let failures = 0; ; failures += 1) {
    let loss: unknown = connectionError('ended early');
    try {
      for await (const event of source) {
        if (failures > 0) how.onConnection?.('back');
        failures = 0;
        if (event.id !== '') lastEventId = event.id;
        yield event;
        if (how.isLast(event)) return;
      }
    } catch (fault) {
      if (how.signal?.aborted || !isPassing(fault)) throw fault;
      loss = fault;
    }
    if (how.signal?.aborted || failures >= attempts) throw loss;
    source = how.reopen(lastEventId);
    if (!source) throw loss;
    if (failures === 0) how.onConnection?.('lost');
    await wait(retryDelay(failures) / 2);
  }
}

/** A line that broke, or a server that is away: the same call may be answered in a moment. */
const isPassing = (fault: unknown): boolean => fault instanceof ApiError && [0, 502, 503, 504].includes(fault.status);
