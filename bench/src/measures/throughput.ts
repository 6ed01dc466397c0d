import { playRound } from '../rig/broadcast-round.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { timetables } from '../rig/services.js';
import { atLeast } from '../table/rows.rules.js';

const users = 12;
const atOnce = 2;

/** Whole broadcasts of six short replies, one after the other on 24 lines: how many one core carries. */
export async function throughput(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 0, tokensPerSecond: 1000, tokens: 5, tokensPerWrite: 5 }));
  const sessions = await rig.stack.sessions(users);
  const each = rig.isQuick ? 3 : 30;

  const round = (name: string, count: number) =>
    playRound(rig.upstream, sessions, { name, lines: atOnce, each: count });

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
