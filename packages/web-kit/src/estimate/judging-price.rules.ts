import type { CostRange, Estimate, JudgingEstimate, ServiceEstimate } from '@polylogue/api-contract';
import { costFigure, counted, durationOf, notesOf } from './estimate.rules.js';
import type { PriceText } from './price-before.js';

/** What judging replies that are there would cost, in the form of every price before a click. */
export interface JudgingPrice extends Estimate {
  calls: number;
  /** Why rounds would not be judged, each reason once. */
  reasons: string[];
  leftOut: number;
}

/** Of rounds that were estimated in parts. */
export function judgingPriceOf(parts: readonly JudgingEstimate[]): JudgingPrice {
  const judges = parts.flatMap((part) => part.judges);
  const leftOut = parts.flatMap((part) => part.leftOut);
  const asked = parts.filter(({ calls }) => calls > 0);
  const times = asked.flatMap(({ responseTime }) => responseTime ?? []);
  return {
    calls: parts.reduce((sum, { calls }) => sum + calls, 0),
    services: [...new Map(judges.map((judge) => [judge.aiService.name, toService(judge)])).values()],
    cost: sumOf(parts.flatMap(({ cost }) => cost ?? [])),
    seconds: times.length > 0 && times.length === asked.length ? times.reduce((sum, ms) => sum + ms, 0) / 1000 : null,
    leftOut: leftOut.length,
    reasons: [...new Set(leftOut.map(({ reason }) => reason))],
  };
}

const toService = ({ aiService, price, cost }: JudgingEstimate['judges'][number]): ServiceEstimate => ({
  aiService: aiService.name,
  price,
  cost,
  seconds: null,
  note: price === 'unknown' ? `What ${aiService.displayName} costs is not known.` : undefined,
});

function sumOf(costs: readonly CostRange[]): CostRange | null {
  const [first] = costs;
  if (!first) return null;
  const sum = (side: 'low' | 'high') => costs.reduce((all, cost) => all + cost[side], 0);
  return { low: sum('low'), high: sum('high'), currency: first.currency };
}

/** `12 calls · ≈ $0.01 · about 8 s`, or why there is none. */
export function judgingPriceText(price: JudgingPrice): PriceText {
  const { calls, seconds, leftOut, reasons } = price;
  if (calls === 0) return { line: reasons.join(' ') || 'No calls: each verdict is there already', notes: undefined };
  const line = [
    counted(calls, 'call'),
    costFigure(price),
    ...(seconds === null ? [] : [`about ${durationOf(seconds)}`]),
    ...(leftOut > 0 ? [`${counted(leftOut, 'round')} left out`] : []),
  ].join(' · ');
  return { line, notes: [notesOf(price), ...reasons].filter(Boolean).join(' ') || undefined };
}
