import { describe, expect, it } from '@jest/globals';
import type { Timeline } from '@polylogue/api-contract';
import { byLatestChange, headOf, rowsOf } from './watch.rules.js';

const report = { changedServices: 0, totalServices: 6, baseline: false, changes: [], furtherAnswers: 0 };

it('heads a run with what came of it', () => {
  expect(headOf(report)).toBe('Nothing changed');
  expect(headOf({ ...report, changedServices: 2 })).toBe('2 of 6 changed');
  expect(headOf({ ...report, baseline: true })).toBe('First run: what later runs are compared with');
  expect(headOf({ ...report, error: 'Away.' })).toBe('Could not be compared');
});

describe('a timeline', () => {
  const label = (name: string) => ({ name, displayName: name.toUpperCase(), color: '#777777' });
  const cell = (executionId: number, aiService: string, changed = false) =>
    ({ executionId, aiService, stance: 'says', changed }) as const;
  const timeline: Timeline = {
    runs: [1, 2].map((executionId) => ({ executionId, executedAt: '', baseline: false, changedServices: 0 })),
    aiServices: [label('a'), label('b')],
    claims: [
      { id: 1, text: 'Steady.', cells: [cell(1, 'a'), cell(2, 'a')] },
      { id: 2, text: 'Changed.', cells: [cell(2, 'b', true)] },
    ],
  };
  it('has the latest change first, and a gap where a service did not answer', () => {
    expect(byLatestChange(timeline).map(({ id }) => id)).toEqual([2, 1]);
    const rows = rowsOf(timeline, timeline.claims[1]!);
    expect(rows.map(({ cells }) => cells.map((each) => each?.stance))).toEqual([
      [undefined, undefined],
      [undefined, 'says'],
    ]);
  });
});
