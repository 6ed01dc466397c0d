import { type Added, addedTo } from '../client/added.rules.js';
import { lostIn } from '../client/lost.rules.js';
import type { Session } from '../client/session.js';
import type { Seen } from '../client/seen.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { playRound } from '../rig/broadcast-round.js';
import { services, timetables } from '../rig/services.js';
import { latencyRows } from './latency.rules.js';

const shape = { firstTokenMs: 20, tokensPerSecond: 200, tokens: 20, tokensPerWrite: 1 };
const rounds = { warmUp: 20, counted: 120, quick: 15 };
const users = 14;
/**
 * Others' broadcasts come before, all at once: until a program has done a thing some hundred times it is interpreted, and its
 * statements are planned anew.
 */
const others = {
  users: 42,
  each: 12,
  quick: 1,
  shape: { firstTokenMs: 0, tokensPerSecond: 1000, tokens: 5, tokensPerWrite: 5 },
};

/**
 * What a 6-way broadcast adds to its slowest provider, and to each first token; the same through the fan-outs without a
 * framework, one that stores the same and one that stores nothing, and one commit with two gRPC hops, in turn, so that whatever disturbs one disturbs all. Users take turns,
 * so that no thread grows long.
 */
export async function latency(rig: Rig): Promise<Measured> {
  const failures: string[] = [];
  const ours: Added[] = [];
  const fanOut: Added[] = [];
  const stored: Added[] = [];
  const floor: { commit: number; hops: number }[] = [];
  const all = await rig.stack.sessions(users + others.users);
  const allStored = rig.storedFanOut.sessions(users + others.users);
  const bare = Array.from({ length: others.users }, () => rig.fanOut);
  await rig.upstream.plan(timetables(others.shape));
  for (const [name, warming] of Object.entries({ ours: all.slice(users), stored: allStored.slice(users), bare })) {
    const how = { name: `latency-warm-${name}`, lines: 1, each: rig.isQuick ? others.quick : others.each };
    failures.push(...(await playRound(rig.upstream, warming, how)).failures);
  }
  const [sessions, storedSessions] = [all.slice(0, users), allStored.slice(0, users)];
  await rig.upstream.plan(timetables(shape, 5));
  const judge = async (seen: Seen) => {
    const { spoken } = await rig.upstream.take();
    failures.push(...lostIn(seen, spoken, services).sentences);
    return addedTo(seen, spoken);
  };
  const counted = rig.isQuick ? rounds.quick : rounds.counted;
  for (let round = -rounds.warmUp; round < counted; round += 1) {
    const turn = round + rounds.warmUp;
    const session = sessions[turn % sessions.length] as Session;
    const one = await judge(await session.broadcast(`latency-${turn}`, services));
    const other = await judge(await rig.fanOut.broadcast(`latency-floor-${turn}`, services));
    const storing = storedSessions[turn % storedSessions.length]!;
    const third = await judge(await storing.broadcast(`latency-stored-${turn}`, services));
    const fourth = await rig.commitAndHops.once();
    if (round < 0) continue;
    ours.push(one);
    fanOut.push(other);
    stored.push(third);
    floor.push(fourth);
  }
  return { rows: latencyRows(ours, stored, fanOut, floor), failures };
}
