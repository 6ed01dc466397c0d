import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  addressOf,
  afterShow,
  afterSort,
  dateLabels,
  firstView,
  sinceOf,
  viewOf,
  type DateFilter,
} from './history-view.rules.js';

describe('the address of history', () => {
  it('brings back the view it was made of', () => {
    const view = fc.record({
      show: fc.constantFrom('comparisons' as const, 'conversations' as const),
      starred: fc.boolean(),
      tag: fc.string({ maxLength: 40 }),
      q: fc.string({ maxLength: 50 }),
      service: fc.stringMatching(/^[a-z-]{0,9}$/),
      date: fc.constantFrom(...(Object.keys(dateLabels) as DateFilter[])),
      sort: fc.constantFrom('updatedAt' as const, 'createdAt' as const, 'messageCount' as const),
      order: fc.constantFrom('asc' as const, 'desc' as const),
      open: fc.constantFrom('', 'an-id'),
    });
    fc.assert(
      fc.property(view, (each) => expect(viewOf(new URLSearchParams(addressOf(each).toString()))).toEqual(each)),
      { seed: 5 },
    );
    expect(addressOf(firstView).toString()).toBe('');
  });

  it('passes over what it does not know', () => {
    expect(viewOf(new URLSearchParams('date=never&sort=colour&order=up&x=1'))).toEqual(firstView);
  });
});

it('keeps of a list words, service and date for the other, and nothing that is not seen there', () => {
  const view = { ...firstView, q: 'a', service: 'gpt', date: 'week' as const };
  const list = { ...view, sort: 'lastMessage' as const, order: 'asc' as const, starred: true, tag: 'work', open: 'x' };
  for (const show of ['comparisons', 'conversations'] as const) {
    expect({ ...list, ...afterShow(show) }).toEqual({ ...view, show });
  }
});

it('reverses the order of a column, and begins texts at A and the rest at the newest', () => {
  expect(afterSort(firstView, 'updatedAt').order).toBe('asc');
  expect(afterSort(firstView, 'aiService')).toEqual({ sort: 'aiService', order: 'asc' });
  expect(afterSort(firstView, 'messageCount')).toEqual({ sort: 'messageCount', order: 'desc' });
});

it('counts days and months back', () => {
  const now = new Date(2026, 2, 31, 15, 30);
  expect(sinceOf('all', now)).toBeUndefined();
  expect(new Date(sinceOf('today', now)!)).toEqual(new Date(2026, 2, 31));
  expect(new Date(sinceOf('week', now)!)).toEqual(new Date(2026, 2, 24, 15, 30));
  expect(new Date(sinceOf('month', now)!)).toEqual(new Date(2026, 1, 28, 15, 30));
});
