import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Session } from '../client/session.js';
import { seedUsers } from '../accounts/seed-users.js';
import { seedUsage } from '../accounts/seed-usage.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { p95 } from '../table/quantile.rules.js';
import { atMost, ms, type Row } from '../table/rows.rules.js';

const list = '/api/admin/users?limit=20';
const tabs = 20;
const goalMs = 50;
const goalShare = 5;
const uncachedPage = 'usage per user, not cached';

/** The request of each page of the panel, by its name in the table. */
const pages = (userId: string): [page: string, path: (round: number) => string][] => [
  ['newest users', () => `${list}&sort=createdAt&order=desc`],
  ['users by name', () => `${list}&sort=name&order=asc`],
  ['users by e-mail', () => `${list}&sort=email&order=asc`],
  ['users by last login', () => `${list}&sort=lastLoginAt&order=desc`],
  ['users by messages', () => `${list}&sort=messageCount&order=desc`],
  ['users by sessions', () => `${list}&sort=totalSessions&order=desc`],
  ['users, page 1,000', (round) => `${list}&offset=${19_000 + round * 20}`],
  ['users who wait', () => `${list}&waiting=true`],
  ['one user searched for', (round) => `${list}&q=person%20${1_000 + round * 97}`],
  ['many users searched for', () => `${list}&q=ada`],
  ['a search without a match', (round) => `${list}&q=nobody${round}`],
  ['how many there are', () => '/api/admin/user-counts'],
  ['how many are found', (round) => `/api/admin/user-counts?q=person%20${1_000 + round * 31}`],
  ['the default answer, 500 users', () => '/api/admin/users'],
  ["a user's conversations", () => `/api/admin/users/${userId}/conversations`],
  ['analytics', () => '/api/admin/analytics'],
  ['audit log', () => '/api/admin/audit?limit=20'],
  ['dead letters', () => '/api/admin/dead-letters?limit=500'],
  ['usage per service', () => '/api/admin/usage?group=service'],
  ['usage per day', () => '/api/admin/usage?group=day'],
  ['usage per user', () => '/api/admin/usage?group=user&limit=100'],
  ['status of services', () => '/api/admin/status'],
];

/**
 * The admin panel with 100,000 users, 5 million activities and 3 million sums of usage: each page, and what open panels
 * cost by polling.
 */
export async function admin(rig: Rig): Promise<Measured> {
  const [boss] = (await rig.stack.sessions(1)) as [Session];
  const database = new pg.Client({ connectionString: urlOf(rig.stack.postgresUrl) });
  await database.connect();
  const share = rig.isQuick ? 0.02 : 1;
  try {
    await seedUsers(database, { users: 100_000 * share, activities: 5_000_000 * share });
    await seedUsage(database, 3_000_000 * share);
    const { rows: found } = await database.query<{ id: string }>(
      `SELECT user_id AS id FROM admin.user_totals ORDER BY messages DESC LIMIT 1`,
    );
    const rounds = rig.isQuick ? 10 : 100;
    const taken: [string, number][] = [];
    for (const [page, pathOf] of pages(found[0]!.id)) {
      taken.push([page, p95(await repeat(rounds, (round) => read(rig.stack.port, boss, pathOf(round))))]);
    }
    taken.push([uncachedPage, p95(await repeat(rounds / 10, () => readUncached(rig, boss)))]);
    taken.sort(([, one], [, other]) => other - one);
    const [slowest, slowestMs] = taken[0]!;
    const row: Row = {
      measure: `admin: slowest of ${taken.length} pages (${slowest}), p95`,
      ours: ms(slowestMs),
      goal: `≤ ${ms(goalMs)}`,
      verdict: atMost(slowestMs, goalMs),
    };
    return { rows: [row, ...taken.slice(1, 4).map(rowOf), ...(await polled(rig, boss))], failures: [] };
  } finally {
    await database.end();
  }
}

const rowOf = ([page, taken]: [string, number]): Row => ({ measure: `admin: ${page}, p95`, ours: ms(taken) });

/** Waits until the cached sums of the day have expired. */
async function readUncached(rig: Rig, boss: Session): Promise<number> {
  await pause(2_100);
  return read(rig.stack.port, boss, '/api/admin/usage?group=user&limit=100');
}

/** Twenty panels open on the users, polling as the panel does; what the servers use without them is subtracted. */
async function polled(rig: Rig, boss: Session): Promise<Row[]> {
  const seconds = rig.isQuick ? 6 : 60;
  await pause(2_000);
  const idle = await shareOver(rig, seconds / 3, () => pause((seconds / 3) * 1000));
  const busy = await shareOver(rig, seconds, () => poll(rig.stack.port, boss, seconds * 1000));
  const servers = busy.servers - idle.servers;
  return [
    {
      measure: `admin: ${tabs} open panels, of one core`,
      ours: `${servers.toFixed(1)} % (PostgreSQL ${(busy.postgres - idle.postgres).toFixed(1)} %)`,
      goal: `≤ ${goalShare} %`,
      verdict: atMost(servers, goalShare),
    },
  ];
}

async function poll(port: number, boss: Session, forMs: number): Promise<void> {
  const until = performance.now() + forMs;
  const every = async (everyMs: number, tab: number, path: string) => {
    await pause((tab * everyMs) / tabs);
    while (performance.now() < until) {
      const tookMs = await read(port, boss, path);
      await pause(Math.max(0, Math.min(everyMs - tookMs, until - performance.now())));
    }
  };
  const polls = Array.from({ length: tabs }, (_each, tab) => [
    every(3_000, tab, `${list}&sort=createdAt&order=desc&offset=0`),
    every(10_000, tab, '/api/admin/user-counts'),
    every(5_000, tab, '/api/admin/analytics'),
  ]);
  await Promise.all(polls.flat());
}

/** Hundredths of a core that servers and PostgreSQL use while something goes on. */
async function shareOver(rig: Rig, seconds: number, work: () => Promise<unknown>) {
  const before = await used(rig);
  await work();
  const after = await used(rig);
  const share = (of: 'servers' | 'postgres') => ((after[of] - before[of]) / seconds) * 100;
  return { servers: share('servers'), postgres: share('postgres') };
}

async function used({ stack }: Rig) {
  return { servers: await stack.serverSeconds(), postgres: await stack.postgresSeconds() };
}

async function repeat(rounds: number, work: (round: number) => Promise<number>): Promise<number[]> {
  const taken: number[] = [];
  for (let round = -5; round < rounds; round += 1) {
    const tookMs = await work(Math.abs(round));
    if (round >= 0) taken.push(tookMs);
  }
  return taken;
}

async function read(port: number, { cookie }: Session, path: string): Promise<number> {
  const began = performance.now();
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { cookie },
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${text}`);
  return performance.now() - began;
}

function urlOf(postgresUrl: string): string {
  const url = new URL(postgresUrl);
  url.pathname = '/polylogue';
  return url.href;
}
