import { completionEntryPoints } from './completions.js';
import type { EntryPoint } from './entry-point.js';
import { faultNames, faults, type Fault, type FaultName } from './faults.js';
import type { FaultyProvider } from './provider.js';
import { otherEntryPoints } from './readings.js';
import { replyEntryPoints } from './replies.js';

export const entryPoints = { ...replyEntryPoints, ...completionEntryPoints, ...otherEntryPoints } satisfies Record<
  string,
  EntryPoint
>;
export type EntryName = keyof typeof entryPoints;
export const entryNames = Object.keys(entryPoints) as EntryName[];

/** One fault met by one way. */
export interface Cell {
  fault: FaultName;
  entry: EntryName;
  /** A service of its own: no cell is answered by the breaker that another one opened. */
  service: string;
}

/** Cells for all of these names: of faults, of entry points, or `fault/entry`. Every cell when there are none. */
export function chooseCells(only: readonly string[] = []): Cell[] {
  const all = faultNames.flatMap((fault) =>
    entryNames.map((entry) => ({ fault, entry, service: `${fault}-${entry}` })),
  );
  if (only.length === 0) return all;
  return all.filter(({ fault, entry }) => [fault, entry, `${fault}/${entry}`].some((name) => only.includes(name)));
}

/** How many cells are played at a time, each beside a healthy service of its own. */
export const lanes = 6;
export const wellIn = (lane: number) => `well-${lane}`;

/** How long a provider may take in this catalog, in milliseconds. */
export const timeouts = { connect: 2_000, firstToken: 3_000, gap: 3_000, total: 8_000 };

/** Whether the service is moved to where it fails only when it is to fail. */
export const isMoved = ({ fault, entry }: Cell): boolean =>
  (faults[fault] as Fault).at !== undefined && (entryPoints[entry] as EntryPoint).needsReply === true;

/** Services are called as they are named: what is shown is compared as it stands. */
const service = (name: string, provider: FaultyProvider, baseUrl: string) => ({
  name,
  displayName: name,
  category: 'text',
  provider: 'openai-compatible',
  model: name,
  baseUrl,
  apiKey: provider.keyOf(name),
});

/** The catalog for these cells, as an operator writes it. */
export function catalogFor(cells: readonly Cell[], provider: FaultyProvider) {
  const { addresses } = provider;
  const well = Array.from({ length: lanes }, (_, lane) => service(wellIn(lane), provider, addresses.good));
  const faulty = cells
    .filter((cell) => !isMoved(cell))
    .map((cell) => ({
      ...service(cell.service, provider, addresses[(faults[cell.fault] as Fault).at ?? 'good']),
      timeouts,
    }));
  return [...well, ...faulty];
}

/** What the product is started with: nothing but the faults decides what becomes of a cell. */
export const environment = {
  AI_DISPATCH_PROBE_SECONDS: '0',
  AI_DISPATCH_USER_CALLS_PER_MINUTE: '0',
  AI_DISPATCH_USER_STREAMS: '0',
  // A judge that is left alone is asked again within the time of a cell.
  AI_DISPATCH_BREAKER_MS: '2000',
  AI_DISPATCH_ALLOWED_NETWORKS: '127.0.0.0/8',
  QUALITY_MODE: 'manual',
  QUALITY_DAILY_CALLS: '100000',
  QUALITY_RETRY_SECONDS: '0.2',
};
