import {
  backtestGap,
  backtestOutcome,
  backtestPause,
  backtestSample,
  backtestStatus,
  type AiServiceLabel,
  type Backtest,
  type BacktestCase,
  type BacktestCaseTexts,
  type BacktestEstimate,
  type BacktestSample,
} from '@polylogue/api-contract';
import {
  type Backtest as ProtoBacktest,
  type BacktestCase as ProtoCase,
  type BacktestCaseTexts as ProtoTexts,
  type BacktestComparison,
  type BacktestEstimate as ProtoEstimate,
  type BacktestGap,
  type BacktestSample as ProtoSample,
} from '@polylogue/proto';
import { toAnswerSettings } from '../answer-presets/answer-presets.mapper.js';
import { toTime } from '../http/to-time.js';
import { sumOfCosts, toPlannedCalls } from '../usage/planned-calls.mapper.js';
import { toPeople } from './people.mapper.js';
import { toResult } from './result.mapper.js';

type LabelOf = (name: string) => AiServiceLabel;

export function toBacktestEstimate(estimate: ProtoEstimate, labelOf: LabelOf): BacktestEstimate {
  const { rounds, leftOut, candidate, judges, responseTimeMs } = estimate;
  const all = [...(candidate ? [candidate] : []), ...judges];
  return {
    rounds,
    leftOut: leftOut.map(toGap),
    candidate: toPlannedCalls(candidate!, labelOf),
    judges: judges.map((each) => toPlannedCalls(each, labelOf)),
    calls: all.reduce((sum, { calls }) => sum + calls, 0),
    cost: sumOfCosts(all),
    responseTime: responseTimeMs ?? null,
  };
}

const toGap = ({ reason, rounds }: BacktestGap) => ({ reason: backtestGap.parse(reason), rounds });

export function toBacktest(backtest: ProtoBacktest, labelOf: LabelOf): Backtest {
  const { candidate, sample, judge, budget, pauseReason, pauseSentence = '' } = backtest;
  return {
    id: backtest.id,
    name: backtest.name ?? null,
    candidate: {
      aiService: labelOf(candidate?.aiService ?? ''),
      settings: toAnswerSettings(candidate?.settings),
    },
    sample: toSample(sample),
    judge: judge === undefined ? null : labelOf(judge),
    budget: { usd: budget?.usd ?? null, calls: budget?.calls ?? 0 },
    status: backtestStatus.parse(backtest.status),
    pause: pauseReason === undefined ? null : { reason: backtestPause.parse(pauseReason), sentence: pauseSentence },
    cases: backtest.cases,
    ended: backtest.ended,
    leftOut: backtest.leftOut.map(toGap),
    spent: backtest.spent ?? { calls: 0, usd: 0, unknown: 0, free: 0 },
    result: toResult(backtest.result, labelOf),
    people: backtest.people ? toPeople(backtest.people, labelOf) : null,
    createdAt: toTime(backtest.createdAt),
    endedAt: backtest.endedAt ? toTime(backtest.endedAt) : null,
  };
}

const toSample = (sample: ProtoSample | undefined): BacktestSample => ({
  source: backtestSample.shape.source.parse(sample?.source),
  tag: sample?.tag,
  count: sample?.count ?? 0,
  suite: sample?.suiteId === undefined ? null : { id: sample.suiteId, name: sample.suiteName ?? '' },
});

export const toBacktestCase = (row: ProtoCase, labelOf: LabelOf): BacktestCase => ({
  number: row.number,
  outcome: backtestOutcome.parse(row.outcome),
  inconsistent: row.isInconsistent,
  margin: row.margin,
  question: row.question ?? null,
  tags: row.tags,
  broadcastId: row.broadcastId,
  conversationId: row.conversationId,
  comparisonId: row.comparisonId ?? null,
  messageId: row.messageId,
  baseline: {
    aiService: labelOf(row.baseline),
    pinned: row.isPinned,
    responseTime: row.baselineMs ?? null,
    cost: row.baselineUsd ?? null,
  },
  candidate: { responseTime: row.candidateMs ?? null, cost: row.candidateUsd ?? null },
  judge: labelOf(row.judge),
  comparisons: row.comparisons.map(toComparison),
  error: row.error ?? null,
});

const side = (name: string) => (name === 'candidate' ? 'candidate' : 'baseline');

const toComparison = ({ first, better, margin, reason, error }: BacktestComparison) =>
  ({
    first: side(first),
    better: better === undefined ? null : better === 'tie' ? ('tie' as const) : side(better),
    margin: margin ?? null,
    reason: reason ?? null,
    error: error ?? null,
  }) satisfies BacktestCase['comparisons'][number];

export const toCaseTexts = (found: ProtoTexts, labelOf: LabelOf): BacktestCaseTexts => ({
  ...toBacktestCase(found.case!, labelOf),
  texts: {
    question: found.question ?? null,
    baseline: found.baseline ?? null,
    candidate: found.candidate ?? null,
  },
});
