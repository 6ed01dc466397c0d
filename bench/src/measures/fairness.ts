import { addedTo } from '../client/added.rules.js';
import { lostIn } from '../client/lost.rules.js';
import type { Session } from '../client/session.js';
import { withKey } from '../rig/api-keys.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { p50, p95 } from '../table/quantile.rules.js';
import { atMost, ms, times } from '../table/rows.rules.js';

const others = 12;
const flood = 500;
const maxSlower = 1.5;
const rounds = { counted: 12, quick: 2 };

type Program = Awaited<ReturnType<typeof withKey>>;

/** What a broadcast of each of twelve users adds, alone and while one key fires 500 requests at once, in turn. */
export async function fairness(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 20, tokensPerSecond: 200, tokens: 20, tokensPerWrite: 1 }, 5));
  const failures: string[] = [];
  const [noisy, ...sessions] = await rig.stack.sessions(others + 1);
  const program = await withKey(rig.stack.port, noisy!);
  const [calm, busy]: [number[], number[]] = [[], []];
  try {
    for (let round = -1; round < (rig.isQuick ? rounds.quick : rounds.counted); round += 1) {
      const alone = await play(rig, sessions, `fair-alone-${round}`, failures);
      const firing = fire(program, `fair-flood-${round}`);
      const beside = await play(rig, sessions, `fair-beside-${round}`, failures);
      await firing;
      await rig.upstream.take();
      if (round < 0) continue;
      calm.push(...alone);
      busy.push(...beside);
    }
  } finally {
    program.close();
  }
  const ratio = p95(busy) / p95(calm);
  return {
    rows: [
      {
        measure: `added p95 of other users' broadcasts while one key fires ${flood} requests at once, against alone`,
        ours: ms(p95(busy)),
        floor: ms(p95(calm)),
        compared: times(ratio),
        goal: `≤ ${times(maxSlower)}`,
        verdict: atMost(ratio, maxSlower),
      },
      { measure: '– p50', ours: ms(p50(busy)), floor: ms(p50(calm)), compared: times(p50(busy) / p50(calm)) },
    ],
    failures,
  };
}

/** All at once; most are refused, since a key has no more streams at a time than a person. */
const fire = (program: Program, name: string): Promise<unknown> =>
  Promise.all(
    Array.from({ length: flood }, (_, index) => program.broadcast(`${name}-${index}`, [services[index % 6]!])),
  );

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
