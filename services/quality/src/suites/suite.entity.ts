import type {
  BacktestBudget,
  BacktestCandidate,
  ChatMessage,
  SuiteAssertion,
  SuiteCheck,
  SuiteGap,
  SuiteSchedule,
} from '@polylogue/proto';
import type { CallStatus } from '../backtests/backtest.entity.js';

export type RunStatus = 'running' | 'completed' | 'stopped' | 'cancelled';
export type StopReason = 'budget' | 'daily_limit' | 'allowance' | 'not_approved' | 'service_gone' | 'nobody_judges';

export interface SuiteRow {
  id: string;
  name: string;
  candidate: BacktestCandidate;
  budget: BacktestBudget;
  assertions: SuiteAssertion[];
  leftOut: SuiteGap[];
  judge: string | null;
  schedule: SuiteSchedule | undefined;
  nextRunAt: Date | null;
  createdAt: Date;
  cases: number;
  /** Of its assertions. */
  version: number;
}

/** What a case sends: the context of a reply, by its record, or messages of its own. */
export interface CaseSource {
  messageId: string | null;
  conversationId: string | null;
  broadcastId: string | null;
  messages: ChatMessage[];
}

export interface CaseRow extends CaseSource {
  number: number;
  question: string | null;
  contextBytes: number;
  assertions: SuiteAssertion[];
}

export type NewCase = Omit<CaseRow, 'number' | 'question'> & { question: string };

export interface RunRow {
  id: string;
  suiteId: string;
  /** Of the assertions it checks by. */
  version: number;
  candidate: BacktestCandidate;
  judge: string | null;
  slotAt: Date | null;
  status: RunStatus;
  stopReason: StopReason | null;
  worse: number[];
  createdAt: Date;
  endedAt: Date | null;
  cases: number;
  passed: number;
  failed: number;
  undecided: number;
  unsteady: number;
  calls: number;
  usd: number;
  unknown: number;
}

/** One try of a case, as far as it came. */
export interface TryRow {
  attempt: number;
  status: CallStatus;
  passed: boolean | null;
  checks: SuiteCheck[];
  answer: string | null;
  costUsd: number | null;
  responseTimeMs: number | null;
  error: string | null;
}

export interface ResultRow {
  number: number;
  question: string | null;
  conversationId: string | null;
  tries: TryRow[];
}

/** How a try ended. */
export interface TryEnd {
  status: Exclude<CallStatus, 'pending'>;
  answer?: string | undefined;
  checks?: SuiteCheck[];
  /** Undefined: no verdict. */
  passed?: boolean | undefined;
  costUsd?: number | undefined;
  /** Of all its calls; undefined while one of them is unknown. */
  spentUsd?: number | undefined;
  responseTimeMs?: number | undefined;
  /** Calls to the judge that were made. */
  judgeCalls?: number;
  error?: string | undefined;
  errorCode?: string | undefined;
}
