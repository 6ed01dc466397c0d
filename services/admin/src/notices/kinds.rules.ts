import type { NoticeKind } from './notice.js';

export const noticeKinds = [
  'run_finished',
  'run_failed',
  'run_changed',
  'run_skipped',
  'budget_near_end',
  'approval_granted',
  'approval_waiting',
  'delivery_given_up',
  'suite_alarm',
] as const satisfies readonly NoticeKind[];

/** The kinds shown in the product to a user who never chose: all but runs that ended as they should. */
export const usualKinds: readonly NoticeKind[] = noticeKinds.filter((kind) => kind !== 'run_finished');

/** Each once, in the order in which they are listed. */
export const chosenKinds = (kinds: readonly NoticeKind[]): NoticeKind[] =>
  noticeKinds.filter((kind) => kinds.includes(kind));
