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
 * lost; the same through the fan-out that stores the same without a framework, one after the other. Memory and processor
 * time each have a run of their own: counting what is held collects the whole heap once a second, which costs a large
 * process several times what its tokens do.
 */
export async function streams(rig: Rig): Promise<Measured> {
  const wanted = rig.isQuick ? 24 : 167;
  const tokens = rig.isQuick ? 12 : shape.tokens;
  const users = Math.ceil(wanted / broadcastsPerUser);
  const sessions = await rig.stack.sessions(users);
  const { stack, storedFanOut } = rig;
  const carry = (carrier: Carrier) => carryBoth(rig, carrier, wanted, tokens);
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

async function carryBoth(rig: Rig, carrier: Carrier, wanted: number, tokens: number) {
  const { name, sessions, seconds, liveBytes } = carrier;
  await rig.upstream.plan(timetables({ ...shape, tokens: 4 }));
  await Promise.all(
    sessions.slice(0, 4).map((each, index) => each.broadcast(`streams-warm-${name}-${index}`, services)),
  );
  await pause(1000);
  await rig.upstream.take();
  await rig.upstream.plan(timetables({ ...shape, tokens }));

  const secondsBefore = await seconds();
  const counted = await carryStreams(rig, carrier, 'cpu', wanted);
  const cpuSeconds = (await seconds()) - secondsBefore;
  const memory = await watchLiveMemory(liveBytes);
  const watched = await carryStreams(rig, carrier, 'memory', wanted);
  const { before, peak } = await memory.stop();
  return {
    seen: [...counted.seen, ...watched.seen],
    spoken: [...counted.spoken, ...watched.spoken],
    held: {
      maxOpen: watched.maxOpen,
      before,
      peak,
      delivered: tokensOf(counted.spoken),
      cpuSeconds,
      carried: tokensOf(counted.spoken) + tokensOf(watched.spoken),
    },
  };
}

async function carryStreams(rig: Rig, { name, sessions }: Carrier, run: string, wanted: number) {
  const sent = Array.from({ length: wanted }, async (_, index): Promise<Seen> => {
    await pause(index * 10);
    return sessions[Math.floor(index / broadcastsPerUser)]!.broadcast(`streams-${name}-${run}-${index}`, services);
  });
  const seen = await Promise.all(sent);
  return { seen, ...(await rig.upstream.take()) };
}

const tokensOf = (spoken: readonly { tokens: number }[]) => spoken.reduce((sum, { tokens }) => sum + tokens, 0);
