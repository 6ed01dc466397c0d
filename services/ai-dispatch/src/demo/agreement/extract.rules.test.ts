import { describe, expect, it } from '@jest/globals';
import { personas } from '../personas.js';
import { suggested, writtenReply } from '../suggested/suggested.js';
import { extractionIn } from './extract.rules.js';

const mark = 'a'.repeat(32);
interface Extraction {
  claims: { claim: string; replies: { reply: string; stance: string; quote: string }[] }[];
}

const thread = (texts: readonly string[]) => {
  const replies = texts.map((text, index) => ({ reply: `R${index + 1}`, question: 1, text }));
  return [
    { role: 'system' as const, content: `The data stands between <replies-${mark}> and </replies-${mark}>.` },
    {
      role: 'user' as const,
      content: `<replies-${mark}>\n${JSON.stringify({ questions: ['?'], replies })}\n</replies-${mark}>`,
    },
  ];
};
const extract = (texts: readonly string[]) => JSON.parse(extractionIn(thread(texts)) ?? '') as Extraction;

describe.each(suggested.map((each) => [each.question, each] as const))('%s', (question, { replies, claims }) => {
  it('has a reply of each demo service, of a length that is read', () => {
    for (const { model } of personas) {
      const words = writtenReply(model, ` ${question}\n`)?.split(/\s+/).length ?? 0;
      expect([model, words >= 50 && words <= 220]).toEqual([model, true]);
    }
  });

  it('has each quote in exactly one reply, and each claim at most once in a reply', () => {
    for (const { says, contradicts = [] } of claims) {
      const places = [...says, ...contradicts].map((quote) =>
        Object.keys(replies).filter((model) => plain(replies[model]!).includes(quote)),
      );
      expect(places.map((found, index) => [[...says, ...contradicts][index], found.length])).toEqual(
        [...says, ...contradicts].map((quote) => [quote, 1]),
      );
      expect(new Set(places.flat()).size).toBe(places.length);
    }
  });

  it('agrees in at least three places and is disputed in two', () => {
    const found = extract(personas.map(({ model }) => replies[model]!)).claims;
    const stances = found.map((claim) => new Set(claim.replies.map(({ stance }) => stance)));
    expect(stances.filter((each) => each.has('says') && each.has('contradicts'))).toHaveLength(2);
    const shared = found.filter(
      (claim) =>
        claim.replies.filter(({ stance }) => stance === 'says').length >= 4 &&
        claim.replies.every(({ stance }) => stance !== 'contradicts'),
    );
    expect(shared.length).toBeGreaterThanOrEqual(3);
  });
});

const plain = (text: string) => text.replaceAll(/[`*]/g, '');

describe('replies to any other question', () => {
  it('share what several of them say in like words', () => {
    const { claims } = extract([
      'The moon is made of rock and dust. It has no air.',
      'Rock and dust: the moon is made of those. Cheese is elsewhere.',
      'I have no idea about astronomy whatsoever.',
    ]);
    expect(claims).toEqual([
      {
        claim: 'The moon is made of rock and dust.',
        replies: [
          { reply: 'R1', stance: 'says', quote: 'The moon is made of rock and dust.' },
          { reply: 'R2', stance: 'says', quote: 'Rock and dust: the moon is made of those.' },
          { reply: 'R3', stance: 'silent', quote: '' },
        ],
      },
    ]);
  });

  it('are no matter of a thread that asks for something else', () => {
    expect(extractionIn([{ role: 'user', content: 'Why?' }])).toBeUndefined();
    expect(extractionIn([{ role: 'system', content: `<replies-${mark}>` }])).toBeUndefined();
  });
});

describe('texts that are read again and again', () => {
  const read = (texts: readonly string[], known: readonly string[], furtherClaimsWanted: boolean) => {
    const data = {
      question: '?',
      furtherClaimsWanted,
      known: known.map((text, index) => ({ claim: index + 1, text })),
      replies: texts.map((text, index) => ({ reply: `R${index + 1}`, text })),
    };
    const [system] = thread([]);
    const user = { role: 'user' as const, content: `<replies-${mark}>\n${JSON.stringify(data)}\n</replies-${mark}>` };
    return JSON.parse(extractionIn([system!, user]) ?? '') as Extraction & {
      known: { claim: number; replies: { reply: string }[] }[];
    };
  };
  const known = 'The monthly price of the plan is twenty dollars.';
  const texts = [
    'The price of the plan monthly is twenty dollars.',
    'Support answers letters within two working days.',
  ];

  it('say known claims in like words, and every further sentence is a claim', () => {
    const { known: found, claims } = read(texts, [known], true);
    expect(found.map(({ claim, replies }) => [claim, replies.map(({ reply }) => reply)])).toEqual([[1, ['R1']]]);
    expect(claims.map(({ claim }) => claim)).toEqual([texts[1]]);
  });

  it('have no further claims where none are wanted', () => {
    expect(read(texts, [known], false).claims).toEqual([]);
  });
});
