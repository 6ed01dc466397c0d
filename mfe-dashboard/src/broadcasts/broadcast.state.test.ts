import { describe, expect, it } from '@jest/globals';
import type { BroadcastStreamEvent, SendResult } from '@polylogue/api-contract';
import { ApiError, resumingStream } from '@polylogue/web-kit';
import fc from 'fast-check';
import { BroadcastStore } from './broadcast-store.state.js';
import { afterEvent, askedReply, newBroadcast } from './broadcast.state.js';
import { visibleText } from './reply.rules.js';

fc.configureGlobal({ seed: 20250710 });

const id = (place: number) => `00000000-0000-7000-8000-00000000000${place}`;
const broadcastId = id(0);

/** Everything a server tells of one broadcast, deltas interleaved as `order` says. */
function eventsOf(texts: readonly string[], order: readonly number[]): BroadcastStreamEvent[] {
  const names = texts.map((_text, place) => `ai-${place}`);
  const targets = names.map((aiService, place) => ({ aiService, conversationId: id(place), messageId: id(place) }));
  const told: Omit<BroadcastStreamEvent, 'id'>[] = [{ event: 'accepted', data: { broadcastId, targets } }];
  const results: SendResult[] = names.map((aiService, place) => {
    const base = { aiService, conversationId: id(place), messageId: id(place), responseTime: 10 };
    return { ...base, success: true, status: 'completed', content: texts[place] };
  });
  const rest = texts.map((text) => text.match(/[\s\S]{1,3}/g) ?? []);
  const ended = new Set<number>();
  for (let step = 0; ended.size < texts.length; step++) {
    // After the wished order, simply one after the other, so that everything is told.
    const place =
      step < order.length * 4 ? (order[step % order.length] ?? 0) : ended.size === 0 ? step : nextOpen(ended);
    const at = place % texts.length;
    if (ended.has(at)) continue;
    const text = rest[at]?.shift();
    const aiService = names[at] ?? '';
    if (text !== undefined) told.push({ event: 'delta', data: { aiService, messageId: id(at), text } });
    else {
      ended.add(at);
      told.push({ event: 'reply', data: results[at] as SendResult });
    }
  }
  told.push({ event: 'done', data: { broadcastId, results } });
  return told.map((event, index) => ({ ...event, id: String(index + 1) }) as BroadcastStreamEvent);
}

function nextOpen(ended: ReadonlySet<number>): number {
  let place = 0;
  while (ended.has(place)) place += 1;
  return place;
}

describe('a broadcast taken up again', () => {
  it('ends with exactly the texts that were sent, however often and wherever the line is cut', async () => {
    const texts = fc.array(fc.string({ maxLength: 30 }), { minLength: 1, maxLength: 5 });
    const order = fc.array(fc.nat(4), { minLength: 1, maxLength: 12 });
    const cuts = fc.array(fc.tuple(fc.nat(12), fc.boolean(), fc.nat(3)), { maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(texts, order, cuts, fc.boolean(), async (all, places, lost, withContent) => {
        const events = eventsOf(all, places).map((told) => (withContent ? told : withoutContent(told)));
        const store = new BroadcastStore((paint) => paint());
        const replies = all.map((_text, place) => askedReply(`ai-${place}`, 0));
        store.put(newBroadcast({ key: 'k', kind: 'send', message: 'm', replies }));
        const remaining = [...lost];
        const seen: string[][] = all.map(() => []);
        const line = async function* (after: number) {
          const [count, throws, again] = remaining.shift() ?? [Infinity, false, 0];
          // A server may tell a little again; the ids say so.
          for (const told of events.slice(Math.max(0, after - again)).slice(0, count)) yield told;
          if (throws && count !== Infinity) throw new ApiError('lost', { status: 0 });
        };
        const told = resumingStream<BroadcastStreamEvent>({
          open: () => line(0),
          reopen: (lastEventId) => line(Number(lastEventId ?? 0)),
          isLast: ({ event }) => event === 'done',
          wait: async () => undefined,
        });
        for await (const event of told) {
          store.apply('k', event);
          all.forEach((text, place) => {
            const now = store.turnsOf(`ai-${place}`)[0]?.reply.text ?? '';
            // Nothing twice, nothing missing, at every moment: always a prefix, never shorter than before.
            expect(text.startsWith(now)).toBe(true);
            expect(now.length).toBeGreaterThanOrEqual(seen[place]?.at(-1)?.length ?? 0);
            seen[place]?.push(now);
          });
        }
        all.forEach((text, place) => {
          expect(store.turnsOf(`ai-${place}`)[0]?.reply).toMatchObject({ text, status: 'completed' });
        });
      }),
      { numRuns: 100 },
    );
  });

  const withoutContent = (told: BroadcastStreamEvent): BroadcastStreamEvent => {
    const bare = (result: SendResult) => ({ ...result, content: undefined });
    if (told.event === 'reply') return { ...told, data: bare(told.data) };
    if (told.event === 'done') return { ...told, data: { ...told.data, results: told.data.results.map(bare) } };
    return told;
  };
});

describe('one event', () => {
  const started = newBroadcast({ key: 'k', kind: 'send', message: 'm', replies: [askedReply('gpt', 1000)] });
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

  it('is ignored when it was told before', () => {
    const once = afterEvent(started, delta('He', '5'), 0);
    expect(afterEvent(once, delta('He', '5'), 0)).toBe(once);
  });
});
