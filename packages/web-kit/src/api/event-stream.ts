import type { Route, StreamError } from '@polylogue/api-contract';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { ApiError, connectionError, streamErrorOf } from './api-error.js';
import { request, type CallOf } from './api-request.js';

/** One event of a stream. */
export interface StreamEvent {
  event: string;
  id: string;
  data: unknown;
}

/** What goes with a streamed call. */
export interface StreamCall<R extends Route> extends CallOf<R> {
  lastEventId?: string | undefined;
  /** Milliseconds of silence after which the line counts as lost; the server breathes every 15 s. */
  silence?: number;
}

/**
 * Opens the `text/event-stream` form of a route and yields its events, parsed by the contract; an event this build
 * does not know is skipped. Ends when the server ends it, also before the last event: see {@link resumingStream}.
 *
 * @throws {ApiError} when the call is refused, also by an `error` event (its status), or the line breaks (status 0).
 */
export async function* eventStream<E extends StreamEvent, R extends Route = Route>(
  route: R,
  call: StreamCall<R> = {},
): AsyncGenerator<E, void, undefined> {
  const line = new AbortController();
  const signal = call.signal ? AbortSignal.any([call.signal, line.signal]) : line.signal;
  const headers: Record<string, string> = { accept: 'text/event-stream' };
  if (call.lastEventId !== undefined) headers['last-event-id'] = call.lastEventId;
  const answer = await request(route, call, { headers, signal });
  const reader = (answer.body ?? emptyBody()).getReader();
  const queue: EventSourceMessage[] = [];
  const parser = createParser({ onEvent: (event) => queue.push(event) });
  const decoder = new TextDecoder();
  try {
    for (;;) {
      const { done, value } = await withSilenceLimit(reader.read(), call.silence ?? 45_000);
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      for (const message of queue.splice(0)) {
        const event = eventOf<E>(route, message);
        if (event) yield event;
      }
    }
  } catch (fault) {
    throw call.signal?.aborted || fault instanceof ApiError ? fault : connectionError(fault);
  } finally {
    // Also when the reader of this generator walks away: an open line is one of six the browser has.
    line.abort();
    reader.cancel().catch(() => undefined);
  }
}

function eventOf<E extends StreamEvent>(route: Route, { event, id, data }: EventSourceMessage): E | undefined {
  const schema = event === undefined ? undefined : route.events?.[event];
  if (!schema) return undefined;
  const parsed = schema.safeParse(JSON.parse(data));
  if (event === 'error' && parsed.success) throw streamErrorOf(parsed.data as StreamError);
  if (parsed.success) return { event, id: id ?? '', data: parsed.data } as E;
  console.error(`${route.path}: an event ${event} was not understood`, parsed.error.message);
  return undefined;
}

const emptyBody = () => new ReadableStream<Uint8Array>({ start: (controller) => controller.close() });

async function withSilenceLimit<T>(reading: Promise<T>, silence: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(connectionError('silent')), silence);
  });
  return Promise.race([reading, limit]).finally(() => clearTimeout(timer));
}
