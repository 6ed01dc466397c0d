import type { Transaction } from '@polylogue/service-kit';

export type NoticeKind =
  | 'run_finished'
  | 'run_failed'
  | 'run_changed'
  | 'run_skipped'
  | 'budget_near_end'
  | 'approval_granted'
  | 'approval_waiting'
  | 'delivery_given_up'
  | 'suite_alarm';

/** Something that happened, of a kind that its user chose. Texts are plain. */
export interface Notice {
  /** uuid v7, derived from its cause so that one cause makes one notice. */
  readonly id: string;
  readonly userId: string;
  readonly kind: NoticeKind;
  /** "Morning prices: 2 of 6 changed" */
  readonly title: string;
  /** Further lines, e.g. a change with both quotes. */
  readonly lines: readonly string[];
  /** Where the product shows it: "/saved-queries/12/results". */
  readonly path: string;
  readonly happenedAt: Date;
}

/** Called with each new notice, in the transaction that stores it. */
export abstract class NoticeListener {
  abstract noticed(tx: Transaction, notice: Notice): Promise<void>;
}
