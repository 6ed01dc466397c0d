import type { ServiceStatus } from '@polylogue/api-contract';
import type { BadgeTone } from '@polylogue/web-kit';

/** The word and the colour of each state. */
export const states: Record<ServiceStatus['state'], { word: string; tone: BadgeTone }> = {
  ready: { word: 'Ready', tone: 'ok' },
  late: { word: 'Late', tone: 'warn' },
  draining: { word: 'Stopping', tone: 'warn' },
  down: { word: 'Down', tone: 'error' },
  away: { word: 'Not answering', tone: 'error' },
};

/** `0 ms`, `420 ms`, `1.2 s`, `3 min`, `2 h` */
export function spanWords(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

/** One sentence over all of them. */
export function summaryWords(services: readonly ServiceStatus[]): string {
  const amiss = services.filter(({ state }) => state !== 'ready').map(({ name }) => name);
  return amiss.length === 0 ? 'All services are ready.' : `Needs a look: ${amiss.join(', ')}.`;
}
