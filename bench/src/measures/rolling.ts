import { setTimeout as pause } from 'node:timers/promises';
import { slices, startCluster } from '../cluster/cluster.js';
import { lostIn } from '../client/lost.rules.js';
import { createSession, type Session } from '../client/session.js';
import type { Seen } from '../client/seen.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { atMost } from '../table/rows.rules.js';

const replicas = 2;
const requestsPerSecond = 50;
const liveBroadcasts = 20;
const broadcastsPerUser = 5;
const called = services.slice(0, 2);
const paths = ['/api/auth/user', '/api/ai-services', '/api/conversations?limit=20&messages=last', '/api/saved-queries'];

interface Load {
  isOn: boolean;
  /** Which slice is being replaced. */
  slice: string;
  requests: number;
  faults: string[];
  seen: Seen[];
}

/** Every service is replaced while users read and broadcast: how many requests fail, how many streams are cut. */
export async function rolling(rig: Rig): Promise<Measured> {
  const users = await rig.stack.sessions(liveBroadcasts / broadcastsPerUser);
  // Streams of three seconds: replicas must drain longer than that.
  await rig.upstream.plan(timetables({ firstTokenMs: 200, tokensPerSecond: 10, tokens: 30, tokensPerWrite: 1 }));
  await rig.upstream.take();
  await rig.stack.stopServers();
  const cluster = await startCluster(replicas, {
    ...rig.stack.environment,
    DRAIN_SECONDS: '60',
    SESSION_COOKIE: `polylogue.${rig.stack.port}`,
    QUALITY_MODE: 'off',
  });
  const sessions = users.map(({ cookie }) => createSession(cluster.port, cookie));
  const load: Load = { isOn: true, slice: '', requests: 0, faults: [], seen: [] };
  try {
    const working = [
      readSteadily(cluster.port, sessions[0]!, load),
      ...Array.from({ length: liveBroadcasts }, (_, index) =>
        broadcastOn(sessions[index % sessions.length]!, `rolling-${index}`, load),
      ),
    ];
    for (const slice of rig.isQuick ? slices.slice(2, 3) : slices) {
      load.slice = slice;
      await cluster.roll(slice);
    }
    load.isOn = false;
    await Promise.all(working);
    const { spoken } = await rig.upstream.take();
    const stored = new Map((await Promise.all(sessions.map((session) => session.stored()))).flatMap((map) => [...map]));
    const cut = load.seen.flatMap((seen) => lostIn(seen, spoken, called, stored).sentences);
    return { rows: rowsOf(load, cut.length), failures: [...load.faults, ...cut] };
  } finally {
    load.isOn = false;
    cluster.stop();
    for (const session of sessions) session.close();
    await rig.stack.restart();
  }
}

function rowsOf(load: Load, cut: number): Measured['rows'] {
  const faults = load.faults.length;
  return [
    {
      measure: `rolling restart of every service: failed requests of ${load.requests}`,
      ours: String(faults),
      goal: '0',
      verdict: atMost(faults, 0),
    },
    {
      measure: `rolling restart of every service: broadcasts with a fault of ${load.seen.length}`,
      ours: String(cut),
      goal: '0',
      verdict: atMost(cut, 0),
    },
  ];
}

/** Sends the requests of open pages evenly over time, whether or not the earlier ones have been answered. */
async function readSteadily(port: number, { cookie }: Session, load: Load): Promise<void> {
  const open = new Set<Promise<void>>();
  for (let turn = 0; load.isOn; turn += 1) {
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

async function broadcastOn(session: Session, key: string, load: Load): Promise<void> {
  for (let turn = 0; load.isOn; turn += 1) load.seen.push(await session.broadcast(`${key}-${turn}`, called));
}
