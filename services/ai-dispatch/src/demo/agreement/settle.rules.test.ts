import { describe, expect, it } from '@jest/globals';
import { suggested } from '../suggested/suggested.js';
import { settlingIn } from './settle.rules.js';

const mark = 'b'.repeat(32);
type Side = 'says' | 'contradicts';
interface Settling {
  claims: { claim: number; view: string; reason: string }[];
}

const thread = (claims: readonly { text: string; yourSide: Side; words?: string }[], of = mark) => [
  { role: 'system' as const, content: `The data stands between <claims-${mark}> and </claims-${mark}>.` },
  {
    role: 'user' as const,
    content: `<claims-${of}>\n${JSON.stringify({
      claims: claims.map(({ text, yourSide, words }, index) => ({
        claim: index + 1,
        text,
        yourSide,
        yours: { words },
        against: [],
      })),
    })}\n</claims-${of}>`,
  },
];
const settle = (...claims: Parameters<typeof thread>[0][number][]) =>
  (JSON.parse(settlingIn(thread(claims)) ?? '') as Settling).claims;

describe.each(suggested.map((each) => [each.question, each] as const))('%s', (_question, { claims }) => {
  const disputed = claims.filter(({ contradicts }) => contradicts !== undefined);
  const quotesOf = ({ says, contradicts = [] }: (typeof disputed)[number]) => [
    ...says.map((words) => ({ words, yourSide: 'says' as const })),
    ...contradicts.map((words) => ({ words, yourSide: 'contradicts' as const })),
  ];

  it('has two contradictions: in the first all keep their view, in the second one gives way', () => {
    const changed = disputed.map((claim) =>
      quotesOf(claim).filter((quote) => settle({ text: claim.text, ...quote })[0]!.view === 'change'),
    );
    expect(changed.map(({ length }) => length)).toEqual([0, 1]);
  });

  it('ends in agreement on the second, whichever replies were there', () => {
    const second = disputed[1]!;
    const [side] = quotesOf(second).filter((quote) => settle({ text: second.text, ...quote })[0]!.view === 'change');
    expect(quotesOf(second).filter(({ yourSide }) => yourSide === side!.yourSide)).toHaveLength(1);
    // Asked once more, it keeps the side it has come to.
    const other = side!.yourSide === 'says' ? 'contradicts' : 'says';
    expect(settle({ text: second.text, yourSide: other })[0]!.view).toBe('keep');
  });

  it('gives a reason for each, and another for each side', () => {
    for (const { text, settles } of disputed) {
      const reasons = [
        ...new Set(settle({ text, yourSide: 'says' }, { text, yourSide: 'contradicts' }).map(({ reason }) => reason)),
      ];
      expect(reasons).toEqual([settles?.says, settles?.contradicts]);
    }
  });
});

it('keeps its view of any other claim, and answers nothing else', () => {
  expect(settle({ text: 'The moon is near.', yourSide: 'says', words: 'It is near.' })).toEqual([
    { claim: 1, view: 'keep', reason: 'The other replies bring no fact that decides it.' },
  ]);
  expect(settlingIn(thread([], 'c'.repeat(32)))).toBeUndefined();
  expect(settlingIn([{ role: 'user', content: 'Hello' }])).toBeUndefined();
});
