import type { DueSlots } from '@polylogue/service-kit';

/** The sentence of the failed execution that stands for missed slots. */
export function missedSentence({ count, isMore }: NonNullable<DueSlots['missed']>): string {
  if (isMore) return `More than ${count} scheduled runs were missed because the scheduler was not running.`;
  return `${count} scheduled ${count === 1 ? 'run was' : 'runs were'} missed because the scheduler was not running.`;
}
