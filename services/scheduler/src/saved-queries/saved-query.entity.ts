import { nextSlot, type Frequency } from './schedule.rules.js';
import { toSchedule, type ScheduleInput } from './schedule-issues.rules.js';

/** What a person writes down. */
export interface SavedQueryInput extends ScheduleInput {
  title: string;
  content: string;
  description: string | null;
  aiServices: readonly string[];
  isActive: boolean;
}

/** The days a schedule hangs on, local to its zone. */
export interface Anchor {
  monthDay: number | null;
  weekday: number | null;
}

export interface SavedQueryEntity extends SavedQueryInput, Anchor {
  id: number;
  userId: string;
  timeZone: string;
  lastRunAt: Date | null;
  nextRunAt: Date | null;
  version: number;
  executionsTotal: number;
  createdAt: Date;
  updatedAt: Date;
}

export type { Frequency };

/** The schedule of a query as the rules take it. */
export const scheduleOf = (query: ScheduleInput & Anchor) =>
  toSchedule(query, { monthDay: query.monthDay ?? 1, weekday: query.weekday ?? 0 });

/** When a query is to run after an instant; null when nothing makes it run. */
export function nextRunOf(query: ScheduleInput & Anchor & { isActive: boolean }, after: Date): Date | null {
  return query.isScheduled && query.isActive ? (nextSlot(scheduleOf(query), after) ?? null) : null;
}
