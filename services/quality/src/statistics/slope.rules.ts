import type { Interval } from './intervals.rules.js';
import { z95 } from './intervals.rules.js';

/** How a figure changes with another: so much for each one more. */
export interface Slope {
  slope: number;
  interval: Interval;
  n: number;
}

/** Fewer points say nothing of a trend. */
export const minPoints = 10;

/**
 * The least-squares slope, with an interval that does not take the scatter to be the same everywhere (White's standard
 * error, in the form HC3, which is cautious for few points). Undefined for fewer than {@link minPoints}, or where x never
 * changes.
 */
export function slopeOf(points: readonly { x: number; y: number }[]): Slope | undefined {
  const n = points.length;
  if (n < minPoints) return undefined;
  const [meanX, meanY] = [sum(points.map(({ x }) => x)) / n, sum(points.map(({ y }) => y)) / n];
  const spread = sum(points.map(({ x }) => (x - meanX) ** 2));
  if (spread <= 1e-9 * Math.max(1, meanX ** 2)) return undefined;
  const slope = sum(points.map(({ x, y }) => (x - meanX) * (y - meanY))) / spread;
  const squares = points.map(({ x, y }) => {
    const leverage = 1 / n + (x - meanX) ** 2 / spread;
    const rest = y - meanY - slope * (x - meanX);
    return ((x - meanX) * rest) ** 2 / Math.max(1 - leverage, 1e-6) ** 2;
  });
  const half = z95 * (Math.sqrt(sum(squares)) / spread);
  return { slope, interval: { low: slope - half, high: slope + half }, n };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
