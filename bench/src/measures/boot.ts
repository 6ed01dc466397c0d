import { setTimeout as pause } from 'node:timers/promises';
import { lostIn } from '../client/lost.rules.js';
import type { Seen } from '../client/seen.js';
import type { Session } from '../client/session.js';
import { residentBytes } from '../processes/usage.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { atMost, mb } from '../table/rows.rules.js';

const maxBootMs = 30_000;

/** From the start of our process, databases up, to the end of the first broadcast; and what it holds when idle. */
export async function boot(rig: Rig): Promise<Measured> {
  await rig.upstream.plan(timetables({ firstTokenMs: 0, tokensPerSecond: 1000, tokens: 1, tokensPerWrite: 1 }));
  const [session] = (await rig.stack.sessions(1)) as [Session];
  await rig.stack.restart();
  const begun = performance.now();
  const seen = await firstAnswered(() => session.broadcast('boot', services), begun + maxBootMs);
  const seconds = (performance.now() - begun) / 1000;
  const { spoken } = await rig.upstream.take();
  await pause(rig.isQuick ? 1000 : 5000);
  const idle = await residentBytes(rig.stack.serverPids());
  return {
    rows: [
      {
        measure: 'boot, databases up, to the first broadcast answered',
        ours: `${seconds.toFixed(2)} s`,
        goal: '≤ 0.90 s',
        verdict: atMost(seconds, 0.9),
      },
      {
        measure: 'idle memory of our process',
        ours: mb(idle),
        goal: '≤ 150 MB',
        verdict: atMost(idle / 1024 / 1024, 150),
      },
    ],
    failures: lostIn(seen, spoken, services).sentences,
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
