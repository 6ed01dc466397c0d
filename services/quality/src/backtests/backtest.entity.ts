import type { BacktestBudget, BacktestCandidate, BacktestGap, BacktestSample } from '@polylogue/proto';

export type BacktestStatus = 'running' | 'paused' | 'completed' | 'cancelled';
export type PauseReason = 'user' | 'budget' | 'daily_limit' | 'allowance' | 'not_approved' | 'failures';
export type Outcome = 'win' | 'tie' | 'loss' | 'failed' | 'pending';
export type Better = 'candidate' | 'baseline' | 'tie';
export type CallStatus = 'pending' | 'completed' | 'failed' | 'interrupted' | 'cancelled';

/** Of one case: the call to the candidate, that to the judge with the candidate's reply first, that with it last. */
export const parts = { candidate: 0, candidateFirst: 1, baselineFirst: 2 } as const;
export type Part = (typeof parts)[keyof typeof parts];

export interface BacktestRow {
  id: string;
  name: string | null;
  candidate: BacktestCandidate;
  sample: BacktestSample;
  judge: string | null;
  budget: BacktestBudget;
  leftOut: BacktestGap[];
  status: BacktestStatus;
  pauseReason: PauseReason | null;
  createdAt: Date;
  endedAt: Date | null;
  calls: number;
  usd: number;
  unknown: number;
  free: number;
  peopleCompare: boolean;
  peopleEndedAt: Date | null;
}

/** What results are made of. */
export interface CaseFigures {
  backtestId: string;
  outcome: Outcome;
  isInconsistent: boolean;
  tags: readonly string[];
  judge: string;
  baselineUsd: number | null;
  baselineMs: number | null;
  candidateUsd: number | null;
  candidateMs: number | null;
  /** What the judge said with the candidate's reply first, and with the baseline first; null where it did not. */
  candidateFirst: Better | null;
  baselineFirst: Better | null;
}

/** One of the two comparisons, as far as it came. */
export interface ComparisonRow {
  part: Part;
  status: CallStatus;
  better: Better | null;
  margin: number | null;
  reason: string | null;
  error: string | null;
}

export interface CaseRow extends CaseFigures {
  number: number;
  margin: number;
  question: string | null;
  broadcastId: string;
  conversationId: string;
  comparisonId: string | null;
  messageId: string;
  baseline: string;
  isPinned: boolean;
  error: string | null;
  /** The candidate's reply, where it was asked for. */
  answer: string | null;
  comparisons: ComparisonRow[];
}

/** A case on its way into the store. Expected costs are the most that is expected, in millionths of a dollar; null: unknown. */
export interface NewCase {
  broadcastId: string;
  conversationId: string;
  comparisonId: string | undefined;
  messageId: string;
  baseline: string;
  isPinned: boolean;
  baselineUsd: number | undefined;
  baselineMs: number | undefined;
  tags: readonly string[];
  question: string;
  judge: string;
  candidateMicros: number | undefined;
  judgeMicros: number | undefined;
}

/** How a call ended. */
export interface CallEnd {
  status: Exclude<CallStatus, 'pending'>;
  /** The text of the candidate. */
  answer?: string | undefined;
  better?: Better | undefined;
  margin?: number | undefined;
  reason?: string | undefined;
  error?: string | undefined;
  errorCode?: string | undefined;
  costUsd?: number | undefined;
  responseTimeMs?: number | undefined;
}
