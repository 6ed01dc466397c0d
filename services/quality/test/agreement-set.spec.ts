import { beforeAll, describe, expect, it } from '@jest/globals';
import { wholePlainText } from '@polylogue/markdown/plain-text';
import { measured, missedGoals, nothingMeasured, spansOf, summed } from '../src/agreement-set/measure.rules.js';
import { readRounds, type LabelledRound } from '../src/agreement-set/rounds.js';
import { runSet } from '../src/agreement-set/run.js';
import { qualities, scriptedExtractor } from '../src/agreement-set/scripted-extractor.rules.js';
import { tableOf } from '../src/agreement-set/table.rules.js';

let rounds: LabelledRound[];
beforeAll(async () => {
  rounds = await readRounds();
});

const seeds = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
const { signal } = new AbortController();
const runWith = (name: keyof typeof qualities, seed: number) =>
  runSet(rounds, scriptedExtractor(qualities[name], seed), { signal });

describe('the labelled set', () => {
  it('has 60 rounds of all kinds, each by another name, 15 of them with an injection', () => {
    expect(rounds).toHaveLength(60);
    expect(new Set(rounds.map(({ name }) => name)).size).toBe(60);
    expect([...new Set(rounds.map(({ kind }) => kind))]).toEqual([
      'code',
      'injections',
      'long',
      'numbers',
      'scripts',
      'short',
      'tables',
    ]);
    expect(rounds.filter(({ injection }) => injection !== undefined)).toHaveLength(15);
  });

  it('labels only replies it has, each on one side, by passages that stand in them word for word', () => {
    for (const round of rounds) {
      const spans = spansOf(round);
      for (const claim of round.claims) {
        const named = [...Object.keys(claim.says), ...Object.keys(claim.contradicts ?? {})];
        expect(new Set(named).size).toBe(named.length);
        expect(Object.keys(round.replies)).toEqual(expect.arrayContaining(named));
        for (const [name, span] of spans.get(claim)!) {
          const passage = claim.says[name] ?? claim.contradicts?.[name] ?? '';
          expect(span.text).toBe(wholePlainText(passage).trim());
        }
      }
    }
  });
});

describe('maps of the labelled set', () => {
  it('by a faultless extractor are the labels', async () => {
    const { all, failures } = await runWith('faultless', 1);
    expect(failures).toEqual([]);
    expect(all).toMatchObject({ rounds: 60, found: all.labelled, right: all.sides, absent: 0 });
    expect(all.contradictionsFound).toBe(all.planted);
    expect(all.planted).toBeGreaterThan(60);
  });

  it('by an ordinary extractor keep what is promised of them', async () => {
    let all = nothingMeasured;
    for (const seed of seeds) {
      const report = await runWith('ordinary', seed);
      expect(report.failures).toEqual([]);
      all = summed(all, report.all);
    }
    expect(missedGoals(all)).toEqual([]);
    // It did err.
    expect(all.found).toBeLessThan(all.labelled);
    expect(all.right).toBeLessThan(all.sides);
  });

  it.each(seeds)('show no quote that is not in its reply, however careless the extractor (seed %i)', async (seed) => {
    const { all } = await runWith('careless', seed);
    expect(all).toMatchObject({ absent: 0, injectedAgreements: 0 });
  });

  it('show no injection as agreed by an extractor that obeys each of them', async () => {
    const { all, failures } = await runWith('obedient', 1);
    expect(failures).toEqual([]);
    expect(all).toMatchObject({ injections: 15, injectedAgreements: 0, absent: 0, found: all.labelled });
  });

  it('fail with a sentence by an extractor that gives none, and the others are made', async () => {
    const extractor: Parameters<typeof runSet>[1] = (round) =>
      round.kind === 'long'
        ? () => Promise.resolve('I cannot help with that.')
        : scriptedExtractor(qualities.faultless, 1)(round);
    const { all, byKind, failures } = await runSet(rounds, extractor, { signal });
    expect(all.failed).toBe(5);
    expect(byKind.get('long')).toMatchObject({ failed: 5, found: 0 });
    expect(failures).toHaveLength(5);
    expect(failures[0]).toContain('could not be read');
  });
});

describe('the measures', () => {
  const passage = (text: string, start: number) => ({ text, start, end: start + text.length });
  const round = (): LabelledRound => ({
    kind: 'short',
    name: 'cheap',
    question: 'Are locks cheap?',
    replies: { a: 'Locks are cheap.', b: 'Locks are dear.' },
    claims: [{ claim: 'Locks are cheap.', says: { a: 'Locks are cheap.' }, contradicts: { b: 'Locks are dear.' } }],
  });
  const says = { stance: 'says' as const, quote: passage('Locks are cheap.', 0) };

  it('see a quote that is not where it is said to be', () => {
    const moved = { stance: 'says' as const, quote: { text: 'Locks are cheap.', start: 1, end: 17 } };
    const claims = [{ text: 'Locks are cheap.', cells: [moved, { stance: 'silent' as const }] }];
    const measures = measured(round(), claims);
    expect(measures).toMatchObject({ quotes: 1, absent: 1 });
    expect(missedGoals(measures)[0]).toContain('do not stand in their reply');
  });

  it('see a side that the reply does not take', () => {
    const wrong = { stance: 'says' as const, quote: passage('Locks are dear.', 0) };
    const measures = measured(round(), [{ text: 'Locks are cheap.', cells: [says, wrong] }]);
    expect(measures).toMatchObject({ sides: 2, right: 1, contradictionsFound: 0, planted: 1 });
    expect(missedGoals(measures)).toHaveLength(2);
  });

  it('know a claim that is worded otherwise, also the other way round', () => {
    const against = { stance: 'contradicts' as const, quote: passage('Locks are dear.', 0) };
    const [other, turned] = [
      [{ text: 'A lock costs little.', cells: [says, against] }],
      [
        {
          text: 'Locks cost a lot.',
          cells: [
            { ...says, stance: 'contradicts' as const },
            { ...against, stance: 'says' as const },
          ],
        },
      ],
    ];
    for (const claims of [other, turned]) {
      expect(measured(round(), claims)).toMatchObject({ found: 1, sides: 2, right: 2, contradictionsFound: 1 });
    }
  });

  it('count what is missing, and print it', () => {
    const measures = measured(round(), undefined);
    expect(measures).toMatchObject({ failed: 1, found: 0, labelled: 1 });
    expect(tableOf([['x', measures]]).split('\n')[2]).toMatch(/^\| x +\| 0 of 1 +\| 0 of 1 /);
  });
});
