import { percentileInterval, z95, type Interval } from './intervals.rules.js';
import { randomOf } from './random.rules.js';

export interface Mean {
  mean: number;
  /** Absent below {@link minFigures}. */
  interval: Interval | undefined;
  n: number;
}

/** Fewer figures say too little of how sure their mean is. */
export const minFigures = 10;
const resamples = 1_000;
/** From here on the normal distribution says the same at a thousandth of the cost. */
const large = 2_000;

/** The mean of independent figures, with an interval of 95 %: by the bootstrap, percentiles. Undefined for none. */
export function meanOf(figures: readonly number[], seed = 1): Mean | undefined {
  const n = figures.length;
  if (n === 0) return undefined;
  const mean = figures.reduce((sum, each) => sum + each, 0) / n;
  if (n < minFigures) return { mean, interval: undefined, n };
  return { mean, interval: n < large ? bootstrapped(figures, seed) : byNormal(figures, mean), n };
}

function bootstrapped(figures: readonly number[], seed: number): Interval {
  const random = randomOf(seed);
  const means = new Float64Array(resamples).map(() => {
    let sum = 0;
    for (let at = 0; at < figures.length; at++) sum += figures[Math.floor(random() * figures.length)]!;
    return sum / figures.length;
  });
  return percentileInterval(means);
}

function byNormal(figures: readonly number[], mean: number): Interval {
  const variance = figures.reduce((sum, each) => sum + (each - mean) ** 2, 0) / (figures.length - 1);
  const half = z95 * Math.sqrt(variance / figures.length);
  return { low: mean - half, high: mean + half };
}

export function medianOf(figures: readonly number[]): number | undefined {
  const sorted = figures.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  if (sorted.length === 0) return undefined;
  return sorted.length % 2 === 1 ? sorted[Math.floor(middle)]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
