import { expect, it } from '@jest/globals';
import { noticeKinds } from '@polylogue/api-contract';
import { knownKinds, offeredKinds } from './notice-kinds.rules.js';

it('offers administrators every kind, others all but who waits', () => {
  expect(offeredKinds(true).toSorted()).toEqual(noticeKinds.toSorted());
  expect(noticeKinds.filter((kind) => !offeredKinds(false).includes(kind))).toEqual(['approval_waiting']);
});

it('passes over kinds of a later version', () => {
  expect(knownKinds(['run_failed', 'rain'])).toEqual(['run_failed']);
});
