import type { CostRange } from '@polylogue/api-contract';
import type { CostEstimate } from '@polylogue/proto';
import { currency, dollarsOf, microsOf } from './dollars.rules.js';

export const toCostRange = ({ lowMicros, highMicros }: CostEstimate): CostRange => ({
  low: dollarsOf(lowMicros),
  high: dollarsOf(highMicros),
  currency,
});

/** Undefined for an amount of another currency, which none of ours is. */
export const fromCostRange = ({ low, high, currency: ofAmounts }: CostRange): CostEstimate | undefined =>
  ofAmounts === currency ? { lowMicros: microsOf(low), highMicros: microsOf(high) } : undefined;
