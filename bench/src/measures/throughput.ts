import { lostIn } from '../client/lost.rules.js';
import type { Seen } from '../client/seen.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { atLeast } from '../table/rows.rules.js';

const users = 12;
const atOnce = 2;

/** Whole broadcasts of six short replies, one after the other on 24 lines: how many one core carries. */
export async function throughput(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 0, tokensPerSecond: 1000, tokens: 5, tokensPerWrite: 5 }));
  const sessions = await rig.stack.sessions(users);
  const each = rig.isQuick ? 3 : 30;

  async function round(name: string, count: number) {
    const lines = sessions.flatMap((session, user) =>
      Array.from({ length: atOnce }, async (_, line) => {
        const seen: Seen[] = [];
        for (let index = 0; index < count; index += 1) {
          seen.push(await session.broadcast(`${name}-${user}-${line}-${index}`, services));
        }
        return seen;
      }),
    );
    const seen = (await Promise.all(lines)).flat();
    const { spoken } = await rig.upstream.take();
    return { count: seen.length, failures: seen.flatMap((one) => lostIn(one, spoken, services).sentences) };
  }

  const warm = await round('throughput-warm', 5);
  const before = [await rig.stack.serverSeconds(), await rig.stack.postgresSeconds()] as const;
  const begun = performance.now();
  const { count, failures } = await round('throughput', each);
  const wall = (performance.now() - begun) / 1000;
  const servers = (await rig.stack.serverSeconds()) - before[0];
  const postgres = (await rig.stack.postgresSeconds()) - before[1];
  const perCore = count / (servers + postgres);
  const milliseconds = (seconds: number) => `${((seconds * 1000) / count).toFixed(2)} ms`;
  return {
    rows: [
      {
        measure: "broadcasts/s per core, stored, Postgres' CPU counted",
        ours: perCore.toFixed(0),
        goal: '≥ 400',
        verdict: atLeast(perCore, 400),
      },
      {
        measure: '– CPU of one broadcast: ours, Postgres',
        ours: `${milliseconds(servers)}, ${milliseconds(postgres)}`,
      },
      { measure: '– broadcasts/s as it ran, bench and provider on the same cores', ours: (count / wall).toFixed(0) },
    ],
    failures: [...warm.failures, ...failures],
  };
}
