import type { AiServiceLabel, CostRange } from '@polylogue/api-contract';
import { priceKnowledge, PriceKnowledge, type BacktestCalls } from '@polylogue/proto';
import { toCostRange } from './cost-range.mapper.js';

/** The calls to one service that something would make. */
export const toPlannedCalls = (
  { aiService, calls, price, cost }: BacktestCalls,
  labelOf: (name: string) => AiServiceLabel,
) => ({
  aiService: labelOf(aiService),
  calls,
  price: price === PriceKnowledge.UNSPECIFIED ? ('unknown' as const) : priceKnowledge.toWord(price),
  cost: cost ? toCostRange(cost) : null,
});

/** All known prices together; null where none is. */
export function sumOfCosts(all: readonly Pick<BacktestCalls, 'cost'>[]): CostRange | null {
  const known = all.flatMap(({ cost }) => cost ?? []);
  const sumOf = (side: 'lowMicros' | 'highMicros') => known.reduce((sum, cost) => sum + cost[side], 0);
  return known.length > 0 ? toCostRange({ lowMicros: sumOf('lowMicros'), highMicros: sumOf('highMicros') }) : null;
}
