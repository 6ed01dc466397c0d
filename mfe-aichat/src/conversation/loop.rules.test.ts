import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { minInLoop, findLoop } from './loop.rules.js';

const said = (...texts: string[]) => texts.map((text) => ({ text }));

/** Replies that share no word with each other. */
const different = (count: number, from = 0) =>
  Array.from({ length: count }, (_, index) =>
    Array.from({ length: 6 }, (_word, at) => `w${(from + index) * 6 + at}`).join(' '),
  );

describe('a loop', () => {
  it('is two who thank each other for ever', () => {
    const thanks = said(
      'Here is the last point: short guides are read.',
      'Thank you, that was a great talk!',
      'Thank you too. It was my pleasure.',
      "You're welcome. Have a great day!",
      'Likewise, and goodbye.',
    );
    expect(findLoop(thanks)).toBe('courtesies');
    expect(findLoop(thanks.slice(0, 4))).toBeUndefined();
  });

  it('is not thanks with a question, nor thanks before a long answer', () => {
    const thanks = ['Thank you.', 'You’re welcome. Bye.', 'Thanks again.'];
    expect(findLoop(said(...thanks, 'Thank you. What about the cost?'))).toBeUndefined();
    expect(findLoop(said(...thanks, `Thank you. ${different(10).join(' ')}`))).toBeUndefined();
  });

  it('is not one who repeats while the other brings something new', () => {
    const texts = different(4).flatMap((text) => ['I do not agree with you at all.', text]);
    expect(findLoop(said(...texts))).toBeUndefined();
  });

  it('of any cycle up to three replies long is found, whatever case, spacing and punctuation', () => {
    const noise = fc.constantFrom(
      (text: string) => text,
      (text: string) => text.toUpperCase(),
      (text: string) => `  ${text.replaceAll(' ', ',  ')}!\n`,
    );
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 3 }),
        fc.nat(6),
        fc.array(noise, { minLength: 8, maxLength: 8 }),
        (period, before, noises) => {
          const cycle = different(period, 100);
          const round = noises.map((change, index) => change(cycle[index % period]!));
          expect(findLoop(said(...different(before), ...round))).toBe('repeats');
        },
      ),
      { seed: 20250710 },
    );
  });

  it('is never found in fewer replies than it takes, nor where every reply is new', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { maxLength: minInLoop - 1 }), fc.integer({ min: 0, max: 30 }), (few, many) => {
        expect(findLoop(said(...few))).toBeUndefined();
        expect(findLoop(said(...different(many)))).toBeUndefined();
      }),
      { seed: 20250710 },
    );
  });

  it('is over as soon as one reply brings something new', () => {
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 20 }), (count) => {
        const round = Array.from({ length: count }, (_, index) => different(2, 50)[index % 2]!);
        expect(findLoop(said(...round, different(1)[0]!))).toBeUndefined();
      }),
      { seed: 20250710 },
    );
  });
});
