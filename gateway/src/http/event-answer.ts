import type { SseEvent } from './sse-frame.rules.js';
import { SseWriter } from './sse-writer.js';
import type { HttpResponse } from './http-messages.js';

// A refusal comes before the first event; after this long without either, the stream opens to show that it lives.
const openAfterMs = 1_000;

/**
 * Answers with a stream, and ends it. What is refused before the stream opens is an ordinary error; a fault after that is
 * its last event, by which a reader knows that it did not see the end.
 */
export async function answerWithEvents(
  response: HttpResponse,
  source: AsyncIterable<SseEvent | undefined>,
  eventOf: (error: unknown) => SseEvent,
): Promise<void> {
  const writer = new SseWriter(response);
  const events = source[Symbol.asyncIterator]();
  try {
    const opening = setTimeout(() => writer.open(), openAfterMs).unref();
    const first = await events.next().finally(() => clearTimeout(opening));
    if (!first.value) writer.open();
    for (let next = first; !next.done; next = await events.next()) {
      const room = next.value && writer.send(next.value);
      if (room) await room;
    }
    writer.end();
  } catch (error) {
    await events.return?.();
    if (!writer.isBegun && !response.destroyed) throw error;
    if (response.destroyed) return;
    void writer.send(eventOf(error));
    writer.end();
  }
}
