import type { CallStatus } from '../backtests/backtest.entity.js';
import { maxAtOnce, type Bounds } from '../backtests/next-call.rules.js';
import type { Spent } from '../single-runs/claimed-rows.js';

/** A case of a run with what was begun for it. */
export interface CaseTries {
  number: number;
  tries: readonly { attempt: number; status: CallStatus; passed: boolean | null }[];
  /** The most that one try is expected to cost, in millionths of a dollar. */
  micros: number | null;
  judgeCalls: number;
  /** Whether it passed in each of the last runs. */
  isSteady: boolean;
}

export interface NextTry {
  number: number;
  attempt: 1 | 2;
  judgeCalls: number;
  micros: number | undefined;
}

/** A try to begin; `wait` until one that runs has ended; `stop` where the budget leaves no room; `done`: nothing is missing. */
export type Next = NextTry | 'wait' | 'stop' | 'done';

/** Tries under way. They are counted in the cases: one that ends while they are read apart would be neither under way nor ended. */
export const runningOf = (cases: readonly CaseTries[]): number =>
  cases.flatMap(({ tries }) => tries).filter(({ status }) => status === 'pending').length;

/** Which try is begun next. Spent calls and the bound are calls to the candidate and to judges together. */
export function nextTry(cases: readonly CaseTries[], spent: Spent, bounds: Bounds): Next {
  const running = runningOf(cases);
  if (running >= maxAtOnce) return 'wait';
  const next = cases.map(needOf).find((need) => need !== undefined);
  if (!next) return running > 0 ? 'wait' : 'done';
  const fits =
    spent.calls + 1 + next.judgeCalls <= bounds.calls &&
    (bounds.micros === undefined || spent.micros + (next.micros ?? 0) <= bounds.micros);
  if (fits) return next;
  // What runs may cost less than it is expected to.
  return running > 0 ? 'wait' : 'stop';
}

function needOf({ number, tries, micros, judgeCalls, isSteady }: CaseTries): NextTry | undefined {
  const next = (attempt: 1 | 2) => ({ number, attempt, judgeCalls, micros: micros ?? undefined });
  if (tries.length === 0) return next(1);
  // What used to pass and fails is asked once more: one failure may be chance.
  return isSteady && tries.length === 1 && tries[0]!.passed === false ? next(2) : undefined;
}

/** The cases that got worse: they passed in each of the last runs, and failed twice in this one. */
export const worseOf = (cases: readonly CaseTries[]): number[] =>
  cases
    .filter(({ isSteady, tries }) => isSteady && tries.length === 2 && tries.every(({ passed }) => passed === false))
    .map(({ number }) => number);
