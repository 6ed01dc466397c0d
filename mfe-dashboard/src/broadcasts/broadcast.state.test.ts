import { describe, expect, it } from '@jest/globals';
import type { BroadcastStreamEvent, SendResult } from '@polylogue/api-contract';
import { ApiError } from '@polylogue/web-kit';
import { resumingStream } from '@polylogue/web-kit/streams';
import fc from 'fast-check';
import { BroadcastStore } from './broadcast-store.state.js';
import { afterEvent, pendingReply, newBroadcast } from './broadcast.state.js';
import { visibleText } from './reply.rules.js';

fc.configureGlobal({ seed: 20250710 });

const id = (index: number) => `00000000-0000-7000-8000-00000000000${index}`;
const broadcastId = id(0);

/** Every event of one broadcast, deltas interleaved as `order` says. */
function eventsOf(texts: readonly string[], order: readonly number[]): BroadcastStreamEvent[] {
  const names = texts.map((_text, index) => `ai-${index}`);
  const targets = names.map((aiService, index) => ({ aiService, conversationId: id(index), messageId: id(index) }));
  const events: Omit<BroadcastStreamEvent, 'id'>[] = [{ event: 'accepted', data: { broadcastId, targets } }];
  const results: SendResult[] = names.map((aiService, index) => {
    const base = { aiService, conversationId: id(index), messageId: id(index), responseTime: 10 };
    return { ...base, success: true, status: 'completed', content: texts[index] };
  });
  const rest = texts.map((text) => text.match(/[\s\S]{1,3}/g) ?? []);
  const ended = new Set<number>();
  for (let step = 0; ended.size < texts.length; step++) {
    // After the wished order, simply one after the other, so that nothing is left out.
    const index =
      step < order.length * 4 ? (order[step % order.length] ?? 0) : ended.size === 0 ? step : nextOpen(ended);
    const at = index % texts.length;
    if (ended.has(at)) continue;
    const text = rest[at]?.shift();
    const aiService = names[at] ?? '';
    if (text !== undefined) events.push({ event: 'delta', data: { aiService, messageId: id(at), text } });
    else {
      ended.add(at);
      events.push({ event: 'reply', data: results[at] as SendResult });
    }
  }
  events.push({ event: 'done', data: { broadcastId, results } });
  return events.map((event, index) => ({ ...event, id: String(index + 1) }) as BroadcastStreamEvent);
}

function nextOpen(ended: ReadonlySet<number>): number {
  let index = 0;
  while (ended.has(index)) index += 1;
  return index;
}

describe('a broadcast taken up again', () => {
  it('ends with exactly the texts that were sent, however often and wherever the connection is cut', async () => {
    const texts = fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 5 });
    const order = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 });
    const cuts = fc.array(fc.tuple(fc.nat(12), fc.boolean(), fc.nat(3)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(texts, order, cuts, fc.boolean(), async (all, places, lost, withContent) => {
        const events = eventsOf(all, places).map((event) => (withContent ? event : withoutContent(event)));
        const store = new BroadcastStore((paint) => paint());
        const replies = all.map((_text, index) => pendingReply(`ai-${index}`, 0));
        store.put(newBroadcast({ key: 'k', kind: 'send', message: 'm', replies }));
        const remaining = [...lost];
        const seen: string[][] = all.map(() => []);
        const connect = async function* (after: number) {
          const [count, throws, again] = remaining.shift() ?? [Infinity, false, 0];
          // A server may repeat some events; their ids say so.
          for (const event of events.slice(Math.max(0, after - again)).slice(0, count)) yield event;
          if (throws && count !== Infinity) throw new ApiError('lost', { status: 0 });
        };
        const stream = resumingStream<BroadcastStreamEvent>({
          open: () => connect(0),
          reopen: (lastEventId) => connect(Number(lastEventId ?? 0)),
          isLast: ({ event }) => event === 'done',
          wait: async () => undefined,
        });
        for await (const event of stream) {
          store.apply('k', event);
          all.forEach((text, index) => {
            const now = store.turnsOf(`ai-${index}`)[0]?.reply.text ?? '';
            // Nothing twice, nothing missing, at every moment: always a prefix, never shorter than before.
            expect(text.startsWith(now)).toBe(true);
            expect(now.length).toBeGreaterThanOrEqual(seen[index]?.at(-1)?.length ?? 0);
            seen[index]?.push(now);
          });
        }
        all.forEach((text, index) => {
          expect(store.turnsOf(`ai-${index}`)[0]?.reply).toMatchObject({ text, status: 'completed' });
        });
      }),
      { numRuns: 100 },
    );
  });

  const withoutContent = (event: BroadcastStreamEvent): BroadcastStreamEvent => {
    const bare = (result: SendResult) => ({ ...result, content: undefined });
    if (event.event === 'reply') return { ...event, data: bare(event.data) };
    if (event.event === 'done') return { ...event, data: { ...event.data, results: event.data.results.map(bare) } };
    return event;
  };
});

describe('one event', () => {
  const started = newBroadcast({ key: 'k', kind: 'send', message: 'm', replies: [pendingReply('gpt', 1000)] });
  const delta = (text: string, at: string): BroadcastStreamEvent => ({
    event: 'delta',
    id: at,
    data: { aiService: 'gpt', messageId: id(1), text },
  });
  const ended: BroadcastStreamEvent = {
    event: 'reply',
    id: '3',
    data: {
      aiService: 'gpt',
      success: false,
      status: 'interrupted',
      conversationId: id(2),
      messageId: id(1),
      responseTime: 5,
      error: 'It broke off.',
    },
  };

  it('notes when the first text came', () => {
    const after = afterEvent(afterEvent(started, delta('He', '1'), 1380), delta('llo', '2'), 2000);
    expect(after.replies[0]).toMatchObject({ text: 'Hello', status: 'streaming', firstTokenTime: 380 });
  });

  it('keeps what had arrived when a reply breaks off, and its error beside it', () => {
    const after = afterEvent(afterEvent(started, delta('Hel', '1'), 0), ended, 0);
    expect(after.replies[0]).toMatchObject({ text: 'Hel', status: 'interrupted', error: 'It broke off.' });
    expect(afterEvent(after, delta('lo', '4'), 0).replies[0]?.text).toBe('Hel');
  });

  it('starts a text again when the stream is accepted again, without hiding what was visible', () => {
    const accepted = (at: string): BroadcastStreamEvent => ({
      event: 'accepted',
      id: at,
      data: { broadcastId, targets: [{ aiService: 'gpt', conversationId: id(2), messageId: id(1) }] },
    });
    const before = afterEvent(afterEvent(started, accepted('1'), 0), delta('Hello', '2'), 0);
    const again = afterEvent(before, accepted('3'), 0).replies[0];
    expect(again).toMatchObject({ text: '', storedText: 'Hello' });
    const whole = afterEvent(afterEvent(afterEvent(before, accepted('3'), 0), delta('Hell', '4'), 0), ended, 0);
    expect(visibleText(whole.replies[0]!)).toBe('Hello');
  });

  it('is ignored when it came before', () => {
    const once = afterEvent(started, delta('He', '5'), 0);
    expect(afterEvent(once, delta('He', '5'), 0)).toBe(once);
  });
});
