import { writeFile } from 'node:fs/promises';
import type { Timetable } from '../upstream/timetable.rules.js';

/** Six services, as on the dashboard; they differ by when they begin. */
export const services = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta'];

/** One timetable for each service, `apartMs` apart, so that there is one fastest and one slowest. */
export const timetables = (shape: Timetable, apartMs = 0): Record<string, Timetable> =>
  Object.fromEntries(
    services.map((service, index) => [service, { ...shape, firstTokenMs: shape.firstTokenMs + index * apartMs }]),
  );

/** The catalog an operator would write, with every service at the fake provider. */
export async function writeServicesFile(path: string, upstreamPort: number) {
  const rows = services.map((name, index) => ({
    name,
    displayName: name[0]?.toUpperCase() + name.slice(1),
    color: `#${(0x204060 + index * 0x202020).toString(16)}`,
    category: 'text',
    provider: 'openai-compatible',
    model: name,
    baseUrl: `http://127.0.0.1:${upstreamPort}/v1`,
    apiKey: 'not-a-secret',
  }));
  await writeFile(path, JSON.stringify(rows, null, 2));
}
