/** A figure is with a chance of 95 % within these. */
export interface Interval {
  low: number;
  high: number;
}

/** Of the normal distribution, for 95 %. */
export const z95 = 1.959963984540054;

/** The middle 95 % of resampled figures. */
export function percentileInterval(figures: ArrayLike<number>): Interval {
  const sorted = Float64Array.from(figures).sort();
  return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
}

/**
 * Around a figure, as far as resampled ones scatter about their mean. Where these are skewed, as strengths of few votes are, it
 * holds the truth more often than their middle 95 % does: what is skewed to one side in the sample is in doubt on the other.
 */
export function scatterInterval(figure: number, resampled: ArrayLike<number>): Interval {
  const figures = Float64Array.from(resampled);
  const mean = figures.reduce((sum, each) => sum + each, 0) / figures.length;
  const squares = figures.reduce((sum, each) => sum + (each - mean) ** 2, 0);
  const half = z95 * Math.sqrt(squares / (figures.length - 1));
  return { low: figure - half, high: figure + half };
}

/** Between two neighbours in proportion. */
function quantile(sorted: Float64Array, share: number): number {
  const at = share * (sorted.length - 1);
  const below = sorted[Math.floor(at)] ?? Number.NaN;
  const above = sorted[Math.ceil(at)] ?? Number.NaN;
  return below + (above - below) * (at - Math.floor(at));
}

/** Of a share, by Wilson's score: it stays within 0 and 1, also for few and for none. Undefined for none of none. */
export function wilsonInterval(successes: number, tries: number): Interval | undefined {
  if (tries <= 0) return undefined;
  const share = successes / tries;
  const square = z95 * z95;
  const middle = (share + square / (2 * tries)) / (1 + square / tries);
  const half = (z95 / (1 + square / tries)) * Math.sqrt((share * (1 - share)) / tries + square / (4 * tries * tries));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

/** Whether two figures are apart: their intervals have nothing in common. */
export const arePartedBy = (one: Interval, other: Interval): boolean => one.low > other.high || other.low > one.high;
