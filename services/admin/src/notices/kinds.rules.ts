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

/** What a user hears of in the product who never chose: a run that ended as it should is no news. */
export const usualKinds: readonly NoticeKind[] = noticeKinds.filter((kind) => kind !== 'run_finished');

/** Each once, in the order in which they are listed. */
export const chosenKinds = (kinds: readonly NoticeKind[]): NoticeKind[] =>
  noticeKinds.filter((kind) => kinds.includes(kind));
