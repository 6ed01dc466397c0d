import { grouped, type Usage, type UsageRow, type UsageSums } from '@polylogue/api-contract';
import { money } from '@polylogue/web-kit';

/** Days of UTC, both included. */
export interface DayRange {
  from: string;
  to: string;
}

export type Group = Usage['group'];
export type Measure = 'cost' | 'calls' | 'tokens';

export const spans = [
  { days: 7, label: '7 days' },
  { days: 30, label: '30 days' },
  { days: 90, label: '90 days' },
] as const;
export const groups = [
  { key: 'service', label: 'AI Service' },
  { key: 'user', label: 'User' },
  { key: 'day', label: 'Day' },
  { key: 'key', label: 'API Key' },
] as const;
export const measures = [
  { key: 'cost', label: 'Cost' },
  { key: 'calls', label: 'Calls' },
  { key: 'tokens', label: 'Tokens' },
] as const;

const dayMs = 86_400_000;
const maxDays = 366;

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);
const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** So many days up to today. */
export const lastDays = (days: number, now: number): DayRange => ({
  from: dayOf(now - (days - 1) * dayMs),
  to: dayOf(now),
});

export const daysIn = ({ from, to }: DayRange): number => (timeOf(to) - timeOf(from)) / dayMs + 1;

/** Why a range is not valid; undefined when it is. */
export function rangeFault({ from, to }: DayRange): string | undefined {
  const days = daysIn({ from, to });
  if (Number.isNaN(days)) return 'Choose both days.';
  if (days < 1) return 'The last day must not be before the first.';
  return days > maxDays ? `Choose at most ${maxDays} days.` : undefined;
}

/** What it cost, as far as known: estimates are marked, and an unknown cost is not 0. */
export function formatCost({ calls, cost, unpricedCalls }: UsageSums): string {
  if (unpricedCalls > 0 && cost.amount === 0) return 'Unknown';
  if (calls === 0) return '–';
  return `${cost.estimated > 0 ? '≈\u00A0' : ''}${money(cost.amount, cost.currency)}`;
}

export const tokensOf = ({ inputTokens, outputTokens }: UsageSums): number => inputTokens + outputTokens;

/** What a row is about. */
export function nameOf({ day, user, aiService, apiKey }: UsageRow): string {
  if (apiKey) return apiKey.name ? `${apiKey.name} (${apiKey.prefix}…)` : 'Revoked key';
  if (day !== undefined) return day;
  if (aiService) return aiService.displayName;
  return user ? user.name || user.email : 'Erased accounts';
}

export interface Bar {
  day: string;
  value: number;
  text: string;
}

const valueOf: Record<Measure, (sums: UsageSums) => number> = {
  cost: ({ cost }) => cost.amount,
  calls: ({ calls }) => calls,
  tokens: tokensOf,
};

/** One bar per day, also for days on which nothing was used. */
export function barsOf(range: DayRange, rows: readonly UsageRow[], measure: Measure): Bar[] {
  const known = new Map(rows.map(({ day, sums }) => [day, sums]));
  return Array.from({ length: Math.max(0, daysIn(range) || 0) }, (_, index) => {
    const day = dayOf(timeOf(range.from) + index * dayMs);
    const sums = known.get(day);
    const value = sums ? valueOf[measure](sums) : 0;
    return { day, value, text: sums ? formatMeasure(measure, sums) : measure === 'cost' ? '–' : '0' };
  });
}

export const formatMeasure = (measure: Measure, sums: UsageSums): string =>
  measure === 'cost' ? formatCost(sums) : grouped(valueOf[measure](sums));

/** What is worth a look first: cost where anything is known to have cost something, else calls. */
export const usualMeasure = (total: UsageSums): Measure => (total.cost.amount > 0 ? 'cost' : 'calls');
