import type { Cell, Claim } from './agreement-map.entity.js';

/**
 * How far the replies agree on a claim, from 0 to 100: of those that take a side by a proven quote, the share of the
 * larger side. Undefined below two, because one reply agrees with nobody.
 */
export function agreementOf(cells: readonly Cell[]): number | undefined {
  const says = countOf(cells, 'says');
  const contradicts = countOf(cells, 'contradicts');
  const sides = says + contradicts;
  return sides < 2 ? undefined : Math.round((100 * Math.max(says, contradicts)) / sides);
}

/** The mean over the claims that have a figure. */
export function agreementOfAll(claims: readonly Claim[]): number | undefined {
  const figures = claims.flatMap(({ cells }) => agreementOf(cells) ?? []);
  return figures.length === 0 ? undefined : Math.round(figures.reduce((sum, each) => sum + each, 0) / figures.length);
}

/** The most disputed first, then what more replies take a side on; claims without a figure last. */
export function mostDisputedFirst(claims: readonly Claim[]): Claim[] {
  const figureOf = ({ cells }: Claim) => agreementOf(cells) ?? 101;
  const sidesOf = ({ cells }: Claim) => countOf(cells, 'says') + countOf(cells, 'contradicts');
  return claims.toSorted((one, other) => figureOf(one) - figureOf(other) || sidesOf(other) - sidesOf(one));
}

const countOf = (cells: readonly Cell[], stance: Cell['stance']): number =>
  cells.filter((cell) => cell.stance === stance).length;
