import { nextSlot, type Schedule } from '../saved-queries/schedule.rules.js';

/** What becomes of a query whose slot has come. */
export interface DueSlots {
  /** The slot to run; none when even the newest is too old. */
  run: Date | undefined;
  /** Older slots that passed without a run, told in one failed execution. */
  missed: { count: number; isMore: boolean; newest: Date } | undefined;
  /** The slot after all of these. */
  next: Date | undefined;
}

const catchUpMs = 24 * 3_600_000;
/** Beyond this many the sentence says "more than". */
const mostCounted = 2_000;

/**
 * Which of the slots from `first` until `now` runs: the newest, if it is younger than a day. A slot that is only a few
 * seconds ahead runs as it is.
 */
export function dueSlots(schedule: Schedule, first: Date, now: Date): DueSlots {
  if (first > now) return { run: first, missed: undefined, next: nextSlot(schedule, first) };
  const newest = newestUntil(schedule, first, now);
  const isFresh = now.getTime() - newest.getTime() < catchUpMs;
  const missed = countMissed(schedule, first, isFresh ? newest : now);
  return { run: isFresh ? newest : undefined, missed, next: nextSlot(schedule, now) };
}

function newestUntil(schedule: Schedule, first: Date, now: Date): Date {
  // A day back is far enough to find one that may still run; else any old one stands for all.
  const dayAgo = new Date(now.getTime() - catchUpMs - 1);
  let newest = first;
  let slot = dayAgo > first ? nextSlot(schedule, dayAgo) : first;
  while (slot && slot <= now) {
    newest = slot;
    slot = nextSlot(schedule, slot);
  }
  return newest;
}

function countMissed(schedule: Schedule, first: Date, before: Date): DueSlots['missed'] {
  let count = 0;
  let newest: Date | undefined;
  for (let slot: Date | undefined = first; slot && slot < before && count < mostCounted;) {
    newest = slot;
    count += 1;
    slot = nextSlot(schedule, slot);
  }
  return newest && { count, isMore: count === mostCounted, newest };
}

/** The sentence of the failed execution that stands for missed slots. */
export function missedSentence({ count, isMore }: NonNullable<DueSlots['missed']>): string {
  if (isMore) return `More than ${count} scheduled runs were missed because the scheduler was not running.`;
  return `${count} scheduled ${count === 1 ? 'run was' : 'runs were'} missed because the scheduler was not running.`;
}
