import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Session } from '../client/session.js';
import { userIdOf } from '../history/read-history.js';
import { caughtUp, daysAway, seedOverdue } from '../operations/catch-up.js';
import { fillLarge, sharesOf, type LargeUsers } from '../operations/large-users.js';
import { besideOthers, figuresOf } from '../operations/others.js';
import type { Measured } from '../rig/measured.js';
import type { Rig } from '../rig/rig.js';
import { services, timetables } from '../rig/services.js';
import { atMost, ms, type Row } from '../table/rows.rules.js';

const sizes = {
  full: { messages: 10_000_000, queries: 10_000 },
  quick: { messages: 200_000, queries: 1_000 },
};
const keptDays = 10;
const aloneMs = 10_000;
/** What others may wait longer for than without it, p95. */
const maxLonger = { list: 25, send: 100 };

/** Clearing, erasing, the rule of retention and catching up, where very much is stored; and what other users wait for meanwhile. */
export async function operations(rig: Rig): Promise<Measured> {
  const usual = rig.isQuick ? sizes.quick : sizes.full;
  const messages = rig.messages ?? usual.messages;
  await rig.upstream.plan(timetables({ firstTokenMs: 5, tokensPerSecond: 1_000, tokens: 10, tokensPerWrite: 10 }));
  const [boss, cleared, erased, expired, ...others] = await rig.stack.sessions(7);
  const ids = await idsOf(rig, { cleared: cleared!, erased: erased!, expired: expired!, others });
  const admin = new pg.Client({ connectionString: urlOf(rig.stack.postgresUrl) });
  await admin.connect();
  const measured: Measured = { rows: [], failures: [] };
  const large: Large = { rig, admin, ids, boss: boss!, others, messages, alone: undefined, ...measured };
  try {
    await fill(large);
    await play(large, 'nothing', () => pause(rig.isQuick ? 3_000 : aloneMs));
    await clear(large, cleared!);
    await erase(large);
    await retain(large);
    await catchUp(large, usual.queries);
  } catch (error) {
    // What was measured until then took long, and stays.
    measured.failures.push(String(error));
  } finally {
    await admin.end();
  }
  return measured;
}

type Figures = ReturnType<typeof figuresOf>;

interface Large {
  rig: Rig;
  admin: pg.Client;
  ids: LargeUsers;
  boss: Session;
  others: Session[];
  messages: number;
  rows: Row[];
  failures: string[];
  /** What others wait for beside nothing. */
  alone: Figures | undefined;
}

/** Does one of them beside other users, and notes both. */
async function play(large: Large, name: string, work: () => Promise<unknown>): Promise<number> {
  const { rig, others, rows, failures } = large;
  const played = await besideOthers(rig, others, name.replaceAll(/\W+/g, '-'), work);
  failures.push(...played.failures);
  large.alone ??= figuresOf(played.waited);
  const row = rowOf(name, figuresOf(played.waited), large.alone);
  rows.push(row);
  rig.report(`operations: ${name}: ${seconds(played.tookMs)}; p95 of other users: ${row.ours}`);
  return played.tookMs;
}

const number = (n: number) => n.toLocaleString('en-US');

function rowOf(name: string, { list, send }: Figures, alone: Figures): Row {
  const longer = Math.max((list - alone.list) / maxLonger.list, (send - alone.send) / maxLonger.send);
  return {
    measure: `operations: p95 of other users beside ${name}`,
    ours: `list ${ms(list)}, message ${ms(send)}`,
    floor: `list ${ms(alone.list)}, message ${ms(alone.send)}`,
    goal: `≤ +${ms(maxLonger.list)}, +${ms(maxLonger.send)}`,
    verdict: atMost(longer, 1),
  };
}

/** What the others are measured beside, and what it takes on disk. */
async function fill({ rig, admin, ids, messages, rows }: Large): Promise<void> {
  const began = performance.now();
  await fillLarge(admin, ids, { messages, keptDays });
  const filled = seconds(performance.now() - began);
  const { rows: sizes } = await admin.query<{ bytes: string }>('SELECT pg_database_size(current_database()) AS bytes');
  const size = `${(Number(sizes[0]!.bytes) / 1e9).toFixed(1)} GB`;
  rows.push({
    measure: `operations: storing ${number(messages)} messages and as many events`,
    ours: `${filled}, ${size}`,
  });
  rig.report(`operations: stored ${number(messages)} messages in ${filled}: ${size}`);
}

async function clear(large: Large, session: Session): Promise<void> {
  const { admin, ids, messages, rows } = large;
  const name = `clearing ${number(sharesOf(messages).cleared)} messages`;
  let answeredMs = NaN;
  const tookMs = await play(large, name, async () => {
    const began = performance.now();
    await ask(large, session, 'DELETE', '/api/conversations/all');
    answeredMs = performance.now() - began;
    await isEmpty(admin, 'conversation.messages', ids.cleared);
  });
  rows.push({
    measure: `operations: ${name}, until it is answered`,
    ours: ms(answeredMs),
    goal: '≤ 1000.00 ms',
    verdict: atMost(answeredMs, 1_000),
  });
  rows.push(took(`${name}, until the rows are gone`, tookMs));
}

async function erase(large: Large): Promise<void> {
  const { admin, ids, boss, messages, rows } = large;
  const name = `erasing a user with ${number(sharesOf(messages).erased)} messages`;
  const tookMs = await play(large, name, async () => {
    await ask(large, boss, 'DELETE', `/api/admin/users/${ids.erased}`);
    await isEmpty(admin, 'conversation.messages', ids.erased);
    await isGone(admin, eventsAbout, ids.erased);
  });
  rows.push(took(`${name}, and as many events, until they are gone`, tookMs));
}

// By the index of what was sent: looking must not be what others wait for.
const eventsAbout = `SELECT 1 FROM conversation.outbox
  WHERE coalesce(payload->>'userId', payload->>'actorId') = $1 AND sent_at IS NOT NULL
    AND subject NOT IN ('admin.user_erased.v1', 'admin.user_access_changed.v1') LIMIT 1`;

// A comparison goes as a whole, a minute after its last conversation may.
const expired = `SELECT 1 FROM conversation.conversations c
  WHERE c.updated_at < now() - $1 * interval '1 day' - interval '1 minute' AND NOT EXISTS (
    SELECT FROM conversation.conversations o WHERE o.comparison_id = c.comparison_id AND o.user_id = c.user_id
      AND o.updated_at >= now() - $1 * interval '1 day' - interval '1 minute')
  LIMIT 1`;

async function retain(large: Large): Promise<void> {
  const { admin, ids, boss, failures, rows } = large;
  const path = `/api/admin/retention/preview?keepDays=${keptDays}`;
  const began = performance.now();
  const due = (await ask(large, boss, 'GET', path)) as { conversations: number; messages: number };
  const countedMs = performance.now() - began;
  rows.push({
    measure: `operations: counting ${number(due.conversations)} conversations that a rule would remove`,
    ours: ms(countedMs),
    goal: '≤ 10000.00 ms',
    verdict: atMost(countedMs, 10_000),
  });
  const before = await countOf(admin, ids.expired);
  const name = `the rule of retention removing ${number(due.messages)} messages`;
  const tookMs = await play(large, name, async () => {
    await ask(large, boss, 'PUT', '/api/admin/retention', { keepDays: keptDays });
    await isGone(admin, expired, keptDays);
  });
  await ask(large, boss, 'PUT', '/api/admin/retention', { keepDays: null });
  rows.push(took(`${name}, until they are gone`, tookMs));
  const removed = before - (await countOf(admin, ids.expired));
  if (removed < due.conversations * 0.9 || removed === 0) {
    failures.push(
      `retention: ${due.conversations} conversations were due and ${removed} of the user with most were removed`,
    );
  }
}

async function catchUp(large: Large, count: number): Promise<void> {
  const { rig, admin, ids, rows, failures } = large;
  await rig.stack.stopServers();
  await seedOverdue(admin, ids.others, count, services[0]!);
  await rig.stack.restart();
  await isReady(rig.stack.port);
  const name = `catching up ${number(count)} schedules after ${daysAway} days`;
  const tookMs = await play(large, name, () =>
    until(async () => (await caughtUp(admin)).ended === count, name, lookAtAllMs),
  );
  rows.push(took(`${name}, until each has run once and says what it missed`, tookMs));
  const { wrong, late } = await caughtUp(admin);
  if (wrong > 0) failures.push(`catch-up: ${wrong} schedules ran twice, or said twice what they missed`);
  if (late > 0) failures.push(`catch-up: ${late} schedules are still due`);
  await admin.query(`DELETE FROM scheduler.saved_queries WHERE title = 'Overdue'`);
}

const took = (what: string, tookMs: number): Row => ({
  measure: `operations: ${what}`,
  ours: seconds(tookMs),
});

const seconds = (took: number) => `${(took / 1000).toFixed(1)} s`;

async function ask(
  { rig }: Large,
  { cookie }: Session,
  method: string,
  path: string,
  body?: unknown,
): Promise<unknown> {
  const answer = await fetch(`http://127.0.0.1:${rig.stack.port}${path}`, {
    method,
    headers: { cookie, 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(60_000),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${path} answered ${answer.status}: ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

const isEmpty = (admin: pg.Client, table: string, userId: string) =>
  isGone(admin, `SELECT 1 FROM ${table} WHERE user_id = $1 LIMIT 1`, userId);

const isGone = (admin: pg.Client, sql: string, value: unknown) =>
  until(async () => (await admin.query(sql, [value])).rowCount === 0, sql);

/** Looking at what became of each schedule takes PostgreSQL a while. */
const lookAtAllMs = 3_000;

/** Looks every half second: often enough, and not in the way of what is measured. */
async function until(isDone: () => Promise<boolean>, what: string, everyMs = 500): Promise<void> {
  const deadline = performance.now() + 3_600_000;
  while (!(await isDone())) {
    if (performance.now() > deadline) throw new Error(`After an hour it is not done: ${what}`);
    await pause(everyMs);
  }
}

async function isReady(port: number): Promise<void> {
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/api/config`).then(
      ({ ok }) => ok,
      () => false,
    );
  await until(answers, 'the restart', 100);
}

async function countOf(admin: pg.Client, userId: string): Promise<number> {
  const sql = 'SELECT count(*)::integer AS n FROM conversation.conversations WHERE user_id = $1';
  return (await admin.query<{ n: number }>(sql, [userId])).rows[0]!.n;
}

type Sessions = Record<Exclude<keyof LargeUsers, 'others'>, Session> & { others: readonly Session[] };

async function idsOf({ stack }: Rig, { cleared, erased, expired, others }: Sessions): Promise<LargeUsers> {
  const idOf = (session: Session) => userIdOf(stack.port, session);
  return {
    cleared: await idOf(cleared),
    erased: await idOf(erased),
    expired: await idOf(expired),
    others: await Promise.all(others.map(idOf)),
  };
}

const urlOf = (url: string) => Object.assign(new URL(url), { pathname: '/polylogue' }).href;
