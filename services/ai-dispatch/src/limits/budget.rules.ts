import type { Spending } from './estimate.rules.js';

/** What a day may hold; absent: no limit. */
export interface Budget {
  micros?: number | undefined;
  tokens?: number | undefined;
}

/** Whether all this together is more than the budget holds. */
export function isOver(budget: Budget, parts: readonly Spending[]): boolean {
  return (['micros', 'tokens'] as const).some((kind) => {
    const max = budget[kind];
    return max !== undefined && sumOf(parts, kind) > max;
  });
}

/** Whether nothing more fits, not even the smallest call. */
export function isExhausted(budget: Budget, parts: readonly Spending[]): boolean {
  return (['micros', 'tokens'] as const).some((kind) => {
    const max = budget[kind];
    return max !== undefined && sumOf(parts, kind) >= max;
  });
}

const sumOf = (parts: readonly Spending[], kind: keyof Spending) => parts.reduce((sum, part) => sum + part[kind], 0);
