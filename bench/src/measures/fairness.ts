import { addedTo } from '../client/added.rules.js';
import type { Flood } from '../client/flood-process.js';
import { lostIn } from '../client/lost.rules.js';
import type { Session } from '../client/session.js';
import { startChild } from '../processes/child.js';
import { newKey } from '../rig/api-keys.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { p50, p95 } from '../table/quantile.rules.js';
import { atMost, ms, times, type Row } from '../table/rows.rules.js';

const others = 12;
const requests = 500;
const maxSlower = 1.5;
const rounds = { counted: 12, quick: 2 };

type Added = Record<'alone' | 'besideRefused' | 'beside', number[]>;
type Fire = (name: string) => Promise<unknown>;

/**
 * What a broadcast of each of twelve users adds: alone, beside a program that fires 500 requests at once at a server that
 * does nothing but refuse, and beside the same program firing at ours. Its own work shares these processors, hence the floor.
 */
export async function fairness(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 20, tokensPerSecond: 200, tokens: 20, tokensPerWrite: 1 }, 5));
  const failures: string[] = [];
  const [noisy, ...sessions] = await rig.stack.sessions(others + 1);
  const flood = startChild(new URL('../client/flood-process.js', import.meta.url));
  const refusing = startChild(new URL('../floors/refusing-process.js', import.meta.url));
  const added: Added = { alone: [], besideRefused: [], beside: [] };
  try {
    const key = await newKey(rig.stack.port, noisy!);
    const at =
      (port: number): Fire =>
      (name) =>
        flood.call('fire', { port, key, name, requests, services } satisfies Flood);
    const arms = { besideRefused: at(await refusing.call<number>('listen')), beside: at(rig.stack.port) };
    for (let round = -1; round < (rig.isQuick ? rounds.quick : rounds.counted); round += 1) {
      const one = await playRound(rig, sessions, arms, { round, failures });
      if (round >= 0) for (const arm of Object.keys(added) as (keyof Added)[]) added[arm].push(...one[arm]);
    }
  } finally {
    await Promise.all([flood.stop(), refusing.stop()]);
  }
  return { rows: rowsOf(added), failures };
}

async function playRound(
  rig: Rig,
  sessions: readonly Session[],
  { besideRefused, beside }: Record<'besideRefused' | 'beside', Fire>,
  { round, failures }: { round: number; failures: string[] },
): Promise<Added> {
  const alone = await play(rig, sessions, `fair-alone-${round}`, failures);
  const arm = async (name: string, fire: Fire) => {
    const firing = fire(`${name}-${round}`);
    const seen = await play(rig, sessions, `${name}-users-${round}`, failures);
    await firing;
    await rig.upstream.take();
    return seen;
  };
  return {
    alone,
    besideRefused: await arm('fair-refused', besideRefused),
    beside: await arm('fair-flood', beside),
  };
}

/** One broadcast of each user, at once. */
async function play(rig: Rig, sessions: readonly Session[], name: string, failures: string[]): Promise<number[]> {
  const seen = await Promise.all(sessions.map((session, user) => session.broadcast(`${name}-${user}`, services)));
  const { spoken } = await rig.upstream.take();
  failures.push(...seen.flatMap((one) => lostIn(one, spoken, services).sentences));
  return seen.map((one) => {
    const own = spoken.filter(({ key }) => key === one.key);
    return addedTo(one, own).whole;
  });
}

function rowsOf({ alone, besideRefused, beside }: Added): Row[] {
  const ratio = p95(beside) / p95(besideRefused);
  const compare = (measure: string, quantile: typeof p95, floor: readonly number[]): Row => {
    const [ours, compared] = [quantile([...beside]), quantile([...floor])];
    return { measure, ours: ms(ours), floor: ms(compared), compared: times(ours / compared) };
  };
  const what = `of other users' broadcasts while one key fires ${requests} requests at once`;
  return [
    {
      ...compare(`added p95 ${what}, against the same fired at a server that only refuses`, p95, besideRefused),
      goal: `≤ ${times(maxSlower)}`,
      verdict: atMost(ratio, maxSlower),
    },
    compare('– p50', p50, besideRefused),
    compare('– p95 against alone', p95, alone),
    compare('– p50 against alone', p50, alone),
  ];
}
