import type { Suite, SuiteCase, SuiteResult, SuiteRun, SuiteTry } from '@polylogue/proto';
import type { CaseRow, ResultRow, RunRow, SuiteRow, TryRow } from './suite.entity.js';
import { isKnownBefore } from './suite-schedule.rules.js';
import { stopSentences } from './suites.errors.js';

export const toSuite = (row: SuiteRow, latestRun: RunRow | undefined): Suite => ({
  id: row.id,
  name: row.name,
  candidate: row.candidate,
  budget: row.budget,
  assertions: row.assertions,
  judge: row.judge ?? undefined,
  cases: row.cases,
  leftOut: row.leftOut,
  schedule: row.schedule && isKnownBefore(row.schedule) ? row.schedule : undefined,
  recurrence: row.schedule,
  nextRunAt: row.nextRunAt ?? undefined,
  createdAt: row.createdAt,
  latestRun: latestRun && toRun(latestRun),
  version: row.version,
});

export const toCase = (row: CaseRow): SuiteCase => ({
  number: row.number,
  question: row.question ?? undefined,
  messageId: row.messageId ?? undefined,
  conversationId: row.conversationId ?? undefined,
  assertions: row.assertions,
  messages: row.messages,
});

export const toRun = (row: RunRow): SuiteRun => ({
  id: row.id,
  suiteId: row.suiteId,
  candidate: row.candidate,
  judge: row.judge ?? undefined,
  status: row.status,
  stopSentence: row.stopReason ? stopSentences[row.stopReason] : undefined,
  isScheduled: row.slotAt !== null,
  cases: row.cases,
  passed: row.passed,
  failed: row.failed,
  undecided: row.undecided,
  worse: row.worse,
  unsteady: row.unsteady,
  spent: { calls: row.calls, usd: row.usd, unknown: row.unknown },
  createdAt: row.createdAt,
  endedAt: row.endedAt ?? undefined,
  version: row.version,
});

export const toResult = (
  { number, question, conversationId, tries }: ResultRow,
  worse: readonly number[],
): SuiteResult => ({
  number,
  question: question ?? undefined,
  conversationId: conversationId ?? undefined,
  outcome: outcomeOf(tries),
  isWorse: worse.includes(number),
  tries: tries.filter(({ status }) => status !== 'pending').map(toTry),
});

/** One try that passed decides. */
function outcomeOf(tries: readonly TryRow[]): string {
  if (tries.some(({ passed }) => passed === true)) return 'passed';
  if (tries.length === 0 || tries.some(({ status }) => status === 'pending')) return 'pending';
  return tries.some(({ passed }) => passed === false) ? 'failed' : 'undecided';
}

const toTry = (row: TryRow): SuiteTry => ({
  passed: row.passed ?? undefined,
  checks: row.checks,
  answer: row.answer ?? undefined,
  costUsd: row.costUsd ?? undefined,
  responseTimeMs: row.responseTimeMs ?? undefined,
  error: row.error ?? undefined,
});
