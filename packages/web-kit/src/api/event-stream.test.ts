import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { resumeBroadcast, sendMessage, type BroadcastStreamEvent } from '@polylogue/api-contract';
import { fakeApi, type FakeApi } from '../test/fake-api.js';
import { eventStream } from './event-stream.js';
import { resumingStream } from './resuming-stream.js';

const id = '0191f0a0-0000-7000-8000-000000000001';
const delta = (at: number, text: string) =>
  `id: ${at}\nevent: delta\ndata: ${JSON.stringify({ aiService: 'gpt', messageId: id, text })}\n\n`;
const done = (at: number) => `id: ${at}\nevent: done\ndata: ${JSON.stringify({ broadcastId: id, results: [] })}\n\n`;

function streamed(chunks: string[], { breaks = false } = {}): Response {
  const bytes = chunks.map((chunk) => new TextEncoder().encode(chunk));
  const source: UnderlyingDefaultSource<Uint8Array> = {
    pull(controller) {
      const next = bytes.shift();
      if (next) controller.enqueue(next);
      else if (breaks) controller.error(new TypeError('network error'));
      else controller.close();
    },
  };
  // Nothing is read ahead: an error would throw away what the reader has not taken yet.
  const body = new ReadableStream<Uint8Array>(source, { highWaterMark: 0 });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

async function all(stream: AsyncIterable<BroadcastStreamEvent>): Promise<string[]> {
  const seen: string[] = [];
  for await (const { event, id: at, data } of stream) seen.push(`${at} ${event} ${'text' in data ? data.text : ''}`);
  return seen;
}

describe('streams', () => {
  let api: FakeApi;
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api = fakeApi();
  });
  afterEach(() => {
    api.restore();
    jest.restoreAllMocks();
  });

  it('yields typed events whatever the cuts between chunks, and skips comments and unknown events', async () => {
    const text = `: breath\n\n${delta(1, 'Zoë')}event: novel\ndata: {}\n\n${delta(2, ' says')}`;
    api.answer(sendMessage, () => streamed([text.slice(0, 30), text.slice(30, 31), text.slice(31)]));
    expect(await all(eventStream<BroadcastStreamEvent>(sendMessage))).toEqual(['1 delta Zoë', '2 delta  says']);
  });

  it('refuses like any other call', async () => {
    api.answer(sendMessage, Response.json({ error: 'Wait for approval.' }, { status: 403 }));
    await expect(all(eventStream<BroadcastStreamEvent>(sendMessage))).rejects.toMatchObject({
      status: 403,
      sentence: 'Wait for approval.',
    });
  });

  it('calls a line without a breath lost', async () => {
    api.answer(sendMessage, () => new Response(new ReadableStream({})));
    const silent = eventStream<BroadcastStreamEvent>(sendMessage, { silence: 1 });
    await expect(all(silent)).rejects.toMatchObject({ status: 0 });
  });

  it('are taken up again after the last id until the last event', async () => {
    api.answer(sendMessage, () => streamed([delta(1, 'a'), delta(2, 'b')], { breaks: true }));
    const rest = [() => streamed([]), () => streamed([delta(3, 'c'), done(4)])];
    api.answer(resumeBroadcast, () => rest.shift()!());
    const states: string[] = [];
    const events = resumingStream<BroadcastStreamEvent>({
      open: () => eventStream(sendMessage),
      reopen: (lastEventId) => eventStream(resumeBroadcast, { parameters: { id }, lastEventId }),
      isLast: ({ event }) => event === 'done',
      onConnection: (state) => states.push(state),
      wait: () => Promise.resolve(),
    });
    expect(await all(events)).toEqual(['1 delta a', '2 delta b', '3 delta c', '4 done ']);
    expect(api.callsOf(resumeBroadcast).map(({ headers }) => headers.get('last-event-id'))).toEqual(['2', '2']);
    expect(states).toEqual(['lost', 'back']);
  });

  it('give up after so many attempts in a row', async () => {
    api.answer(sendMessage, () => streamed([], { breaks: true }));
    const events = resumingStream<BroadcastStreamEvent>({
      open: () => eventStream(sendMessage),
      reopen: () => eventStream(sendMessage),
      isLast: () => false,
      attempts: 2,
      wait: () => Promise.resolve(),
    });
    await expect(all(events)).rejects.toMatchObject({ status: 0 });
    expect(api.calls).toHaveLength(3);
  });
});
