import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fitted, type Matter } from './matter.rules.js';

fc.configureGlobal({ seed: 20250710 });

const matter = (change: Partial<Matter> = {}): Matter => ({
  question: 'Why?',
  reply: 'Because.',
  earlier: [],
  sources: [],
  ...change,
});
const turn = (text: string, isFromUser = true) => ({ text, isFromUser });

describe('what a judge is sent', () => {
  it('is all of it, as long as it fits', () => {
    const all = matter({ earlier: [turn('One?'), turn('First.', false)], sources: [{ title: 'A page' }] });
    expect(fitted(all, 1_000)).toEqual({ matter: all, cuts: [] });
  });

  it('leaves the oldest turns out first, then the end of a long question, and of the reply last', () => {
    const long = matter({ question: 'q'.repeat(300), reply: 'r'.repeat(90), earlier: [turn('old'), turn('new')] });
    expect(fitted(long, 400)).toEqual({ matter: long, cuts: [] });
    expect(fitted(long, 395)).toMatchObject({
      matter: { earlier: [turn('new')] },
      cuts: [{ part: 'earlier', sent: 1, of: 2 }],
    });
    expect(fitted(long, 200).cuts).toEqual([
      { part: 'question', sent: 110, of: 300 },
      { part: 'earlier', sent: 0, of: 2 },
    ]);
    expect(fitted(matter({ question: 'q'.repeat(300), reply: 'r'.repeat(300) }), 400).cuts).toEqual([
      { part: 'question', sent: 100, of: 300 },
    ]);
    expect(fitted(matter({ reply: 'r'.repeat(300) }), 104).cuts).toEqual([{ part: 'reply', sent: 100, of: 300 }]);
  });

  it('never goes beyond the room, and says of each part how much of it was sent', () => {
    const text = fc.string({ maxLength: 60 });
    const any = fc.record({
      question: text,
      reply: text,
      earlier: fc.array(fc.record({ isFromUser: fc.boolean(), text })),
      sources: fc.array(fc.record({ title: text })),
    });
    fc.assert(
      fc.property(any, fc.integer({ min: 0, max: 300 }), (all, room) => {
        const { matter: sent, cuts } = fitted(all, room);
        const sizes = [
          sent.question.length,
          sent.reply.length,
          ...sent.earlier.map((each) => each.text.length),
          ...sent.sources.map(({ title = '' }) => title.length),
        ];
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(room);
        expect(all.question.startsWith(sent.question) && all.reply.startsWith(sent.reply)).toBe(true);
        expect(cuts.every((cut) => cut.sent < cut.of)).toBe(true);
        const whole = cuts.length === 0;
        expect(whole).toBe(
          sent.reply === all.reply &&
            sent.question === all.question &&
            sent.earlier.length === all.earlier.length &&
            sent.sources.length === all.sources.length,
        );
      }),
    );
  });

  it('has no address that names who wrote the reply', () => {
    const sources = [
      { title: 'Grounded', url: 'https://vertexaisearch.cloud.google.com/grounding-api-redirect/abc' },
      { title: 'Counted', url: 'https://example.org/a?b=1&utm_source=openai' },
      { title: 'Counted too', url: 'https://example.org/?utm_source=chatgpt.com' },
    ];
    expect(fitted(matter({ sources }), 1_000).matter.sources).toEqual([
      { title: 'Grounded' },
      { title: 'Counted', url: 'https://example.org/a?b=1' },
      { title: 'Counted too', url: 'https://example.org/' },
    ]);
  });
});
