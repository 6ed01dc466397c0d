import { describe, expect, it } from '@jest/globals';
import { emptyForm, faultsOf, bodyOf, shortBudget, wantedOf, withCandidate } from './backtest-form.rules.js';
import { backtest, estimate, lostCase } from './backtest.fixture.js';
import {
  costText,
  gapLines,
  judgementText,
  roundsText,
  savedText,
  sideText,
  spentText,
  verdictOf,
} from './backtests.rules.js';
import { casesCsv } from './cases-csv.rules.js';

const form = { ...emptyForm, candidate: 'grok' };
const preset = { id: 'k3f9a2', name: 'terse', settings: { temperature: 0.1 }, aiServices: ['grok'], updatedAt: '' };

describe('a result in a word', () => {
  it.each([
    [{ share: 0.7, low: 0.51, high: 0.8 }, 'Better'],
    [{ share: 0.3, low: 0.2, high: 0.49 }, 'Worse'],
    [{ share: 0.7, low: 0.5, high: 0.9 }, 'No clear difference'],
    [null, 'No verdict'],
  ])('of %j is %s', (score, word) => expect(verdictOf(score).label).toBe(word));

  it('says what is saved and what is lost', () => {
    const saving = { answers: 3, baseline: 4, candidate: 1, saved: 3 };
    const plain = String;
    expect(savedText(saving, plain)).toBe('3 less (75 %)');
    expect(savedText({ ...saving, candidate: 5, saved: -1 }, plain)).toBe('1 more (25 %)');
    expect(savedText({ ...saving, candidate: 4, saved: 0 }, plain)).toBe('the same');
    expect(savedText({ ...saving, baseline: 0, saved: -1 }, plain)).toBe('1 more');
    expect(savedText({ ...saving, baseline: 0.2, candidate: 0, saved: 0.2 }, costText)).toBe('$0.20 less (100 %)');
  });

  it('says of what nobody bills that it was free, and of what nobody knows that it is not known', () => {
    expect(sideText({ responseTime: 1_200, cost: 0 })).toBe('1.2 s · free');
    expect(sideText({ responseTime: null, cost: null })).toBe('time not known · cost not known');
    expect(sideText({ responseTime: 1_200, cost: 0.004 })).toBe('1.2 s · $0.004');
  });

  it('names the sample, what was spent, what was left out, and how clear a judge was', () => {
    expect(roundsText(backtest())).toBe('42 rounds tagged “support”');
    expect(roundsText(backtest({ cases: 1, sample: { source: 'pinned', count: 9, suite: null } }))).toBe(
      '1 pinned round',
    );
    const suite = { id: '0191f0a0-0000-7000-8000-000000000003', name: 'Still right?' };
    const ofSuite = backtest({ cases: 6, sample: { source: 'newest', count: 9, suite } });
    expect(roundsText(ofSuite)).toBe('6 rounds of the frozen set “Still right?”');
    expect(roundsText({ ...ofSuite, cases: 1 })).toBe('1 round of the frozen set “Still right?”');
    const gone = [{ reason: 'gone' as const, rounds: 1 }];
    expect(gapLines([...gone, { reason: 'imported', rounds: 2 }])).toEqual([
      '1 round deleted since the set was frozen',
      '2 rounds imported, and so without a reply of yours to compare with',
    ]);
    expect(spentText(backtest())).toBe('126 of 150 calls · $0.31 of $2.00 spent');
    const open = { budget: { usd: null, calls: 1 }, spent: { calls: 1, usd: 0, unknown: 1, free: 0 } };
    expect(spentText(backtest(open))).toBe('1 of 1 call · cost not known');
    const partly = { spent: { calls: 3, usd: 0.2, unknown: 2, free: 0 } };
    expect(spentText(backtest(partly))).toBe('3 of 150 calls · $0.20 of $2.00 spent · cost of 2 calls not known');
    expect(spentText(backtest({ spent: { calls: 3, usd: 0, unknown: 0, free: 3 } }))).toBe('3 of 150 calls · free');
    expect(gapLines(estimate().leftOut)[0]).toBe('1 round blind and not revealed yet');
    const [first] = lostCase().comparisons;
    expect(judgementText(first!)).toBe('Baseline far better');
    expect(judgementText({ ...first!, better: 'tie', margin: 0 })).toBe('Both equally good');
    expect(judgementText({ ...first!, better: null, margin: null })).toBe('No verdict');
  });
});

describe('the form of a backtest', () => {
  it('says what is missing or wrong', () => {
    expect(faultsOf(emptyForm)).toEqual({ candidate: 'Choose who is to answer.' });
    expect(Object.keys(faultsOf({ ...form, source: 'tag', count: '101', usd: '0', calls: '1.5' })).sort()).toEqual([
      'calls',
      'count',
      'tag',
      'usd',
    ]);
    expect(bodyOf({ ...form, calls: '' })).toBeUndefined();
  });

  it('asks for what is typed', () => {
    const typed = { ...form, name: ' Cheaper? ', source: 'tag' as const, tag: ' support ', usd: '1,50', calls: '150' };
    expect(bodyOf({ ...typed, judge: 'claude' })).toEqual({
      name: 'Cheaper?',
      candidate: { aiService: 'grok', settings: {} },
      sample: { source: 'tag', tag: 'support', count: 50 },
      judge: 'claude',
      budget: { usd: 1.5, calls: 150 },
    });
    expect(bodyOf(form)?.budget).toEqual({ usd: null, calls: 300 });
  });

  it('asks for all of a frozen set, however many rounds are typed', () => {
    const typed = { ...form, source: 'suite' as const, count: 'x', tag: 'support' };
    expect(faultsOf(typed)).toEqual({ suite: 'Choose the frozen set.' });
    const suiteId = '0191f0a0-0000-7000-8000-000000000003';
    expect(wantedOf({ ...typed, suite: suiteId })?.sample).toEqual({ source: 'suite', suiteId });
  });

  it('is estimated whatever the budget is', () => {
    expect(wantedOf({ ...form, usd: 'much', calls: '' })).toEqual({
      candidate: { aiService: 'grok', settings: {} },
      sample: { source: 'newest', count: 50 },
    });
  });

  it('takes a variant as its service with its settings, and gives them up with it', () => {
    const variant = withCandidate(form, 'grok..k3f9a2', [preset]);
    expect(wantedOf({ ...form, ...variant })?.candidate).toEqual({ aiService: 'grok', settings: { temperature: 0.1 } });
    expect(withCandidate(variant, 'gpt', [preset])).toEqual({ candidate: 'gpt', settings: form.settings });
  });

  it('says beforehand that a budget does not reach', () => {
    expect(shortBudget(estimate(), { ...form, calls: '100' })).toBe(
      'It will pause after 100 of 114 calls: that is its budget.',
    );
    expect(shortBudget(estimate(), { ...form, usd: '0.15' })).toBe(
      'It may pause before its end: $0.15 may not be enough.',
    );
    expect(shortBudget(estimate(), form)).toBeUndefined();
  });
});

it('writes cases as CSV, no cell of which is run as a formula', () => {
  const failed = { number: 8, outcome: 'failed' as const, comparisons: [], error: 'The candidate did not reply.' };
  const [head, lost, without] = casesCsv([lostCase(), lostCase(failed)], backtest().sample).split('\r\n');
  expect(head).toMatch(/^Case,Outcome,Contradiction,Margin,Question,.*,Round,Sample$/);
  expect(lost).toMatch(/^7,Lost,no,5,'=How do I cancel\?,support,GPT,yes,1\.24,0\.98,0\.004,,CLAUDE,baseline,The base/);
  expect(without).toMatch(/^8,No verdict,.*,,,,,The candidate did not reply\.,[0-9a-f-]{36},rounds tagged “support”$/);
});
