import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  choiceOf,
  clockOf,
  countsOf,
  emptyForm,
  faultsOf,
  formOf,
  kindsFor,
  minutesOf,
} from './notice-targets.rules.js';
import { aTarget } from './notice-target.fixture.js';

const form = { ...emptyForm('Europe/Rome'), address: 'https://example.org' };

it('a time of day is read as it is written', () => {
  fc.assert(fc.property(fc.nat(1439), (minutes) => expect(minutesOf(clockOf(minutes))).toBe(minutes)));
  for (const wrong of ['', '24:00', '7:00', '12:60']) expect(minutesOf(wrong)).toBeUndefined();
});

it('a form that is complete has no fault', () => {
  expect(faultsOf(form, true)).toEqual({});
  expect(faultsOf({ ...form, address: '' }, false)).toEqual({});
});

it.each([
  [{ address: ' ' }, 'address'],
  [{ noticeKinds: [] }, 'noticeKinds'],
  [{ hasQuietHours: true, to: '22:00' }, 'quietHours'],
  [{ hasQuietHours: true, from: '' }, 'quietHours'],
])('%j is a fault', (change, field) => expect(Object.keys(faultsOf({ ...form, ...change }, true))).toEqual([field]));

it('what a target has chosen comes back the same', () => {
  const target = aTarget({ quietHours: { from: 1320, to: 420, timeZone: 'Asia/Tokyo' }, isEnabled: false });
  const { noticeKinds, quietHours, isEnabled } = target;
  expect(choiceOf(formOf(target, 'UTC'))).toEqual({ noticeKinds, quietHours, isEnabled });
});

it('only administrators are told who waits', () => {
  expect(kindsFor(true)).toContain('approval_waiting');
  expect(kindsFor(false)).not.toContain('approval_waiting');
});

it('says what waits and what never arrived', () => {
  expect(countsOf(aTarget())).toBeUndefined();
  expect(countsOf(aTarget({ waiting: 1, givenUp: 2 }))).toBe(
    '1 waits to be sent · 2 never arrived in the last 30 days',
  );
});
