import type { Backtest, BacktestCase, BacktestComparison } from '@polylogue/proto';
import { parts, type BacktestRow, type CaseFigures, type CaseRow, type ComparisonRow } from './backtest.entity.js';
import { pauseSentences } from './backtests.errors.js';
import { peopleOf, type PairFigures } from './pairs.rules.js';
import { resultOf } from './result.rules.js';

export function toBacktest(
  row: BacktestRow,
  cases: readonly CaseFigures[],
  pairs: readonly PairFigures[] = [],
): Backtest {
  const { id, name, candidate, sample, judge, budget, leftOut, status, pauseReason, createdAt, endedAt } = row;
  return {
    id,
    name: name ?? undefined,
    candidate,
    sample,
    judge: judge ?? undefined,
    budget,
    leftOut,
    status,
    pauseReason: pauseReason ?? undefined,
    pauseSentence: pauseReason ? pauseSentences[pauseReason] : undefined,
    cases: cases.length,
    ended: cases.filter(({ outcome }) => outcome !== 'pending').length,
    spent: { calls: row.calls, usd: row.usd, unknown: row.unknown, free: row.free },
    result: resultOf(cases),
    people: peopleOf(row, pairs),
    createdAt,
    endedAt: endedAt ?? undefined,
  };
}

export const toCase = (row: CaseRow): BacktestCase => ({
  number: row.number,
  outcome: row.outcome,
  isInconsistent: row.isInconsistent,
  margin: row.margin,
  question: row.question ?? undefined,
  tags: [...row.tags],
  broadcastId: row.broadcastId,
  conversationId: row.conversationId,
  comparisonId: row.comparisonId ?? undefined,
  messageId: row.messageId,
  baseline: row.baseline,
  isPinned: row.isPinned,
  baselineUsd: row.baselineUsd ?? undefined,
  baselineMs: row.baselineMs ?? undefined,
  candidateUsd: row.candidateUsd ?? undefined,
  candidateMs: row.candidateMs ?? undefined,
  judge: row.judge,
  comparisons: row.comparisons.map(toComparison),
  error: row.error ?? undefined,
  answer: row.answer ?? undefined,
});

const toComparison = ({ part, better, margin, reason, error }: ComparisonRow): BacktestComparison => ({
  first: part === parts.candidateFirst ? 'candidate' : 'baseline',
  better: better ?? undefined,
  margin: margin ?? undefined,
  reason: reason ?? undefined,
  error: error ?? undefined,
});
