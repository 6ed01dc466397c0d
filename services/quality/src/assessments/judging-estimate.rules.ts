import { groupBy } from '@polylogue/service-kit';
import type { CallEstimate, JudgingEstimate, PlannedCall } from '@polylogue/proto';
import { callsOf } from '../backtests/estimate.rules.js';

/** A verdict that is to come, and the bytes of what its judge would be sent. */
export interface PlannedVerdict {
  judge: string;
  bytes: number;
}

/** All calls to one judge: so many of its mean size. */
export interface JudgeCalls {
  count: number;
  call: PlannedCall;
}

/** By name. `repeats`: how often each judge is asked for one verdict. */
export const judgeCallsOf = (verdicts: readonly PlannedVerdict[], repeats: number): JudgeCalls[] =>
  [...groupBy(verdicts, ({ judge }) => judge)]
    .map(([aiService, own]) => {
      const bytes = Math.ceil(own.reduce((sum, each) => sum + each.bytes, 0) / own.length);
      return { count: own.length * repeats, call: { aiService, bytes, fileBytes: 0, hasSchema: true } };
    })
    .sort((one, other) => (one.call.aiService < other.call.aiService ? -1 : 1));

interface Pace {
  repeats: number;
  /** Calls of one process at a time. */
  atOnce: number;
}

/** `estimates`: of one call each, in the order of `calls`. */
export function judgingEstimateOf(
  calls: readonly JudgeCalls[],
  estimates: readonly CallEstimate[],
  { repeats, atOnce }: Pace,
): Pick<JudgingEstimate, 'judges' | 'responseTimeMs'> {
  const all = calls.flatMap(({ count }, index) => {
    const estimate = estimates[index];
    return estimate ? { count, estimate } : [];
  });
  const times = all.flatMap(({ count, estimate: { typicalMs } }) =>
    typicalMs === undefined ? [] : { count, typicalMs },
  );
  const isKnown = times.length > 0 && times.length === all.length;
  // A judge is asked for one verdict after the other answer: no number of calls at a time is faster than that.
  const slowest = Math.max(...times.map(({ typicalMs }) => typicalMs * repeats));
  const sum = times.reduce((total, { count, typicalMs }) => total + count * typicalMs, 0);
  return {
    judges: all.map(({ count, estimate }) =>
      callsOf(
        estimate.aiService,
        Array.from({ length: count }, () => estimate),
      ),
    ),
    responseTimeMs: isKnown ? Math.round(Math.max(slowest, sum / atOnce)) : undefined,
  };
}
