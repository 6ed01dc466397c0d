import {
  PriceKnowledge,
  type BacktestCalls,
  type BacktestEstimate,
  type BacktestGap,
  type BacktestSample,
  type CallEstimate,
  type SampleRound,
} from '@polylogue/proto';
import { maxAtOnce } from './next-call.rules.js';

/** One round with who compares its replies, and what one call to each would cost. */
export interface PlannedCase {
  round: SampleRound;
  judge: string;
  candidateCall: CallEstimate;
  judgeCall: CallEstimate;
}

export interface BacktestPlan {
  cases: PlannedCase[];
  /** As it is kept, with the name of its suite. */
  sample: BacktestSample;
  leftOut: BacktestGap[];
}

/** What a plan would cost and how long it would take. */
export function estimateOf(
  candidate: string,
  { cases, leftOut }: Pick<BacktestPlan, 'cases' | 'leftOut'>,
): BacktestEstimate {
  const judges = [...new Set(cases.map(({ judge }) => judge))].sort();
  // Each compares in both orders.
  const verdictsOf = (name: string) =>
    cases.filter(({ judge }) => judge === name).flatMap(({ judgeCall }) => [judgeCall, judgeCall]);
  const answers = cases.map(({ candidateCall }) => candidateCall);
  return {
    rounds: cases.length,
    leftOut,
    candidate: callsOf(candidate, answers),
    judges: judges.map((name) => callsOf(name, verdictsOf(name))),
    responseTimeMs: timeOf([...answers, ...judges.flatMap(verdictsOf)]),
  };
}

/** What calls to one service cost together. */
export function callsOf(aiService: string, estimates: readonly CallEstimate[]): BacktestCalls {
  const costs = estimates.flatMap(({ cost }) => cost ?? []);
  const sumOf = (side: 'lowMicros' | 'highMicros') => costs.reduce((sum, cost) => sum + cost[side], 0);
  const isKnown = costs.length > 0 && costs.length === estimates.length;
  return {
    aiService,
    calls: estimates.length,
    // Nothing is asked of one without calls.
    price: estimates[0]?.price ?? PriceKnowledge.FREE,
    cost: isKnown ? { lowMicros: sumOf('lowMicros'), highMicros: sumOf('highMicros') } : undefined,
  };
}

/** Undefined while of one of them nobody knows. */
function timeOf(estimates: readonly CallEstimate[]): number | undefined {
  const known = estimates.flatMap(({ typicalMs }) => typicalMs ?? []);
  if (known.length === 0 || known.length < estimates.length) return undefined;
  return Math.round(known.reduce((sum, ms) => sum + ms, 0) / maxAtOnce);
}
