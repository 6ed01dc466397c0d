import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { AgreementMap, Stance } from '../agreement/agreement-map.entity.js';
import { agreementOf } from '../agreement/agreement.rules.js';
import { readViews } from './settle-answer.rules.js';
import { inAskedOrder, settlePrompt } from './settle-prompt.rules.js';
import type { ClaimView, SettleRound } from './settling.entity.js';
import { openClaims, participantsOf, positionsOn, roundsLeft, settledClaims } from './settling.rules.js';

type Mapped = Pick<AgreementMap, 'claims' | 'replies'>;

const mapOf = (stances: readonly (readonly Stance[])[]): Mapped => ({
  replies: (stances[0] ?? []).map((_stance, place) => ({ messageId: `m${place}`, aiService: `s${place}` })),
  claims: stances.map((row, index) => ({
    text: `Claim ${index + 1}`,
    cells: row.map((stance, place) => {
      const isProven = stance === 'says' || stance === 'contradicts';
      const text = `words of s${place} on ${index + 1}`;
      return isProven ? { stance, quote: { text, start: 0, end: text.length } } : { stance };
    }),
  })),
});
const roundOf = (views: Record<string, readonly ClaimView[]>): SettleRound => ({
  id: 'r',
  number: 1,
  counts: true,
  status: 'completed',
  claims: [],
  answers: Object.entries(views).map(([messageId, said]) => ({
    messageId,
    aiService: 's',
    status: 'completed',
    views: said,
  })),
  createdAt: new Date(0),
});

const stance = fc.constantFrom<Stance>('says', 'contradicts', 'silent', 'unproven');
const maps = fc
  .integer({ min: 1, max: 5 })
  .chain((width) => fc.array(fc.array(stance, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }))
  .map(mapOf);
const someViews = fc.array(
  fc.record({
    claim: fc.integer({ min: 1, max: 7 }),
    view: fc.constantFrom('kept', 'changed', 'unsure'),
    reason: fc.string({ minLength: 1 }),
  }),
  { maxLength: 6 },
);
const rounds = fc.array(fc.dictionary(fc.constantFrom('m0', 'm1', 'm2', 'gone'), someViews).map(roundOf), {
  maxLength: 2,
});
const seed = { seed: 20261123 };

describe('what is in dispute', () => {
  it('is a claim with proven cells on both sides, and nothing else', () => {
    const { claims, replies } = mapOf([
      ['says', 'contradicts', 'silent'],
      ['says', 'unproven', 'says'],
      ['contradicts', 'silent', 'says'],
    ]);
    expect(openClaims({ claims, replies }, []).map(({ claim }) => claim)).toEqual([1, 3]);
  });

  it('is what the map counts below a hundred, before anything was asked', () => {
    fc.assert(
      fc.property(maps, (map) => {
        const disputed = map.claims.flatMap(({ cells }, index) =>
          (agreementOf(cells) ?? 100) < 100 ? [index + 1] : [],
        );
        expect(openClaims(map, []).map(({ claim }) => claim)).toEqual(disputed);
      }),
      seed,
    );
  });

  it('goes to those who take a side on it, each with all of the other side and nobody of its own', () => {
    fc.assert(
      fc.property(maps, rounds, (map, before) => {
        const open = openClaims(map, before);
        for (const { messageId, claims } of participantsOf(map, open)) {
          expect(claims.length).toBeGreaterThan(0);
          for (const { claim, side, against } of claims) {
            const positions = positionsOn(claim, map, before);
            expect(positions.find((each) => each.messageId === messageId)?.side).toBe(side);
            const others = positions.filter((each) => each.side !== undefined && each.side !== side);
            expect(against).toEqual(others.map(({ argument }) => argument));
            expect(against.length).toBeGreaterThan(0);
          }
        }
      }),
      seed,
    );
  });
});

describe('what was settled', () => {
  it('counts a mind that changed on the other side, and one that is unsure on none', () => {
    const map = mapOf([['says', 'contradicts', 'contradicts', 'says']]);
    const settled = (...views: [string, ClaimView['view']][]) =>
      settledClaims(map, [
        roundOf(Object.fromEntries(views.map(([id, view]) => [id, [{ claim: 1, view, reason: 'So.' }]]))),
      ]);
    expect(settled(['m0', 'changed'])).toEqual([{ claim: 1, before: 50, after: 75 }]);
    expect(settled(['m0', 'unsure'])).toEqual([{ claim: 1, before: 50, after: 67 }]);
    expect(settled(['m0', 'kept'])).toEqual([{ claim: 1, before: 50, after: 50 }]);
    expect(settled(['m0', 'unsure'], ['m3', 'unsure'])).toEqual([{ claim: 1, before: 50, after: 100 }]);
    expect(settled(['m0', 'unsure'], ['m1', 'unsure'], ['m2', 'unsure'])).toEqual([
      { claim: 1, before: 50, after: undefined },
    ]);
    expect(settledClaims(map, [])).toEqual([]);
  });

  it('lets a mind change back', () => {
    const map = mapOf([['says', 'contradicts']]);
    const changed = roundOf({ m0: [{ claim: 1, view: 'changed', reason: 'One.' }] });
    expect(positionsOn(1, map, [changed])[0]).toMatchObject({ side: 'contradicts', argument: { reason: 'One.' } });
    expect(positionsOn(1, map, [changed, changed])[0]!.side).toBe('says');
  });

  it('never touches the map, and has a figure by the same rule', () => {
    fc.assert(
      fc.property(maps, rounds, (map, after) => {
        const before = structuredClone(map);
        for (const each of settledClaims(map, after)) {
          expect(each.before).toBe(agreementOf(map.claims[each.claim - 1]!.cells));
          if (each.after !== undefined) expect(each.after >= 50 && each.after <= 100).toBe(true);
        }
        expect(map).toEqual(before);
      }),
      seed,
    );
  });
});

it('has two rounds, of which one without an answer takes none', () => {
  const counted = roundOf({});
  const uncounted = { ...counted, counts: false };
  expect([[], [uncounted], [counted], [uncounted, counted, counted]].map(roundsLeft)).toEqual([2, 2, 1, 0]);
});

const asked = [1, 4].map((claim) => ({
  claim,
  text: `Claim ${claim}`,
  side: 'says' as const,
  own: { words: 'mine' },
  against: [{ words: 'theirs' }, { reason: 'because' }],
}));

describe('what a service is asked', () => {
  it('is in an order drawn by the seed alone, with nothing added and nothing lost', () => {
    fc.assert(
      fc.property(fc.string(), (drawn) => {
        const shown = inAskedOrder(asked, drawn);
        expect(shown).toEqual(inAskedOrder(asked, drawn));
        expect(shown.map(({ claim }) => claim).toSorted()).toEqual([1, 4]);
        for (const { against } of shown) expect(against).toEqual(expect.arrayContaining(asked[0]!.against));
      }),
      seed,
    );
  });

  it('holds what others wrote as one line of data, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (words) => {
        const mark = 'a'.repeat(32);
        const claims = [{ ...asked[0]!, against: [{ words }] }];
        const { system, user } = settlePrompt({ question: words, claims, searches: false }, mark);
        const lines = user.split('\n');
        expect([lines.length, lines[0], lines[2]]).toEqual([3, `<claims-${mark}>`, `</claims-${mark}>`]);
        expect(system).toBe(settlePrompt({ question: '', claims: [], searches: false }, mark).system);
      }),
      seed,
    );
  });

  it('names the search only where there is one', () => {
    const systemOf = (searches: boolean) => settlePrompt({ question: '', claims: asked, searches }, 'm').system;
    expect([systemOf(true), systemOf(false)].map((text) => text.includes('search the web'))).toEqual([true, false]);
  });
});

describe('what it answers', () => {
  it('is read by the places of the claims, the first of each', () => {
    const text = JSON.stringify({
      claims: [
        { claim: 2, view: 'change', reason: ' So\u0000. ' },
        { claim: 2, view: 'keep', reason: 'No.' },
        { claim: 3, view: 'keep', reason: 'Not asked.' },
        { claim: 1, view: 'unsure', reason: 'x'.repeat(700) },
      ],
    });
    expect(readViews(text, asked)).toEqual({
      value: [
        { claim: 1, view: 'unsure', reason: `${'x'.repeat(600)}…` },
        { claim: 4, view: 'changed', reason: 'So\uFFFD.' },
      ],
    });
  });

  it('never breaks the reading, and is about nothing but what was asked', () => {
    const answer = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json(),
      fc
        .record({ claims: fc.array(fc.record({ claim: fc.integer(), view: fc.string(), reason: fc.string() })) })
        .map((each) => JSON.stringify(each)),
    );
    fc.assert(
      fc.property(answer, (text) => {
        const found = readViews(text, asked);
        if ('fault' in found) expect(found.fault).not.toBe('');
        else for (const { claim } of found.value) expect([1, 4]).toContain(claim);
      }),
      seed,
    );
  });
});
