import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { lostIn } from '../client/lost.rules.js';
import type { Seen } from '../client/seen.js';
import type { Session } from '../client/session.js';
import { playRound } from '../rig/broadcast-round.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { startBenchStack, type BenchStack } from '../rig/stack.js';
import type { Spoken } from '../upstream/spoken.js';
import { restLine, soakRows, type Rest } from './soak.rules.js';

/** Of what one core carries. */
const load = 0.7;
/** Half an hour of them to warm up. */
const usualMinutes = 90;
const users = 48;
const maxRests = 36;
/** A rest takes a good part of a shorter lap. */
const minLapMinutes = 0.5;
/** A thread that grew for an hour would cost more and more to send. */
const broadcastsOfThread = 10;
/** Longer than the bench itself keeps a connection for another request. */
const settleMs = 6_000;

/**
 * Broadcasts at an even rate for an hour and a half, or for as long as `--minutes` says: whether memory, sockets, timers and listeners
 * grow with what the servers have done. They are looked at while nothing runs, as what runs differs from moment to moment.
 */
export async function soak(rig: Rig): Promise<Measured> {
  const minutes = rig.minutes ?? (rig.isQuick ? 0.5 : usualMinutes);
  await rig.upstream.plan(timetables({ firstTokenMs: 50, tokensPerSecond: 100, tokens: 20, tokensPerWrite: 5 }));
  // What has ended is kept in memory for readers: of the same last moments at each look.
  const env = { CONVERSATION_LOG_SECONDS: '2' };
  const stack = await startBenchStack(rig.upstream.port, () => undefined, { name: '-soak', env });
  try {
    const sessions = await stack.sessions(users);
    const failures: string[] = [];
    const perSecond = await rateOf(rig, stack, sessions, failures);
    const begun = performance.now();
    const until = begun + minutes * 60_000;
    const restsInAll = Math.max(1, Math.min(maxRests, Math.floor(minutes / minLapMinutes)));
    const rests: Rest[] = [];
    let broadcasts = 0;
    for (let rest = 1; rest <= restsInAll && performance.now() < until; rest += 1) {
      const lap = { perSecond, first: broadcasts, until: begun + (rest * minutes * 60_000) / restsInAll };
      broadcasts += await playLap(rig, sessions, lap, failures);
      // As many connections are kept as were needed at once, which is no leak.
      for (const session of sessions) session.close();
      await rig.upstream.hangUp();
      await pause(settleMs);
      const held = { minute: (performance.now() - begun) / 60_000, ...(await lookAt(stack)) };
      rests.push(held);
      rig.report(restLine(held, broadcasts));
    }
    return { rows: soakRows({ minutes, broadcasts, perSecond, rests }), failures };
  } finally {
    await stack.stop();
  }
}

/** The least of three looks, as one may fall into work that goes on by itself. */
async function lookAt({ held, postgresUrl }: BenchStack): Promise<Omit<Rest, 'minute'>> {
  const bytes = [await held(), await held()].map((look) => look.bytes);
  const connections = await connectionsTo(postgresUrl);
  const last = await held();
  return { ...last, bytes: Math.min(...bytes, last.bytes), connections, handles: last.handles - connections };
}

/** How many the servers have open: their pools keep for ten minutes what was needed at once. */
async function connectionsTo(postgresUrl: string): Promise<number> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ count: number }>(
      `SELECT count(*)::int FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`,
    );
    return rows[0]!.count;
  } finally {
    await client.end();
  }
}

/** How many broadcasts per second are `load` of a core, by what some of them cost once the servers are warm. */
async function rateOf(rig: Rig, stack: BenchStack, sessions: Session[], failures: string[]): Promise<number> {
  const spent = async () => (await stack.serverSeconds()) + (await stack.postgresSeconds());
  await playRounds(rig, sessions, 'soak-warm', failures);
  const before = await spent();
  const count = await playRounds(rig, sessions, 'soak-rate', failures);
  await pause(settleMs);
  return (load * count) / ((await spent()) - before);
}

/** Some hundred broadcasts, in threads that stay short; answers how many. */
async function playRounds(rig: Rig, all: Session[], name: string, failures: string[]): Promise<number> {
  const sessions = all.slice(0, 24);
  let broadcasts = 0;
  for (let round = 0; round < (rig.isQuick ? 1 : 6); round += 1) {
    await Promise.all(sessions.map((session) => session.clear()));
    const played = await playRound(rig.upstream, sessions, { name: `${name}-${round}`, lines: 1, each: 4 });
    broadcasts += played.count;
    failures.push(...played.failures);
  }
  return broadcasts;
}

interface Lap {
  perSecond: number;
  /** How many there were before. */
  first: number;
  until: number;
}

/** Each broadcast at its time, whatever became of those before it, until the lap is over and all have ended. */
async function playLap(rig: Rig, sessions: Session[], lap: Lap, failures: string[]): Promise<number> {
  const begun = performance.now();
  const sent: Promise<Seen>[] = [];
  for (let index = 0; performance.now() < lap.until; index += 1) {
    await pause(Math.max(0, begun + (index * 1000) / lap.perSecond - performance.now()));
    const number = lap.first + index;
    const isNewThread = Math.floor(number / users) % broadcastsOfThread === 0;
    sent.push(send(sessions[number % users]!, `soak-${number}`, isNewThread));
  }
  const seen = await Promise.all(sent);
  const spoken = byKey((await rig.upstream.take()).spoken);
  failures.push(...seen.flatMap((one) => lostIn(one, spoken.get(one.key) ?? [], services).sentences));
  return seen.length;
}

async function send(session: Session, key: string, isNewThread: boolean): Promise<Seen> {
  if (isNewThread) await session.clear();
  return session.broadcast(key, services);
}

function byKey(spoken: readonly Spoken[]): Map<string, Spoken[]> {
  const groups = new Map<string, Spoken[]>();
  for (const one of spoken) groups.set(one.key, [...(groups.get(one.key) ?? []), one]);
  return groups;
}
