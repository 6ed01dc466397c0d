import { p50 } from '../table/quantile.rules.js';
import { atMost, mb, type Row } from '../table/rows.rules.js';

/** What the servers held at a moment without load. */
export interface Rest {
  /** Minutes since the beginning. */
  minute: number;
  /** After a collection. */
  bytes: number;
  /** What keeps a process alive: sockets, timers, files; those to PostgreSQL are {@link connections}. */
  handles: number;
  /** To PostgreSQL. */
  connections: number;
  /** What Node has warned of since the start, such as listeners that are added and not taken away. */
  warnings: number;
}

export interface Soak {
  minutes: number;
  broadcasts: number;
  perSecond: number;
  /** Those of the first part are still warming up. */
  rests: readonly Rest[];
}

/** Less of it says whether something grows fast; a megabyte in an hour is less than its noise. */
const minCounted = 60;
/** In minutes: until then caches fill up and functions are compiled. */
const maxWarmUp = 30;
const maxGrowth = 1024 * 1024;
const maxHandles = 8;

/** By how much y grows with each x: the line that is nearest to all points. */
export function slopeOf(points: readonly { x: number; y: number }[]): number {
  const mean = (of: (point: { x: number; y: number }) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length;
  const [x, y] = [mean((point) => point.x), mean((point) => point.y)];
  const spread = points.reduce((sum, point) => sum + (point.x - x) ** 2, 0);
  return spread === 0 ? 0 : points.reduce((sum, point) => sum + (point.x - x) * (point.y - y), 0) / spread;
}

/** How many more in the last third than in the first; medians, so that one connection that is just closing is no leak. */
export function growthOf(numbers: readonly number[]): number {
  const third = Math.max(1, Math.floor(numbers.length / 3));
  return p50(numbers.slice(-third)) - p50(numbers.slice(0, third));
}

const tenths = (bytes: number) => mb(bytes, 1);
const warmUpOf = (minutes: number) => Math.min(maxWarmUp, minutes / 3);

/** What is said while it runs: an hour is long. */
export function restLine({ minute, bytes, handles, connections, warnings }: Rest, broadcasts: number): string {
  const others = `${handles} handles, ${connections} connections to PostgreSQL, ${warnings} warnings`;
  return `after ${minute.toFixed(1)} minutes and ${broadcasts} broadcasts: ${tenths(bytes)} held, ${others}`;
}

export function soakRows({ minutes, broadcasts, perSecond, rests }: Soak): Row[] {
  const warmUp = warmUpOf(minutes);
  const counted = rests.filter(({ minute }) => minute > warmUp);
  const perHour = slopeOf(counted.map(({ minute, bytes }) => ({ x: minute / 60, y: bytes })));
  const handles = growthOf(counted.map((rest) => rest.handles));
  const warnings = rests.at(-1)?.warnings ?? 0;
  const [first, last] = [counted[0]?.bytes ?? 0, counted.at(-1)?.bytes ?? 0];
  return [
    {
      measure: `${minutes} minutes at ${perSecond.toFixed(0)} broadcasts/s, ${broadcasts} of them: memory held, per hour`,
      ours: `${perHour < 0 ? '−' : '+'}${tenths(Math.abs(perHour))}`,
      ...(minutes - warmUp >= minCounted && { goal: '≤ +1 MB', verdict: atMost(perHour, maxGrowth) }),
    },
    { measure: '– held after warming up and at the end', ours: `${tenths(first)}, ${tenths(last)}` },
    {
      measure: '– sockets, timers and files more at the end',
      ours: String(handles),
      goal: `≤ ${maxHandles}`,
      verdict: atMost(handles, maxHandles),
    },
    {
      measure: '– connections to PostgreSQL, at most',
      ours: String(Math.max(...rests.map((rest) => rest.connections))),
    },
    { measure: '– warnings of Node', ours: String(warnings), goal: '0', verdict: atMost(warnings, 0) },
  ];
}
