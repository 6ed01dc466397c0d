import { setTimeout as pause } from 'node:timers/promises';
import { lostIn } from '../client/lost.rules.js';
import type { Seen } from '../client/seen.js';
import type { Session } from '../client/session.js';
import { watchLiveMemory } from '../processes/watch-live-memory.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { streamRows } from './streams.rules.js';

const shape = { firstTokenMs: 300, tokensPerSecond: 4, tokens: 80, tokensPerWrite: 1 };
const broadcastsPerUser = 12;

/** One of the two that carry the streams. */
interface Carrier {
  name: string;
  sessions: readonly Pick<Session, 'broadcast'>[];
  seconds: () => Promise<number>;
  liveBytes: () => Promise<number>;
}

/**
 * A thousand providers' streams at once, at 4 tokens/s each: what they hold in memory, what a token costs, and whether one is
 * lost; the same through the fan-out that stores the same without a framework, one after the other.
 */
export async function streams(rig: Rig): Promise<Measured> {
  const wanted = rig.isQuick ? 24 : 167;
  const tokens = rig.isQuick ? 12 : shape.tokens;
  const users = Math.ceil(wanted / broadcastsPerUser);
  const sessions = await rig.stack.sessions(users);
  const { stack, storedFanOut } = rig;
  const carry = (carrier: Carrier) => carryStreams(rig, carrier, wanted, tokens);
  const floor = await carry({
    name: 'floor',
    sessions: storedFanOut.sessions(users),
    seconds: () => storedFanOut.seconds(),
    liveBytes: () => storedFanOut.liveBytes(),
  });
  const ours = await carry({
    name: 'ours',
    sessions,
    seconds: () => stack.serverSeconds(),
    liveBytes: () => stack.liveBytes(),
  });
  const stored = new Map((await Promise.all(sessions.map((session) => session.stored()))).flatMap((map) => [...map]));
  const judged = [
    ...floor.seen.map((one) => lostIn(one, floor.spoken, services)),
    ...ours.seen.map((one) => lostIn(one, ours.spoken, services, stored)),
  ];
  const lost = judged.reduce((sum, one) => sum + one.lost, 0);
  return { rows: streamRows(ours.held, floor.held, lost), failures: judged.flatMap(({ sentences }) => sentences) };
}

async function carryStreams(rig: Rig, carrier: Carrier, wanted: number, tokens: number) {
  const { name, sessions } = carrier;
  await rig.upstream.plan(timetables({ ...shape, tokens: 4 }));
  await Promise.all(
    sessions.slice(0, 4).map((each, index) => each.broadcast(`streams-warm-${name}-${index}`, services)),
  );
  await pause(1000);
  await rig.upstream.take();
  await rig.upstream.plan(timetables({ ...shape, tokens }));

  const secondsBefore = await carrier.seconds();
  const memory = await watchLiveMemory(carrier.liveBytes);
  const sent = Array.from({ length: wanted }, async (_, index): Promise<Seen> => {
    await pause(index * 10);
    return sessions[Math.floor(index / broadcastsPerUser)]!.broadcast(`streams-${name}-${index}`, services);
  });
  const seen = await Promise.all(sent);
  const { before, peak } = await memory.stop();
  const cpuSeconds = (await carrier.seconds()) - secondsBefore;
  const { spoken, maxOpen } = await rig.upstream.take();
  const delivered = spoken.reduce((sum, one) => sum + one.tokens, 0);
  return { seen, spoken, held: { maxOpen, delivered, before, peak, cpuSeconds } };
}
