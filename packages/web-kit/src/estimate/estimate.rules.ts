import type { CostRange, Estimate, ServiceEstimate } from '@polylogue/api-contract';
import { moneyRange } from '../formatting/money.js';

/** What a call would cost, how long it would take, and of how many services: `≈ $0.01 · about 8 s · 4 services`. */
export function priceLine(estimate: Estimate): string {
  const { services, seconds } = estimate;
  return [
    costFigure(estimate),
    ...(seconds === null ? [] : [`about ${durationOf(seconds)}`]),
    ...(services.length > 1 ? [counted(services.length, 'service')] : []),
  ].join(' · ');
}

/** What is not known of it, in sentences; undefined where all is. */
export const notesOf = ({ services }: Pick<Estimate, 'services'>): string | undefined =>
  services.flatMap(({ note }) => note ?? []).join(' ') || undefined;

/** `≈ $0.03–0.09`, `Free`, or that a price is not known. */
export function costFigure({ cost, services }: Pick<Estimate, 'cost' | 'services'>): string {
  const unknown = services.filter(({ price }) => price === 'unknown').length;
  const searches = services.some((each) => each.searches) ? ' + searches' : '';
  if (cost === null) return (unknown === 0 ? 'Free' : unknownPrice(unknown, services)) + searches;
  const known = `≈ ${moneyRange(cost.low, cost.high, cost.currency)}${searches}`;
  return unknown === 0 ? known : `${known} + ${counted(unknown, 'service')} of unknown price`;
}

function unknownPrice(unknown: number, services: readonly ServiceEstimate[]): string {
  return unknown === services.length ? 'Price unknown' : `Free + ${counted(unknown, 'service')} of unknown price`;
}

/** The question before what may cost more than is spent unasked. */
export const questionOf = ({ low, high, currency }: CostRange, deed = 'Send'): string =>
  `This will cost about ${moneyRange(low, high, currency)}. ${deed}?`;

/** @param askAbove dollars; null: never. */
export const mustAsk = ({ cost }: Pick<Estimate, 'cost'>, askAbove: number | null): boolean =>
  askAbove !== null && cost !== null && cost.high > askAbove;

export function durationOf(seconds: number): string {
  if (seconds < 1) return '1 s';
  return seconds < 100 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`;
}

export const counted = (count: number, thing: string) => `${count} ${thing}${count === 1 ? '' : 's'}`;
