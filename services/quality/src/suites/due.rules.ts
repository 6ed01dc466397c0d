import type { SuiteSchedule } from '@polylogue/proto';
import { nextSlot, type Schedule } from '@polylogue/service-kit';

/** When a suite runs next; undefined where its schedule names no time. */
export function nextSuiteSlot({ frequency, time, days, timeZone }: SuiteSchedule, after: Date): Date | undefined {
  const schedule: Schedule = {
    frequency: frequency as Schedule['frequency'],
    time,
    days,
    monthDay: 1,
    cron: '',
    timeZone,
  };
  return nextSlot(schedule, after);
}

/** A slot that passed longer ago is not caught up with. */
const lateMs = 24 * 3_600_000;

export const isTooLate = (slot: Date, now: Date): boolean => now.getTime() - slot.getTime() > lateMs;
