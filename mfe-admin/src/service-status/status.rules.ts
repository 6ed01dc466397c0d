import type { ServiceStatus } from '@polylogue/api-contract';
import type { BadgeTone } from '@polylogue/web-kit';

/** The label and the colour of each state. */
export const states: Record<ServiceStatus['state'], { label: string; tone: BadgeTone }> = {
  ready: { label: 'Ready', tone: 'ok' },
  late: { label: 'Late', tone: 'warn' },
  draining: { label: 'Stopping', tone: 'warn' },
  down: { label: 'Down', tone: 'error' },
  away: { label: 'Not answering', tone: 'error' },
};

/** `0 ms`, `420 ms`, `1.2 s`, `3 min`, `2 h` */
export function formatAge(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  return ms < 3_600_000 ? `${Math.round(ms / 60_000)} min` : `${Math.round(ms / 3_600_000)} h`;
}

/** One sentence over all of them. */
export function formatSummary(services: readonly ServiceStatus[]): string {
  const amiss = services.filter(({ state }) => state !== 'ready').map(({ name }) => name);
  return amiss.length === 0 ? 'All services are ready.' : `Needs a look: ${amiss.join(', ')}.`;
}
