import { setTimeout as pause } from 'node:timers/promises';
import type { SavedQuery } from '@polylogue/api-contract';
import { Client } from './client.js';
import type { Ground } from './ground.js';
import { Harms } from './harms.js';
import { Journal } from './journal.js';
import { act } from './load.js';
import { violationsIn, type Done, type Evidence, type ProviderCall, type Violation } from './oracle.rules.js';
import { lineOf, planOf, seedMs, type Fault } from './plan.rules.js';
import { isOfThisRun } from './slots.rules.js';
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
  const [journal, harms, over] = [new Journal(), new Harms(ground), new AbortController()];
  const clients = ground.accounts.map((account) => new Client(ground.url, account, over.signal));
  const firstCall = ground.provider.calls.length;
  const played: HarmDone[] = [];
  const acting: Promise<void>[] = [];
  const harming: Promise<void>[] = [];
  for (const seed of seeds) {
    const { actions, faults } = planOf(seed);
    const begun = performance.now();
    for (const action of actions) acting.push(pause(action.at).then(() => act(action, clients[action.user]!, journal)));
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
  const { done, refused } = journal.take();
  const evidence = { done, refused, calls: ground.provider.calls };
  const violations = await lookUntilWhole(evidence, ground, deadlineOf(done, healedAt));
  await tidy(ground).catch((error: unknown) => report(`tidying up failed: ${String(error)}`));
  const failures = sumOf(clients.map((client) => client.failures));
  return {
    seeds: [...seeds],
    harms: played,
    done,
    calls: ground.provider.calls.slice(firstCall),
    violations,
    failures,
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
function deadlineOf(done: readonly Done[], healedAt: number): number {
  const slots = done.flatMap(({ slotAt, begunAt }) => (slotAt && isOfThisRun(slotAt, begunAt) ? [slotAt] : []));
  return Math.max(healedAt, ...slots) + endedMs;
}

/** Looks until nothing is amiss, and once more a while later; or says what is amiss when the time is over. */
async function lookUntilWhole(known: Omit<Evidence, 'stored'>, ground: Ground, deadline: number): Promise<Violation[]> {
  let isWhole = false;
  for (;;) {
    const found = await look(known, ground);
    if (found.length === 0 && isWhole) return [];
    if (found.length > 0 && Date.now() > deadline) return found;
    isWhole = found.length === 0;
    await pause(isWhole ? lateMs : lookEveryMs);
  }
}

async function look(known: Omit<Evidence, 'stored'>, ground: Ground): Promise<Violation[]> {
  try {
    return violationsIn({ ...known, stored: await readStored(ground, known.done) });
  } catch (error) {
    return [{ promise: 'answered', marker: '', because: `the store could not be read: ${String(error)}` }];
  }
}

function sumOf(all: readonly ReadonlyMap<string, number>[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const counts of all) for (const [name, count] of counts) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
