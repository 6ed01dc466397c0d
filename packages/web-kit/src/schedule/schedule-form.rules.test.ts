import { describe, expect, it } from '@jest/globals';
import { dayOf, describeSchedule, whenIn } from './schedule-description.rules.js';
import { emptySchedule, isUntyped, sentScheduleOf, type ScheduleForm } from './schedule-form.rules.js';

const form = (change: Partial<ScheduleForm> = {}): ScheduleForm => ({ ...emptySchedule('Europe/Berlin'), ...change });

describe('what is sent of a schedule', () => {
  it('is what is shown of it, and null where a default is meant', () => {
    const typed = form({ days: [5], cron: '0 9 * * 1', timeZone: ' ' });
    expect(sentScheduleOf(typed)).toEqual({
      frequency: 'daily',
      time: '09:00',
      days: null,
      cron: null,
      timeZone: null,
    });
    expect(sentScheduleOf({ ...typed, frequency: 'weekly', time: '' })).toMatchObject({ time: null, days: [5] });
    expect(sentScheduleOf({ ...typed, frequency: 'custom' })).toMatchObject({
      time: null,
      days: null,
      cron: '0 9 * * 1',
    });
  });

  it('is nothing yet while an expression is to be typed', () => {
    expect([form(), form({ frequency: 'custom', cron: ' ' })].map(isUntyped)).toEqual([false, true]);
  });
});

describe('a schedule as a sentence', () => {
  const day = dayOf(['2026-11-30T08:00:00Z', '2026-12-31T08:00:00Z'], 'Europe/Berlin');

  it.each<[Partial<ScheduleForm>, string]>([
    [{}, 'At 09:00 AM, every day, Europe/Berlin time'],
    [{ frequency: 'weekly', days: [5, 1] }, 'At 09:00 AM, only on Monday and Friday, Europe/Berlin time'],
    [{ frequency: 'weekly' }, 'At 09:00 AM, only on Monday, Europe/Berlin time'],
    [
      { frequency: 'monthly', time: '07:30' },
      'At 07:30 AM, on day 31 of the month, or on its last day when it is shorter, Europe/Berlin time',
    ],
    [{ frequency: 'custom', cron: '0 9 * * 1-5' }, 'At 09:00 AM, Monday through Friday, Europe/Berlin time'],
  ])('%j', (change, sentence) => {
    expect(describeSchedule(form(change), day)).toBe(sentence);
  });

  it('is none for what cannot be read, or whose day is not known', () => {
    expect(describeSchedule(form({ frequency: 'custom', cron: 'x' }), day)).toBeUndefined();
    expect(describeSchedule(form({ frequency: 'monthly' }), undefined)).toBeUndefined();
    expect(dayOf(['2026-11-30T08:00:00Z'], 'Mars/Base')).toBeUndefined();
  });
});

it('a moment is said as the wall of its zone shows it, before and after the clocks are moved', () => {
  const at = (moment: string) => whenIn(moment, 'Europe/Berlin');
  expect(at('2026-03-28T08:00:00Z')).toBe('Sat, Mar 28, 2026 9:00 AM');
  expect(at('2026-03-29T07:00:00Z')).toBe('Sun, Mar 29, 2026 9:00 AM');
});
