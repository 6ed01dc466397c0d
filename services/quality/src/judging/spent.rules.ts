import { CostSource, type Cost, type DispatchEnd, type Usage } from '@polylogue/proto';

/** What a verdict took, over all calls that were made for it; absent is unknown, never 0. */
export interface Spent {
  usage?: Usage | undefined;
  cost?: Cost | undefined;
}

const counts = ['inputTokens', 'outputTokens', 'totalTokens', 'cachedInputTokens', 'reasoningTokens'] as const;

/** Adds the calls up. A sum is unknown when any part of it is. */
export function spentOn(ends: readonly Pick<DispatchEnd, 'usage' | 'cost'>[]): Spent {
  const usage: Usage = {};
  for (const name of counts) usage[name] = sumOf(ends.map((end) => end.usage?.[name]));
  const isCounted = Object.values(usage).some((count) => count !== undefined);
  return { usage: isCounted ? usage : undefined, cost: costOf(ends) };
}

function costOf(ends: readonly Pick<DispatchEnd, 'cost'>[]): Cost | undefined {
  const costs = ends.flatMap(({ cost }) => cost ?? []);
  const amount = sumOf(ends.map(({ cost }) => cost?.amount));
  const [first] = costs;
  if (amount === undefined || !first || costs.some(({ currency }) => currency !== first.currency)) return undefined;
  const estimated = costs.find(({ source }) => source !== first.source && source === CostSource.ESTIMATE);
  return { amount, currency: first.currency, source: estimated?.source ?? first.source };
}

function sumOf(values: readonly (number | undefined)[]): number | undefined {
  if (values.length === 0) return undefined;
  return values.reduce((sum, value) => (sum === undefined || value === undefined ? undefined : sum + value), 0);
}
