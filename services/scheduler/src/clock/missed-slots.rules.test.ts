import { expect, it } from '@jest/globals';
import { missedSentence } from './missed-slots.rules.js';

it('says how many were missed', () => {
  const newest = new Date('2026-11-21T09:50Z');
  expect(missedSentence({ count: 1, isMore: false, newest })).toBe(
    '1 scheduled run was missed because the scheduler was not running.',
  );
  expect(missedSentence({ count: 12, isMore: false, newest })).toMatch(/^12 scheduled runs were missed/);
  expect(missedSentence({ count: 2_000, isMore: true, newest })).toMatch(/^More than 2000 scheduled runs/);
});
