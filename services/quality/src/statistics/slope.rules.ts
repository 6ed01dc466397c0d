import { groupBy } from '@polylogue/service-kit';
import type { Interval } from './intervals.rules.js';
import { z95 } from './intervals.rules.js';

/** How a figure changes with another: so much for each one more. */
export interface Slope {
  slope: number;
  interval: Interval;
  n: number;
}

/** `cluster`: what was found together, such as the replies of one round; its points are no independent ones. */
export interface Point {
  x: number;
  y: number;
  cluster: string;
}

/** Fewer clusters say nothing of a trend. */
export const minClusters = 10;

/**
 * The least-squares slope, with an interval by the jackknife over clusters (as CR3: R. M. Bell, D. F. McCaffrey, Survey
 * Methodology 28, 2002), which takes neither the points of a cluster to be independent nor the scatter to be the same
 * everywhere, and is cautious for few. Undefined for fewer than {@link minClusters}, or where x never changes.
 */
export function slopeOf(points: readonly Point[]): Slope | undefined {
  const clusters = [...groupBy(points, ({ cluster }) => cluster).values()].map((own) => sumsOf(own));
  if (clusters.length < minClusters) return undefined;
  const all = clusters.reduce((sums, own) => added(sums, own), none);
  const slope = slopeIn(all);
  const without = clusters.map((own) => slopeIn(added(all, own, -1)));
  if (slope === undefined || without.includes(undefined)) return undefined;
  const squares = without.reduce<number>((sum, each) => sum + ((each ?? slope) - slope) ** 2, 0);
  const half = z95 * Math.sqrt((squares * (clusters.length - 1)) / clusters.length);
  return { slope, interval: { low: slope - half, high: slope + half }, n: points.length };
}

/** All that a slope is made of. */
interface Sums {
  n: number;
  x: number;
  y: number;
  xx: number;
  xy: number;
}

const none: Sums = { n: 0, x: 0, y: 0, xx: 0, xy: 0 };

const sumsOf = (points: readonly Point[]): Sums =>
  points.reduce((sums, { x, y }) => added(sums, { n: 1, x, y, xx: x * x, xy: x * y }), none);

/** `times` -1: without the other. */
const added = (one: Sums, other: Sums, times = 1): Sums => ({
  n: one.n + times * other.n,
  x: one.x + times * other.x,
  y: one.y + times * other.y,
  xx: one.xx + times * other.xx,
  xy: one.xy + times * other.xy,
});

function slopeIn({ n, x, y, xx, xy }: Sums): number | undefined {
  const spread = xx - (x * x) / n;
  return spread <= 1e-9 * Math.max(1, (x / n) ** 2) ? undefined : (xy - (x * y) / n) / spread;
}
