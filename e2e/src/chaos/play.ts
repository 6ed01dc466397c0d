import { setTimeout as pause } from 'node:timers/promises';
import type { SavedQuery } from '@polylogue/api-contract';
import { Client } from './client.js';
import { findLeft } from './erased.js';
import type { Ground } from './ground.js';
import { Harms } from './harms.js';
import { Players } from './players.js';
import type { Done, Evidence, ProviderCall } from './evidence.js';
import { isOverdue, violationsIn, type Violation } from './oracle.rules.js';
import { lineOf, planOf, seedMs, type Fault } from './plan.rules.js';
import { readStored } from './stored.js';

/** A fault, and what came of it. */
export interface HarmDone {
  seed: number;
  at: number;
  line: string;
  outcome: string;
}

/** What came of some seeds that were played one after the other. */
export interface Played {
  seeds: number[];
  harms: HarmDone[];
  done: Done[];
  calls: ProviderCall[];
  /** What came to the webhooks of users. */
  deliveries: number;
  violations: Violation[];
  /** Tries of users that failed and were made again, by what they failed with. */
  failures: Record<string, number>;
}

/** How long after the last fault everything must have come to its end. */
const endedMs = 60_000;
const lookEveryMs = 2_000;
/** What is doubled may come late. */
const lateMs = 3_000;

/** Plays seeds one after the other, lets what they began come to its end, and has the oracle look. */
export async function playSeeds(
  seeds: readonly number[],
  ground: Ground,
  report: (line: string) => void,
): Promise<Played> {
  const [harms, over] = [new Harms(ground), new AbortController()];
  const players = await Players.open(seeds, ground, over.signal);
  const firstCall = ground.provider.calls.length;
  const firstDelivery = ground.receiver.posts.length;
  const played: HarmDone[] = [];
  const acting: Promise<void>[] = [];
  const harming: Promise<void>[] = [];
  for (const seed of seeds) {
    const { actions, faults } = planOf(seed);
    const begun = performance.now();
    acting.push(...actions.map((action) => players.begin(action)));
    const note = (harm: HarmDone) => {
      played.push(harm);
      report(`seed ${harm.seed}  ${harm.line}: ${harm.outcome}`);
    };
    for (const fault of faults) harming.push(pause(fault.at).then(() => doHarm(seed, fault, harms).then(note)));
    await pause(seedMs - (performance.now() - begun));
  }
  await Promise.all(harming);
  await harms.heal();
  const healedAt = Date.now();
  report('no more faults; waiting for what is under way');
  const timer = setTimeout(() => over.abort(new Error('the time is over')), endedMs);
  await Promise.all(acting);
  clearTimeout(timer);
  const { done, refused } = players.journal.take();
  const evidence = { done, refused, calls: ground.provider.calls };
  const violations = await lookUntilWhole(evidence, ground, lastOf(done, healedAt));
  await tidy(ground).catch((error: unknown) => report(`tidying up failed: ${String(error)}`));
  return {
    seeds: [...seeds],
    harms: played,
    done,
    calls: ground.provider.calls.slice(firstCall),
    deliveries: ground.receiver.posts.length - firstDelivery,
    violations,
    failures: players.failures,
  };
}

/** Leaves nothing to the next seeds that would make their reading long; their markers are their own. */
async function tidy({ url, accounts }: Ground): Promise<void> {
  for (const account of accounts) {
    const client = new Client(url, account, AbortSignal.timeout(endedMs));
    await client.json('DELETE', '/api/conversations/all');
    for (const { id } of await client.json<SavedQuery[]>('GET', '/api/saved-queries'))
      await client.json('DELETE', `/api/saved-queries/${id}`);
  }
}

async function doHarm(seed: number, fault: Fault, harms: Harms): Promise<HarmDone> {
  const outcome = await harms.do(fault).catch((error: unknown) => `failed: ${String(error)}`);
  return { seed, at: fault.at, line: lineOf(fault), outcome };
}

/** Runs that are due later have their time as well. */
function lastOf(done: readonly Done[], healedAt: number): number {
  const slots = done.flatMap(({ askedSlotAt, slotAt }) => (slotAt && slotAt === askedSlotAt ? [slotAt] : []));
  return Math.max(healedAt, ...slots);
}

/** Looks until nothing is amiss, and once more a while later; or says what is amiss when the time is over. */
async function lookUntilWhole(known: Omit<Evidence, 'stored'>, ground: Ground, lastAt: number): Promise<Violation[]> {
  let isWhole = false;
  for (;;) {
    const found = await look(known, ground);
    if (found.length === 0 && isWhole) return [];
    const overdue = found.filter((each) => isOverdue(each, Date.now() - lastAt, endedMs));
    if (overdue.length > 0) return overdue;
    isWhole = found.length === 0;
    await pause(isWhole ? lateMs : lookEveryMs);
  }
}

async function look(known: Omit<Evidence, 'stored'>, ground: Ground): Promise<Violation[]> {
  try {
    const stored = await readStored(ground, known.done);
    const found = violationsIn({ ...known, stored });
    // The stores are searched once all else has settled.
    if (found.length > 0) return found;
    return violationsIn({ ...known, stored: { ...stored, left: await findLeft(ground, known.done) } });
  } catch (error) {
    return [{ promise: 'answered', marker: '', because: `the store could not be read: ${String(error)}` }];
  }
}
