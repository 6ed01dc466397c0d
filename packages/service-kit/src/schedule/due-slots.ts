import { nextSlot, type Schedule } from './schedule.js';
import { countSlots, lastSlotUntil } from './slot-search.js';

/** What becomes of a schedule whose slot has come. */
export interface DueSlots {
  /** The slot to run; undefined when even the newest is too old. */
  run: Date | undefined;
  /** Older slots that passed without a run; `isMore`: more than were counted. */
  missed: { count: number; isMore: boolean; newest: Date } | undefined;
  /** The slot after all of these. */
  next: Date | undefined;
}

const catchUpMs = 24 * 3_600_000;
/** Counted no further than this. */
const maxCounted = 2_000;

/**
 * Which of the slots from `first` until `now` runs: the newest, if it is younger than a day. A slot that is only a few
 * seconds ahead runs as it is.
 */
export function dueSlots(schedule: Schedule, first: Date, now: Date): DueSlots {
  if (first > now) return { run: first, missed: undefined, next: nextSlot(schedule, first) };
  const newest = lastSlotUntil(schedule, first, now);
  const isFresh = now.getTime() - newest.getTime() < catchUpMs;
  const missed = missedBefore(schedule, first, isFresh ? newest : now);
  return { run: isFresh ? newest : undefined, missed, next: nextSlot(schedule, now) };
}

function missedBefore(schedule: Schedule, first: Date, end: Date): DueSlots['missed'] {
  if (first >= end) return undefined;
  const found = countSlots(schedule, first, end, maxCounted + 1);
  const newest = lastSlotUntil(schedule, first, new Date(end.getTime() - 1));
  return { count: Math.min(found, maxCounted), isMore: found > maxCounted, newest };
}
