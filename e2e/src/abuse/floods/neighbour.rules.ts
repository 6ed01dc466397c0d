/** The value that so many of a hundred do not exceed. */
export function percentile(values: readonly number[], hundredths: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil((sorted.length * hundredths) / 100) - 1)] ?? 0;
}

/** How a user was served. */
export interface Served {
  /** Milliseconds of each call. */
  times: number[];
  /** What was not answered as it should be. */
  faults: string[];
}

/** At most so many times the quiet p95 of the same run; below the floor nobody notices. */
export const bound = { times: 20, floorMs: 500 } as const;

/** What is wrong with how a user was served beside a flood. */
export function slowerThanPromised(what: string, quiet: Served, beside: Served): string[] {
  const [before, now] = [percentile(quiet.times, 95), percentile(beside.times, 95)];
  const maxMs = Math.max(bound.floorMs, bound.times * before);
  const isSlow = now > maxMs || beside.times.length === 0;
  return [...beside.faults.map((fault) => `${what}: ${fault}`), ...(isSlow ? [`${what}: ${said(quiet, beside)}`] : [])];
}

/** `p95 12 → 31 ms (2.6 times)`. */
export function said(quiet: Served, beside: Served): string {
  const [before, now] = [percentile(quiet.times, 95), percentile(beside.times, 95)];
  return `p95 ${Math.round(before)} → ${Math.round(now)} ms (${(now / before).toFixed(1)} times)`;
}
