/** The value below which `share` of the numbers lie, taken from the numbers themselves (nearest rank). */
export function quantile(numbers: readonly number[], share: number) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

export const p50 = (numbers: readonly number[]) => quantile(numbers, 0.5);
export const p95 = (numbers: readonly number[]) => quantile(numbers, 0.95);
