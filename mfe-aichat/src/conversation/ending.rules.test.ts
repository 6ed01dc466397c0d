import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { afterStep, nothingYet, type Conversation, type Line, type Talk } from './conversation.state.js';
import { delayOf, endOf, endOfStored, exchanged, left } from './ending.rules.js';

const side = (aiService: string) => ({ aiService, name: aiService, color: '#097C56', chosen: {} });
const talk = (known: Partial<Talk> = {}): Talk => ({ sides: [side('gpt'), side('claude')], turnLimit: 20, ...known });
const reply = (index: number, known: Partial<Line> = {}): Line => ({
  key: `r${index}`,
  speaker: (index % 2) as 0 | 1,
  text: `new${index} words${index} each${index}`,
  status: 'completed',
  startedAt: 0,
  ...known,
});
const after = (lines: Line[], known: Partial<Talk> = {}): Conversation => ({
  ...nothingYet,
  phase: 'waiting',
  talk: talk(known),
  lines,
});
const replies = (count: number, known: Partial<Line> = {}) =>
  Array.from({ length: count }, (_, index) => reply(index, known));

describe('a conversation ends by itself', () => {
  it('at its turn limit, and not before', () => {
    expect(endOf(after(replies(19)))).toBeUndefined();
    expect(endOf(after(replies(20)))).toMatchObject({
      reason: 'turn_limit',
      note: 'The limit of 20 messages was reached.',
    });
    expect(endOf(after(replies(1), { turnLimit: 1 }))?.note).toBe('The limit of 1 message was reached.');
  });

  it('at its cost limit, counting what is known', () => {
    const cost = { amount: 0.2, currency: 'USD' };
    expect(endOf(after(replies(2, { cost }), { costLimit: 0.5 }))).toBeUndefined();
    expect(endOf(after(replies(3, { cost }), { costLimit: 0.5 }))?.reason).toBe('cost_limit');
    expect(endOf(after(replies(3), { costLimit: 0.5 }))).toBeUndefined();
  });

  it('in a loop', () => {
    expect(endOf(after(replies(6, { text: 'I said so before, and I say so again.' })))?.reason).toBe('loop');
  });

  it('and after Continue counts from there on', () => {
    const ended = afterStep(after(replies(20)), { do: 'end', end: left });
    const going = afterStep(ended, { do: 'continue' });
    expect(endOf(going)).toBeUndefined();
    expect(going.end).toBeUndefined();
    const more = { ...going, lines: [...going.lines, ...replies(40).slice(20)] };
    expect(endOf(more)?.reason).toBe('turn_limit');
  });

  it('never later than its turn limit, whatever is said', () => {
    fc.assert(
      fc.property(fc.array(fc.string()), fc.integer({ min: 1, max: 200 }), (texts, turnLimit) => {
        const end = endOf(
          after(
            texts.map((text, index) => reply(index, { text })),
            { turnLimit },
          ),
        );
        if (texts.length >= turnLimit) expect(end).toBeDefined();
      }),
      { seed: 20250710 },
    );
  });
});

describe('the note of an end', () => {
  it('are the stored note, else what the reason means; without a reason the page was left', () => {
    expect(endOfStored('failed', 'GPT did not answer.').note).toBe('GPT did not answer.');
    expect(endOfStored('loop', undefined).note).toBe('The two went round in a loop.');
    expect(endOfStored(undefined, undefined)).toEqual(left);
  });

  it('count messages', () => {
    expect([exchanged(0), exchanged(1), exchanged(5)]).toEqual([
      '0 messages exchanged',
      '1 message exchanged',
      '5 messages exchanged',
    ]);
  });
});

describe('the time between two turns', () => {
  it('is 2 to 5 seconds', () => {
    expect([delayOf(0), delayOf(0.5), delayOf(1)]).toEqual([2_000, 3_500, 5_000]);
  });
});
