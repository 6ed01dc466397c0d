import { describe, expect, it } from '@jest/globals';
import { dueSlots } from './due-slots.js';
import type { Schedule } from './schedule.js';

const daily: Schedule = { frequency: 'daily', time: '09:00', days: [], monthDay: 1, cron: '', timeZone: 'UTC' };
const often: Schedule = { ...daily, frequency: 'custom', cron: '*/10 * * * *' };
const at = (text: string) => new Date(text);

describe('a slot that has come', () => {
  it('runs, and the next is the one after it, when it is a moment ahead', () => {
    expect(dueSlots(daily, at('2026-11-21T09:00Z'), at('2026-11-21T08:59:56Z'))).toEqual({
      run: at('2026-11-21T09:00Z'),
      missed: undefined,
      next: at('2026-11-22T09:00Z'),
    });
  });

  it('runs late when it alone was missed within a day', () => {
    expect(dueSlots(daily, at('2026-11-21T09:00Z'), at('2026-11-22T08:59Z'))).toEqual({
      run: at('2026-11-21T09:00Z'),
      missed: undefined,
      next: at('2026-11-22T09:00Z'),
    });
  });

  it('gives way to the newest; the others are counted together', () => {
    expect(dueSlots(often, at('2026-11-21T08:00Z'), at('2026-11-21T10:05Z'))).toEqual({
      run: at('2026-11-21T10:00Z'),
      missed: { count: 12, isMore: false, newest: at('2026-11-21T09:50Z') },
      next: at('2026-11-21T10:10Z'),
    });
  });

  it('does not run when even the newest is a day old', () => {
    const monthly: Schedule = { ...daily, frequency: 'monthly', monthDay: 1 };
    expect(dueSlots(monthly, at('2026-09-01T09:00Z'), at('2026-11-21T10:05Z'))).toEqual({
      run: undefined,
      missed: { count: 3, isMore: false, newest: at('2026-11-01T09:00Z') },
      next: at('2026-12-01T09:00Z'),
    });
  });

  it('says "more than" only when there were more', () => {
    const now = at('2026-11-21T10:05Z');
    const after = (count: number) =>
      dueSlots(often, new Date(at('2026-11-21T10:00Z').getTime() - count * 600_000), now);
    expect(after(2_000).missed).toMatchObject({ count: 2_000, isMore: false });
    expect(after(2_001).missed).toMatchObject({ count: 2_000, isMore: true });
  });

  it('counts no further than two thousand', () => {
    const due = dueSlots(often, at('2025-11-21T08:00Z'), at('2026-11-21T10:05Z'));
    expect(due.run).toEqual(at('2026-11-21T10:00Z'));
    expect(due.missed).toEqual({ count: 2_000, isMore: true, newest: at('2026-11-21T09:50Z') });
  });
});
