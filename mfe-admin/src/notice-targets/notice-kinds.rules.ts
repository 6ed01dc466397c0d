import { noticeKinds, type NoticeKind } from '@polylogue/api-contract';

/** In the order in which they are offered. */
export const kindLabels: Readonly<Record<NoticeKind, string>> = {
  run_failed: 'A run failed',
  run_changed: 'The answers to a watched query changed',
  run_skipped: 'A run was skipped or missed',
  suite_alarm: 'A suite got worse, or could not run',
  run_finished: 'A run finished',
  budget_near_end: 'A budget for the day is near its end',
  approval_granted: 'My account was approved',
  approval_waiting: 'A user waits for approval',
  delivery_given_up: 'A notice could not be sent to one of my targets',
};

/** That a user waits for approval is a notice for administrators only. */
export const offeredKinds = (isAdmin: boolean): NoticeKind[] =>
  (Object.keys(kindLabels) as NoticeKind[]).filter((kind) => isAdmin || kind !== 'approval_waiting');

/** Those that this version knows: a choice that it does not offer stays as it is. */
export const knownKinds = (kinds: readonly string[]): NoticeKind[] =>
  noticeKinds.filter((kind) => kinds.includes(kind));
