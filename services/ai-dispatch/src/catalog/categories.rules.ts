import type { Category, Defaults } from './ai-service.entity.js';
import { providers, type ProviderName } from './providers.js';

const minTimeouts: Readonly<Record<Category, Partial<Defaults['timeouts']>>> = {
  text: {},
  // All of it comes at once, at the end: until then there is no sign of life.
  image: { firstTokenMs: 120_000, gapMs: 60_000, totalMs: 180_000 },
  audio: { firstTokenMs: 120_000, gapMs: 60_000, totalMs: 180_000 },
  video: { firstTokenMs: 60_000, gapMs: 60_000, totalMs: 780_000 },
};
/** What is made lies in memory until it is kept. */
const maxAtOnce: Readonly<Record<Category, number>> = { text: Infinity, image: 16, audio: 16, video: 6 };

/** What a service of a category is given that says nothing of its own. */
export function defaultsOf(category: Category, { timeouts, limits }: Defaults): Defaults {
  const longer = Object.entries(minTimeouts[category]).map(([name, ms]) => [
    name,
    Math.max(ms, timeouts[name as keyof Defaults['timeouts']]),
  ]);
  return {
    timeouts: { ...timeouts, ...(Object.fromEntries(longer) as Partial<Defaults['timeouts']>) },
    limits: { ...limits, concurrency: Math.min(limits.concurrency, maxAtOnce[category]) },
  };
}

/** Why a provider does not serve a category; undefined when it does. */
export function categoryFault(provider: ProviderName, category: Category): string | undefined {
  const offered: readonly Category[] = providers[provider].categories;
  return offered.includes(category) ? undefined : `${provider} offers no ${category} here, but ${offered.join(', ')}.`;
}
