import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { slices, startCluster, type ClusterSlice } from '@polylogue/test-kit/cluster';
import { lostIn } from '../client/lost.rules.js';
import { createSession, type Session } from '../client/session.js';
import type { Seen } from '../client/seen.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { atMost } from '../table/rows.rules.js';
import type { Spoken } from '../upstream/spoken.js';
import type { Timetable } from '../upstream/timetable.rules.js';

const replicas = 2;
const requestsPerSecond = 50;
const usersCount = 4;
const tokensPerSecond = 10;
/** Seconds that the reply of each service takes; those that last end after the replica that serves them was told to. */
const replySeconds: Record<string, number> = { alpha: 3, beta: 3, gamma: 5, delta: 20, epsilon: 40, zeta: 60 };
/** What each of the live broadcasts calls, again and again. */
const lines = [
  ...Array.from({ length: 12 }, () => ['alpha', 'beta']),
  ...Array.from({ length: 4 }, () => ['gamma', 'zeta']),
  ...Array.from({ length: 4 }, () => ['delta', 'epsilon']),
];
/** As a rollout and its undoing: names are looked up by the first, and the second leaves none of those addresses. */
const rollsOfEach = 2;
/** A stream from it that is cut ends a reply; one from conversation is taken up again. */
const inQuick: ClusterSlice[] = ['ai-dispatch'];
const beforeRollMs = 5_000;
const afterFaultMs = 1_000;
/** So often each side of a connection pings the other (keepalive.ts): longer replies meet a ping while they drain. */
const pingEveryMs = 30_000;
/** One that each service answers. */
const paths = [
  '/api/auth/user',
  '/api/ai-services',
  '/api/conversations?limit=20&messages=last',
  '/api/saved-queries',
  `/api/quality-assessments/broadcast/${randomUUID()}`,
];

interface Load {
  isReading: boolean;
  isSending: boolean;
  /** Which slice is being replaced. */
  slice: string;
  requests: number;
  faults: string[];
  broadcasts: { seen: Seen; called: string[] }[];
}

/**
 * Every service is replaced while users read and broadcast: how many requests fail, how many streams are cut. New
 * replicas are at new addresses, and replies last longer than the interval of keepalive.
 */
export async function rolling(rig: Rig): Promise<Measured> {
  const users = await rig.stack.sessions(usersCount);
  await rig.upstream.plan(Object.fromEntries(Object.entries(replySeconds).map(([name, s]) => [name, timetableOf(s)])));
  await rig.upstream.take();
  await rig.stack.stopServers();
  const cluster = await startCluster(replicas, {
    ...rig.stack.environment,
    // Longer than any reply.
    DRAIN_SECONDS: '90',
    SESSION_COOKIE: `polylogue.${rig.stack.port}`,
    QUALITY_MODE: 'off',
  });
  const sessions = users.map(({ cookie }) => createSession(cluster.port, cookie));
  const load: Load = { isReading: true, isSending: true, slice: '', requests: 0, faults: [], broadcasts: [] };
  try {
    const working = [
      readSteadily(cluster.port, sessions[0]!, load),
      ...lines.map((called, index) =>
        broadcastOn(sessions[index % sessions.length]!, `rolling-${index}`, called, load),
      ),
    ];
    const replaced = rig.isQuick ? inQuick : slices;
    for (const slice of replaced) {
      load.slice = slice;
      await pause(beforeRollMs);
      for (let roll = 0; roll < rollsOfEach; roll += 1) await cluster.roll(slice);
      // What is in flight ends while the last replicas drain.
      if (slice === replaced.at(-1)) load.isSending = false;
      await cluster.drained();
    }
    load.isReading = false;
    await Promise.all(working);
    const { spoken } = await rig.upstream.take();
    const stored = new Map((await Promise.all(sessions.map((session) => session.stored()))).flatMap((map) => [...map]));
    const cut = load.broadcasts.map(({ seen, called }) => lostIn(seen, spoken, called, stored).sentences);
    const outlasting = countOutlasting(spoken, cluster.endings);
    const unproved = outlasting === 0 ? ['no reply outlasted a ping of a replica that drained'] : [];
    return { rows: rowsOf(load, cut, outlasting), failures: [...load.faults, ...cut.flat(), ...unproved] };
  } finally {
    load.isReading = load.isSending = false;
    cluster.stop();
    for (const session of sessions) session.close();
    await rig.stack.restart();
  }
}

const timetableOf = (seconds: number): Timetable => ({
  firstTokenMs: 200,
  tokensPerSecond,
  tokens: seconds * tokensPerSecond,
  tokensPerWrite: 1,
});

/** Replies under way when a replica was told to end that were to go on for longer than an interval of keepalive. */
const countOutlasting = (spoken: readonly Spoken[], endings: readonly number[]) =>
  spoken.filter(({ service, receivedAt }) => {
    const until = receivedAt + replySeconds[service]! * 1000 - pingEveryMs;
    return endings.some((at) => receivedAt < at && at < until);
  }).length;

function rowsOf(load: Load, cut: string[][], outlasting: number): Measured['rows'] {
  const faults = load.faults.length;
  const faulty = cut.filter((sentences) => sentences.length > 0).length;
  return [
    {
      measure: `every service replaced twice: failed requests of ${load.requests}`,
      ours: String(faults),
      goal: '0',
      verdict: atMost(faults, 0),
    },
    {
      measure: `every service replaced twice: broadcasts with a fault of ${load.broadcasts.length}`,
      ours: String(faulty),
      goal: '0',
      verdict: atMost(faulty, 0),
    },
    {
      measure: 'replies that had more than 30 s to go when a replica was told to end',
      ours: String(outlasting),
    },
  ];
}

/** Sends the requests of open pages evenly over time, whether or not the earlier ones have been answered. */
async function readSteadily(port: number, { cookie }: Session, load: Load): Promise<void> {
  const open = new Set<Promise<void>>();
  for (let turn = 0; load.isReading; turn += 1) {
    const path = paths[turn % paths.length]!;
    const read = readOnce(`http://127.0.0.1:${port}${path}`, cookie, load).finally(() => open.delete(read));
    open.add(read);
    await pause(1000 / requestsPerSecond);
  }
  await Promise.all(open);
}

async function readOnce(url: string, cookie: string, load: Load): Promise<void> {
  const { slice } = load;
  try {
    const answer = await fetch(url, { headers: { cookie } });
    const text = await answer.text();
    if (!answer.ok) load.faults.push(`while ${slice} was replaced: ${url} answered ${answer.status}: ${text}`);
  } catch (error) {
    load.faults.push(`while ${slice} was replaced: ${url}: ${String((error as Error).cause ?? error)}`);
  }
  load.requests += 1;
}

async function broadcastOn(session: Session, key: string, called: string[], load: Load): Promise<void> {
  for (let turn = 0; load.isSending; turn += 1) {
    const seen = await session.broadcast(`${key}-${turn}`, called);
    load.broadcasts.push({ seen, called });
    // As a user would, and lest one fault be counted a thousand times.
    if (seen.faults.length > 0) await pause(afterFaultMs);
  }
}
