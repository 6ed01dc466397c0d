import { until } from '@polylogue/test-kit';
import type { Account } from '../account.js';
import { entryPoints, isMoved, lanes, timeouts, wellIn, type Cell } from './cells.js';
import { User, type EntryPoint, type Seen } from './entry-point.js';
import { faults, type Fault } from './faults.js';
import type { FaultyProvider } from './provider.js';

/** What the cells are played on: the product with a catalog for them, and its administrator. */
export interface Ground {
  url: string;
  administrator: Account;
  provider: FaultyProvider;
}

/** What became of a cell. */
export interface Played {
  cell: Cell;
  /** Absent where it did not come to an end that can be read; `error` says how far it came. */
  seen?: Seen;
  error?: string;
  /** Requests that the provider got, the text of each, and whether it is still waited for a second after the end. */
  calls: { isProbe: boolean; sent: string; isOpen: boolean }[];
  isFollowed: boolean;
  /** Whether the key of a provider stands in an answer. */
  isLeaked: boolean;
  tookMs: number;
}

/** Three runs of a judge with a deadline each, and what a busy machine adds. */
const untilMs = 3 * timeouts.total + 30_000;

/** What is promised of the provider's socket, in milliseconds. */
const closedWithinMs = 1_000;

/** Plays the cells, some at a time. */
export async function playCells(
  cells: readonly Cell[],
  ground: Ground,
  report: (played: Played) => void = () => {},
): Promise<Played[]> {
  const queue = [...cells];
  const all: Played[] = [];
  const lane = async (number: number) => {
    for (let cell = queue.shift(); cell; cell = queue.shift()) {
      const played = await playCell(cell, ground, wellIn(number));
      all.push(played);
      report(played);
    }
  };
  await Promise.all(Array.from({ length: lanes }, (_, number) => lane(number)));
  return cells.map((cell) => all.find((played) => played.cell === cell)!);
}

async function playCell(cell: Cell, ground: Ground, well: string): Promise<Played> {
  const { provider, url, administrator } = ground;
  const user = new User(url, administrator);
  const entry: EntryPoint = entryPoints[cell.entry];
  let begun = performance.now();
  const played: Pick<Played, 'seen' | 'error'> = {};
  try {
    if (isMoved(cell)) await addService(user, cell, provider);
    played.seen = await entry.play({
      user,
      faulty: cell.service,
      well,
      breakIt: async () => {
        provider.breakService(cell.service, cell.fault);
        if (isMoved(cell)) await moveService(user, cell, provider);
        begun = performance.now();
      },
      untilEnded: (look) => until(look, { timeoutMs: untilMs, what: 'its end' }),
    });
  } catch (error) {
    played.error = String(error);
  }
  const tookMs = performance.now() - begun;
  const calls = provider.callsOf(cell.service);
  const areClosed = () => calls.every(({ answering }) => !answering.isOpen);
  await until(areClosed, { timeoutMs: closedWithinMs }).catch(() => undefined);
  return {
    cell,
    ...played,
    calls: calls.map(({ isProbe, answering: { sent, isOpen } }) => ({ isProbe, sent, isOpen })),
    isFollowed: provider.followed.includes(cell.service),
    isLeaked: user.answers.some((answer) => /sk-canary-|vendor\.js/.test(answer)),
    tookMs,
  };
}

/** As an administrator adds one in the panel. */
const addService = (user: User, { service }: Cell, { addresses, keyOf }: FaultyProvider) =>
  user.must('POST', '/api/admin/ai-services', {
    name: service,
    displayName: service,
    color: '#036EAE',
    category: 'text',
    provider: 'openai-compatible',
    model: service,
    baseUrl: addresses.good,
    apiKey: keyOf(service),
  });

async function moveService(user: User, { service, fault }: Cell, { addresses, keyOf }: FaultyProvider): Promise<void> {
  const baseUrl = addresses[(faults[fault] as Fault).at ?? 'good'];
  await user.must('PUT', `/api/admin/ai-services/${service}`, { baseUrl, apiKey: keyOf(service) });
}
