import type { AiServiceLabel, Estimate, ServiceEstimate } from '@polylogue/api-contract';
import {
  priceKnowledge,
  PriceKnowledge,
  type CallEstimate,
  type CostEstimate,
  type PreviewJudgingResponse,
} from '@polylogue/proto';
import { toCostRange } from '../usage/cost-range.mapper.js';

type LabelOf = (name: string) => AiServiceLabel;

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

export function toServiceEstimate(
  { name, displayName }: AiServiceLabel,
  { price, cost, typicalMs }: CallEstimate,
): ServiceEstimate {
  const known = price === PriceKnowledge.UNSPECIFIED ? 'unknown' : priceKnowledge.toWord(price);
  return {
    aiService: name,
    price: known,
    cost: cost ? toCostRange(cost) : null,
    seconds: typicalMs === undefined ? null : toSeconds(typicalMs),
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
