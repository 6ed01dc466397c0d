import type { AiServiceLabel, Estimate, ServiceEstimate } from '@polylogue/api-contract';
import {
  priceKnowledge,
  PriceKnowledge,
  type CallEstimate,
  type CostEstimate,
  type PreviewJudgingResponse,
} from '@polylogue/proto';
import { toCostRange } from '../usage/cost-range.mapper.js';

export type LabelOf = (name: string) => AiServiceLabel;

/** @param names what was asked for, variants by their own names; `estimates` are of their services, in this order. */
export function toEstimate(names: readonly string[], estimates: readonly CallEstimate[], labelOf: LabelOf): Estimate {
  const known = estimates.flatMap(({ cost }) => cost ?? []);
  const times = estimates.flatMap(({ typicalMs }) => typicalMs ?? []);
  return {
    services: estimates.map((estimate, index) => toServiceEstimate(labelOf(names[index]!), estimate)),
    cost: known.length > 0 ? toCostRange(sumOf(known)) : null,
    seconds: times.length > 0 ? toSeconds(Math.max(...times)) : null,
  };
}

/** The same of calls to services by their own names; one that was not estimated is left out. */
export function toOwnEstimate(estimates: readonly (CallEstimate | undefined)[], labelOf: LabelOf): Estimate {
  const known = estimates.filter((estimate) => estimate !== undefined);
  return toEstimate(
    known.map(({ aiService }) => aiService),
    known,
    labelOf,
  );
}

/**
 * What a message to some of a blind round may cost: from its cheapest to its dearest services, as many as are asked, so that
 * the same number of them costs the same whichever they are. `estimates` are of all its services.
 */
export function toBlindEstimate(
  aliases: readonly string[],
  estimates: readonly CallEstimate[],
  labelOf: LabelOf,
): Estimate {
  const isFree = estimates.length > 0 && estimates.every(({ price }) => price === PriceKnowledge.FREE);
  const isKnown = estimates.every(({ price }) => price === PriceKnowledge.FREE || price === PriceKnowledge.KNOWN);
  const known = estimates.flatMap(({ cost }) => cost ?? []);
  const price = isFree ? 'free' : known.length > 0 ? 'known' : 'unknown';
  const times = estimates.flatMap(({ typicalMs }) => typicalMs ?? []);
  return {
    services: aliases.map((alias, index) => ({
      aiService: labelOf(alias).name,
      price,
      cost: null,
      seconds: null,
      searches: estimates.some(({ maySearch }) => maySearch) || undefined,
      note: isKnown || index > 0 ? undefined : 'What some services of this round cost is not known.',
    })),
    cost: known.length > 0 ? toCostRange(rangeOf(estimates, aliases.length)) : null,
    seconds: times.length > 0 ? toSeconds(Math.max(...times)) : null,
  };
}

/** Of so many of these calls, whichever they are. */
function rangeOf(estimates: readonly CallEstimate[], count: number): CostEstimate {
  const sorted = (of: (cost: CostEstimate) => number) =>
    estimates.map(({ cost }) => (cost ? of(cost) : 0)).toSorted((one, other) => one - other);
  const sum = (micros: readonly number[]) => micros.reduce((all, each) => all + each, 0);
  return {
    lowMicros: sum(sorted(({ lowMicros }) => lowMicros).slice(0, count)),
    highMicros: sum(sorted(({ highMicros }) => highMicros).slice(-count)),
  };
}

export function toServiceEstimate(
  { name, displayName }: AiServiceLabel,
  { price, cost, typicalMs, maySearch }: CallEstimate,
): ServiceEstimate {
  const known = price === PriceKnowledge.UNSPECIFIED ? 'unknown' : priceKnowledge.toWord(price);
  return {
    aiService: name,
    price: known,
    cost: cost ? toCostRange(cost) : null,
    seconds: typicalMs === undefined ? null : toSeconds(typicalMs),
    searches: maySearch || undefined,
    note: known === 'unknown' ? `What ${displayName} costs is not known.` : undefined,
  };
}

export const toJudging = (
  { judges, judgeCount, share }: PreviewJudgingResponse,
  cost: CostEstimate | undefined,
  labelOf: LabelOf,
) =>
  judgeCount === 0 ? null : { judges: judges.map(labelOf), count: judgeCount, share, cost: cost && toCostRange(cost) };

const sumOf = (costs: readonly CostEstimate[]): CostEstimate => ({
  lowMicros: costs.reduce((sum, { lowMicros }) => sum + lowMicros, 0),
  highMicros: costs.reduce((sum, { highMicros }) => sum + highMicros, 0),
});

const toSeconds = (ms: number) => Math.round(ms / 100) / 10;
