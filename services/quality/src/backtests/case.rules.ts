import { serviceOf, type AiService, type SampleRound } from '@polylogue/proto';
import type { ComparisonRow, Outcome } from './backtest.entity.js';
import { parts } from './backtest.entity.js';

export interface CaseEnd {
  outcome: Exclude<Outcome, 'pending'>;
  isInconsistent: boolean;
  /** Of both orders together. */
  margin: number;
  error?: string;
}

const broken = 'It did not come to an end.';

/**
 * How a case ends by its calls; undefined while one is missing. A judge is believed where it says the same in both orders:
 * what it says of the same replies in another order otherwise says more about the order than about them.
 */
export function endOfCase(calls: readonly Omit<ComparisonRow, 'reason'>[]): CaseEnd | undefined {
  const failed = calls.find(({ status }) => status === 'failed' || status === 'interrupted');
  if (failed) return failedCase(failed.error ?? broken);
  const of = (part: number) => calls.find((call) => call.part === part && call.status === 'completed');
  const [one, other] = [of(parts.candidateFirst), of(parts.baselineFirst)];
  if (!one || !other) return undefined;
  if (one.better !== other.better) return { outcome: 'tie', isInconsistent: true, margin: 0 };
  if (one.better === 'tie') return { outcome: 'tie', isInconsistent: false, margin: 0 };
  const outcome = one.better === 'candidate' ? 'win' : 'loss';
  return { outcome, isInconsistent: false, margin: (one.margin ?? 0) + (other.margin ?? 0) };
}

export const failedCase = (error: string): CaseEnd => ({ outcome: 'failed', isInconsistent: false, margin: 0, error });

/** A demo is never billed: its reply was free, which is no unknown cost. */
export function withFreeReplies(rounds: readonly SampleRound[], services: readonly AiService[]): SampleRound[] {
  const demos = new Set(services.flatMap(({ name, demo }) => (demo ? [name] : [])));
  return rounds.map((round) =>
    demos.has(serviceOf(round.aiService)) ? { ...round, costUsd: round.costUsd ?? 0 } : round,
  );
}
