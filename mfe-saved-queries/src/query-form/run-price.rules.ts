import type { CostRange, Estimate } from '@polylogue/api-contract';
import { money, moneyRange } from '@polylogue/web-kit';
import { costFigure, counted, durationOf } from '@polylogue/web-kit/estimate';

const namedJudges = 3;

/** How many calls a run makes to each service, and whether a service reads the answers. */
interface RunKind {
  answers?: number;
  isRead?: boolean;
  nameOf?: (aiService: string) => string;
}

/**
 * What a run costs, with all that it will pay for:
 * `≈ $0.10 · about 20 s · 6 answers of 2 services · read by Claude (≈ $0.03) · judged by GPT (≈ $0.02)`
 */
export function runPriceOf(estimate: Estimate, kind: RunKind = {}): string {
  const { services, judging } = estimate;
  const { answers = 1, isRead = false } = kind;
  const seconds = secondsOf(estimate, kind);
  const asked = counted(services.length, 'service');
  return [
    totalOf(estimate, kind),
    ...(seconds === null ? [] : [`about ${durationOf(seconds)}`]),
    answers > 1 ? `${services.length * answers} answers of ${asked}` : asked,
    ...(isRead ? [readerOf(estimate, kind)] : []),
    ...(judging ? [judgesOf(judging)] : []),
  ].join(' · ');
}

/** All known prices together, and what of it has none. */
function totalOf({ services, cost, reading, judging }: Estimate, { answers = 1, isRead = false }: RunKind): string {
  const parts = [cost && times(cost, answers), isRead ? reading?.cost : null, judging?.cost].filter(isCost);
  const unknown = [
    ...(isRead && (!reading || reading.price === 'unknown') ? ['reading'] : []),
    ...(judging && !judging.cost && !isFree(judging, services) ? ['judging'] : []),
  ];
  const figure = costFigure({ cost: parts.length > 0 ? parts.reduce(sumOf) : null, services });
  return unknown.length > 0 ? `${figure} + ${unknown.join(' and ')} of unknown price` : figure;
}

/** A service that seems to have changed is asked so often once more, and its answers are read as often. */
const confirmations = 5;

/** What a watched run costs at most, where every service seems to have changed; undefined where a price is not known. */
export function maxPriceOf({ cost, reading, judging }: Estimate): string | undefined {
  if (!cost || !reading?.cost || (judging && !judging.cost)) return undefined;
  const answered = (cost.high + reading.cost.high) * (1 + confirmations);
  return money(answered + (judging?.cost?.high ?? 0), cost.currency);
}

/** The services answer together, those of a first run once more together, and then one reads. */
function secondsOf({ seconds, reading }: Estimate, { answers = 1, isRead = false }: RunKind): number | null {
  if (seconds === null) return null;
  return seconds * (answers > 1 ? 2 : 1) + ((isRead && reading?.seconds) || 0);
}

function readerOf({ reading }: Estimate, { nameOf = (name) => name }: RunKind): string {
  if (!reading) return 'read by one service';
  const { aiService, cost, price } = reading;
  const known = cost ? moneyOf(cost) : price === 'free' ? 'free' : 'price unknown';
  return `read by ${nameOf(aiService)} (${known})`;
}

function judgesOf({ judges, count, cost }: NonNullable<Estimate['judging']>): string {
  const names = judges.map(({ displayName }) => displayName);
  const isNamed = count === names.length && count <= namedJudges;
  const who = `judged by ${isNamed ? names.join(', ') : counted(count, 'judge')}`;
  return cost ? `${who} (${moneyOf(cost)})` : who;
}

const isCost = (cost: CostRange | null | undefined): cost is CostRange => cost !== null && cost !== undefined;
/** Judges without a price are known to be free only where they answer in the same run. */
const isFree = ({ judges }: NonNullable<Estimate['judging']>, services: Estimate['services']) =>
  judges.every(({ name }) => services.some(({ aiService, price }) => aiService === name && price === 'free'));
const moneyOf = ({ low, high, currency }: CostRange) => `≈ ${moneyRange(low, high, currency)}`;
const times = ({ low, high, currency }: CostRange, count: number) => ({
  low: low * count,
  high: high * count,
  currency,
});
const sumOf = (one: CostRange, other: CostRange): CostRange => ({
  ...one,
  low: one.low + other.low,
  high: one.high + other.high,
});

/** Why no service will judge, though judging is switched on; undefined where one will, or it is not known. */
export const whyUnjudged = ({ services, judging }: Estimate): string | undefined =>
  judging === null
    ? services.length < 2
      ? 'Nobody will judge: it takes two services that answer in text.'
      : 'Nobody will judge these services as this installation is set up.'
    : undefined;
