import { expect, it } from '@jest/globals';
import { bodyOf, emptyForm, faultOf, formOf, localTime } from './announcement.rules.js';

const now = new Date('2026-03-03T10:00:00Z');
const form = { ...emptyForm, text: ' Back at noon. ' };

it('sends what was typed, trimmed, its end in UTC', () => {
  expect(bodyOf(form)).toEqual({ text: 'Back at noon.', level: 'info', isPublic: false, endsAt: null });
  const endsAt = '2026-03-03T12:00:00.000Z';
  expect(bodyOf({ ...form, endsAt: localTime(new Date(endsAt)) }).endsAt).toBe(endsAt);
});

it('shows what is announced as it was typed', () => {
  const shown = {
    text: 'Back at noon.',
    level: 'warning',
    isPublic: true,
    endsAt: '2026-03-03T12:00:00.000Z',
  } as const;
  expect(bodyOf(formOf({ id: 'x', ...shown }))).toEqual(shown);
  expect(formOf(null)).toEqual(emptyForm);
});

it.each([
  [form, undefined],
  [{ ...form, text: '  ' }, 'Type what everybody should read.'],
  [{ ...form, text: 'x'.repeat(301) }, 'An announcement has at most 300 characters.'],
  [{ ...form, endsAt: localTime(new Date(now.getTime() - 60_000)) }, 'Choose an end that is still to come.'],
  [{ ...form, endsAt: localTime(new Date(now.getTime() + 60_000)) }, undefined],
])('%j is refused with %s', (typed, fault) => {
  expect(faultOf(typed, now)).toBe(fault);
});
