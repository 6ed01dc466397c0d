import type { RunReport, Timeline } from '@polylogue/api-contract';

/** How a watched run is headed: `2 of 6 changed`. */
export function headOf({ baseline, changedServices, totalServices, error }: RunReport): string {
  if (error) return 'Could not be compared';
  if (baseline) return 'First run: what later runs are compared with';
  return changedServices === 0 ? 'Nothing changed' : `${changedServices} of ${totalServices} changed`;
}

export type Stance = Timeline['claims'][number]['cells'][number]['stance'];

/** A sign and a word for each stance: the picture is read without its colours. */
export const stances: Record<Stance, { sign: string; word: string }> = {
  says: { sign: '●', word: 'says it' },
  contradicts: { sign: '✕', word: 'contradicts it' },
  silent: { sign: '○', word: 'silent' },
};

/** What a service said of a claim in each run; undefined where it did not answer. */
export function rowsOf({ runs, aiServices }: Timeline, claim: Timeline['claims'][number]) {
  const cells = new Map(claim.cells.map((cell) => [`${cell.executionId} ${cell.aiService}`, cell]));
  return aiServices.map((service) => ({
    service,
    cells: runs.map(({ executionId }) => cells.get(`${executionId} ${service.name}`)),
  }));
}

/** Claims with the latest change first; those that never changed follow in their order. */
export function byLatestChange({ claims }: Timeline): Timeline['claims'] {
  const latestOf = (claim: Timeline['claims'][number]) =>
    Math.max(0, ...claim.cells.filter(({ changed }) => changed).map(({ executionId }) => executionId));
  return claims.toSorted((one, other) => latestOf(other) - latestOf(one) || one.id - other.id);
}
