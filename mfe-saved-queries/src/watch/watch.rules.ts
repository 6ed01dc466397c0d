import type { AiService, Estimate, RunReport, Timeline } from '@polylogue/api-contract';
import { moneyRange } from '@polylogue/web-kit';

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

/** How a watched run is headed: `2 of 6 changed`. */
export function headOf({ baseline, changedServices, totalServices, error }: RunReport): string {
  if (error) return 'Could not be compared';
  if (baseline) return 'First run: what later runs are compared with';
  return changedServices === 0 ? 'Nothing changed' : `${changedServices} of ${totalServices} changed`;
}

/** What the first run costs: of one question the estimate, as often as each service is asked. */
export function priceOf(estimate: Estimate | undefined, services: number, baselineRuns: number): string {
  const asked = `The first run asks each service ${baselineRuns === 1 ? 'once' : `${baselineRuns} times`}`;
  if (services === 0 || !estimate) return `${asked}.`;
  const answers = counted(services * baselineRuns, 'answer');
  const { cost } = estimate;
  const unknown = estimate.services.filter(({ price }) => price === 'unknown').length;
  const known = cost && `≈ ${moneyRange(cost.low * baselineRuns, cost.high * baselineRuns, cost.currency)}`;
  const price = known ?? (unknown > 0 ? 'price unknown' : 'free');
  const rest = known && unknown > 0 ? `, and ${counted(unknown, 'service')} of unknown price` : '';
  return `${asked} (${answers}): ${price}${rest}.`;
}

/** Who reads the answers of the first run, and what that costs; nothing while it is not known. */
export function readingPriceOf(estimate: Estimate | undefined, services: readonly AiService[]): string {
  const reading = estimate?.reading;
  if (!reading) return '';
  const { aiService, cost, price } = reading;
  const name = services.find((service) => service.name === aiService)?.displayName ?? aiService;
  const known = cost && `≈ ${moneyRange(cost.low, cost.high, cost.currency)}`;
  return `${name} reads them: ${known ?? (price === 'free' ? 'free' : 'price unknown')}.`;
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
