import { setTimeout as pause } from 'node:timers/promises';
import { lostIn } from '../client/lost.rules.js';
import type { Seen } from '../client/seen.js';
import type { Session } from '../client/session.js';
import { residentBytes } from '../processes/usage.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { p50 } from '../table/quantile.rules.js';
import { atMost, mb } from '../table/rows.rules.js';

const maxBootMs = 30_000;

const starts = 5;

/**
 * From the start of our process, databases up, to the end of the first broadcast, the median of several starts; and what it
 * holds when idle.
 */
export async function boot(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 0, tokensPerSecond: 1000, tokens: 1, tokensPerWrite: 1 }));
  const [session] = (await rig.stack.sessions(1)) as [Session];
  const failures: string[] = [];
  const seconds: number[] = [];
  const cpuSeconds: number[] = [];
  for (let start = 0; start < (rig.isQuick ? 1 : starts); start += 1) {
    await rig.stack.restart();
    const begun = performance.now();
    const seen = await firstAnswered(() => session.broadcast('boot', services), begun + maxBootMs);
    seconds.push((performance.now() - begun) / 1000);
    cpuSeconds.push(await rig.stack.serverSeconds());
    const { spoken } = await rig.upstream.take();
    failures.push(...lostIn(seen, spoken, services).sentences);
    await pause(rig.isQuick ? 1000 : 5000);
  }
  const idle = await residentBytes(rig.stack.serverPids());
  return {
    rows: [
      {
        measure: 'boot, databases up, to the first broadcast answered',
        ours: `${p50(seconds).toFixed(2)} s`,
        goal: '≤ 0.90 s',
        verdict: atMost(p50(seconds), 0.9),
      },
      { measure: '– processor time of our process until then', ours: `${p50(cpuSeconds).toFixed(2)} s` },
      {
        measure: 'idle memory of our process',
        ours: mb(idle),
        goal: '≤ 150 MB',
        verdict: atMost(idle / 1024 / 1024, 150),
      },
    ],
    failures,
  };
}

/** Tries again while no server listens yet, or it is not ready. */
async function firstAnswered(send: () => Promise<Seen>, until: number): Promise<Seen> {
  for (;;) {
    const seen = await send();
    if (seen.endedAt > 0 || performance.now() > until) return seen;
    await pause(10);
  }
}
