import { wilsonInterval, z95, type Interval } from './intervals.rules.js';

/** How far two agree beyond chance: 1 always, 0 as chance would have it, below 0 less than that. */
export interface Kappa {
  kappa: number;
  interval: Interval;
}

/** Counts, rows by one rater and columns by the other, in the same order of categories. */
export type Table = readonly (readonly number[])[];

/**
 * Cohen's κ of a table. Its standard error is that of Fleiss, Cohen and Everitt ("Large sample standard errors of kappa and
 * weighted kappa", Psychological Bulletin 72, 1969), by `n` independent judgements: fewer than the table counts where one
 * person's word is counted several times; where they always or never agree, which leaves no error, by Wilson's interval of the
 * share in which they agree. Undefined where chance alone explains all: no judgements, or one thing only.
 */
export function kappaOf(table: Table, n = sum(table.map(sum))): Kappa | undefined {
  const counted = sum(table.map(sum));
  if (counted === 0) return undefined;
  const shares = table.map((row) => row.map((each) => each / counted));
  const rows = shares.map(sum);
  const columns = shares.map((_row, j) => sum(shares.map((row) => row[j] ?? 0)));
  const observed = sum(shares.map((row, i) => row[i] ?? 0));
  const byChance = sum(rows.map((row, i) => row * (columns[i] ?? 0)));
  if (byChance >= 1 - 1e-12) return undefined;
  const kappa = (observed - byChance) / (1 - byChance);
  const half = z95 * standardError({ shares, rows, columns, observed, byChance }, n);
  if (half > 1e-6) return { kappa, interval: { low: Math.max(-1, kappa - half), high: Math.min(1, kappa + half) } };
  const agreed = wilsonInterval(observed * n, n) ?? { low: 0, high: 1 };
  const kappaAt = (share: number) => Math.max(-1, (share - byChance) / (1 - byChance));
  return {
    kappa,
    interval: { low: Math.min(kappa, kappaAt(agreed.low)), high: Math.max(kappa, kappaAt(agreed.high)) },
  };
}

interface Marginals {
  shares: Table;
  rows: readonly number[];
  columns: readonly number[];
  observed: number;
  byChance: number;
}

function standardError({ shares, rows, columns, observed, byChance }: Marginals, n: number): number {
  const [missed, rest] = [1 - observed, 1 - byChance];
  let variance = -((observed * byChance - 2 * byChance + observed) ** 2);
  for (const [i, row] of shares.entries()) {
    for (const [j, share] of row.entries()) {
      const margins = (columns[i] ?? 0) + (rows[j] ?? 0);
      variance += share * (i === j ? rest - margins * missed : missed * margins) ** 2;
    }
  }
  return Math.sqrt(Math.max(0, variance) / n) / rest ** 2;
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, each) => total + each, 0);
