import { expect, it } from '@jest/globals';
import { formatTally, handlerLabel, inBatches } from './dead-letters.rules.js';

const letter = { subject: '', error: '', attempts: 1, failedAt: '', eventId: '' };

it('names a handler without its service', () => {
  expect(handlerLabel({ ...letter, slice: 'quality', consumer: 'quality.Broadcasts.onReply' })).toBe(
    'Broadcasts.onReply',
  );
  expect(handlerLabel({ ...letter, slice: 'quality', consumer: 'other.on' })).toBe('other.on');
});

it('hands over every letter once, ten at a time', () => {
  const all = Array.from({ length: 23 }, (_each, at) => at);
  expect(inBatches(all).map(({ length }) => length)).toEqual([10, 10, 3]);
  expect(inBatches(all).flat()).toEqual(all);
  expect(inBatches([])).toEqual([]);
});

it('says how a replay went', () => {
  expect(formatTally({ handled: 3, failed: 0 })).toBe('3 handled');
  expect(formatTally({ handled: 3, failed: 1 })).toBe('3 handled, 1 failed again');
});
