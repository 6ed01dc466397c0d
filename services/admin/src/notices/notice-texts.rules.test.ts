import { describe, expect, it } from '@jest/globals';
import { ChangeKind, ExecutionStatus, RunDigest } from '@polylogue/proto';
import fc from 'fast-check';
import {
  baselineTexts,
  budgetTexts,
  changedTexts,
  endedTexts,
  oneLine,
  skippedTexts,
  waitingTexts,
} from './notice-texts.rules.js';

const digestOf = (more: Partial<RunDigest> = {}) =>
  RunDigest.fromPartial({
    savedQueryId: 12,
    title: 'Morning prices',
    executionNumber: 41,
    status: ExecutionStatus.COMPLETED,
    successfulResponses: 5,
    totalResponses: 6,
    ...more,
  });

describe('a line', () => {
  it('is one line without end marks, and not without end', () => {
    expect(oneLine(' a\n\tb\u202e c\u2028d ')).toBe('a b c d');
    expect(oneLine('می‌خواهم 👩‍🚀')).toBe('می‌خواهم 👩‍🚀');
    expect([...oneLine('😀'.repeat(2_000))]).toHaveLength(1_000);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 3_000 }), (text) => {
        expect(oneLine(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect([...oneLine(text)].length).toBeLessThanOrEqual(1_000);
      }),
      { seed: 20250710 },
    );
  });
});

describe('a run', () => {
  it.each([
    [{}, 'run_finished', 'Morning prices: 5 of 6 answered', ['Execution #41']],
    [
      { status: ExecutionStatus.FAILED, error: 'No room.' },
      'run_failed',
      'Morning prices: the run failed',
      ['No room.', 'Execution #41'],
    ],
    [
      { status: ExecutionStatus.FAILED, isWatched: true },
      'run_failed',
      'Morning prices: the run failed',
      ['None of the AI services answered.', 'Execution #41'],
    ],
  ])('%j', (more, kind, title, lines) => {
    expect(endedTexts(digestOf(more))).toEqual({ kind, title, lines, path: '/saved-queries/12/results' });
  });

  it.each([{ isWatched: true }, { status: ExecutionStatus.RUNNING }])('%j is told by nothing', (more) => {
    expect(endedTexts(digestOf(more))).toBeUndefined();
  });

  it('says what changed, with the quotes there are, and no more than twenty lines', () => {
    const change = {
      aiService: 'gpt',
      kind: ChangeKind.NUMBER_CHANGED,
      sentence: 'A plan is new.',
      now: 'Pro,\nfor $12',
    };
    const { title, lines } = changedTexts(digestOf({ changes: [change] }), 1, 6);
    expect([title, lines[0]]).toEqual(['Morning prices: 1 of 6 changed', 'gpt: A plan is new. Now: “Pro, for $12”']);
    const many = changedTexts(digestOf({ changes: Array(50).fill(change) }), 6, 6);
    expect(many.lines).toHaveLength(20);
    expect(baselineTexts(digestOf()).kind).toBe('run_finished');
  });

  it.each([
    [1, false, 'Morning prices: a run was missed'],
    [3, false, 'Morning prices: 3 runs were missed'],
    [1, true, 'Morning prices: a run was skipped'],
  ])('of %i slots without one (%s): %s', (missed, isOverlap, title) => {
    expect(skippedTexts(digestOf(), missed, isOverlap).title).toBe(title);
  });
});

describe('a budget', () => {
  const used = { userId: 'ada', day: '2026-03-31', usedMicros: 0, usedTokens: 0 };

  it('says the larger share, and never more than all', () => {
    const both = { ...used, usedMicros: 8_000_000, budgetMicros: 10_000_000, usedTokens: 950, budgetTokens: 1_000 };
    expect(budgetTexts({ ...both, apiKeyId: undefined })).toEqual({
      kind: 'budget_near_end',
      title: '95% of your budget for today is used',
      lines: ['$8.00 of $10.00 are used.', '950 of 1,000 tokens are used.', 'It starts anew at 00:00 UTC.'],
      path: '/admin/account#allowance-title',
    });
    const over = { ...used, usedMicros: 12_000_000, budgetMicros: 10_000_000, budgetTokens: undefined, apiKeyId: 'k' };
    expect(budgetTexts(over).title).toBe('100% of the budget of an API key for today is used');
  });
});

it('names who waits, by e-mail where there is no name', () => {
  const email = 'eve@example.org';
  expect(waitingTexts({ firstName: 'Eve', lastName: 'L', email })).toMatchObject({
    title: 'Eve L is waiting for approval',
    lines: [email],
  });
  expect(waitingTexts({ firstName: '', lastName: '', email })).toMatchObject({
    title: `${email} is waiting for approval`,
    lines: [],
  });
});
