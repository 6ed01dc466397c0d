import { setTimeout as pause } from 'node:timers/promises';
import { lostIn } from '../client/lost.rules.js';
import type { Session } from '../client/session.js';
import { watchMemory } from '../processes/watch-memory.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { streamRows } from './streams.rules.js';

const shape = { firstTokenMs: 300, tokensPerSecond: 4, tokens: 80, tokensPerWrite: 1 };
const broadcastsPerUser = 12;

/** A thousand providers' streams at once, at 4 tokens/s each: what they hold in memory, and whether a token is lost. */
export async function streams(rig: Rig): Promise<Measured> {
  const wanted = rig.isQuick ? 24 : 167;
  const tokens = rig.isQuick ? 12 : shape.tokens;
  const sessions = await rig.stack.sessions(Math.ceil(wanted / broadcastsPerUser));
  await rig.upstream.plan(timetables({ ...shape, tokens: 4 }));
  await Promise.all(sessions.slice(0, 4).map((session, index) => session.broadcast(`streams-warm-${index}`, services)));
  await pause(1000);
  await rig.upstream.take();
  await rig.upstream.plan(timetables({ ...shape, tokens }));

  const secondsBefore = await rig.stack.serverSeconds();
  const memory = await watchMemory(rig.stack.serverPids());
  const begun = performance.now();
  const sent = Array.from({ length: wanted }, async (_, index) => {
    await pause(index * 10);
    const session = sessions[Math.floor(index / broadcastsPerUser)] as Session;
    return session.broadcast(`streams-${index}`, services);
  });
  const seen = await Promise.all(sent);
  const wallSeconds = (performance.now() - begun) / 1000;
  const cpuSeconds = (await rig.stack.serverSeconds()) - secondsBefore;
  const { before, peak } = memory.stop();

  const { spoken, maxOpen } = await rig.upstream.take();
  const stored = new Map((await Promise.all(sessions.map((session) => session.stored()))).flatMap((map) => [...map]));
  const judged = seen.map((one) => lostIn(one, spoken, services, stored));
  const lost = judged.reduce((sum, one) => sum + one.lost, 0);
  const delivered = spoken.reduce((sum, one) => sum + one.tokens, 0);
  return {
    rows: streamRows({ maxOpen, delivered, lost, before, peak, cpuSeconds, wallSeconds }),
    failures: judged.flatMap(({ sentences }) => sentences),
  };
}
