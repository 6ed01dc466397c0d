import { fork, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { grantTo, sqlMigration } from '@polylogue/service-kit';
import {
  buildServers,
  closing,
  freshDatabase,
  tcpProxy,
  until,
  type FreshDatabase,
  type TcpProxy,
} from '@polylogue/test-kit';
import pg from 'pg';

/** Between any two of these, something else is written down, or nothing more than before. */
const points = ['claimed', 'begun', 'calling', 'part stored', 'answered', 'ended'] as const;
/** Where the provider has been called and the row is still open. */
const underWay: readonly string[] = ['calling', 'part stored', 'answered'];
const leaseMs = 3_000;

const Works = sqlMigration(
  '0001-works',
  `CREATE TABLE sample.works (
     id uuid PRIMARY KEY, stops_at text NOT NULL, state text NOT NULL DEFAULT 'waiting', owner text,
     fence integer NOT NULL DEFAULT 0, lease_until timestamptz, part text NOT NULL DEFAULT '', body text,
     ends integer NOT NULL DEFAULT 0);
   CREATE TABLE sample.calls (id uuid, fence integer, what text, at timestamptz NOT NULL DEFAULT clock_timestamp());
   ${grantTo('sample.works', 'worker', ['SELECT', 'UPDATE'])}`,
);

interface Row {
  id: string;
  point: string;
  state: string;
  owner: string;
  fence: number;
  body: string;
  ends: number;
}

interface Call {
  id: string;
  fence: number;
  what: 'called' | 'left';
  at: Date;
}

const { add, closeAll } = closing();
let database: FreshDatabase;
let admin: pg.Client;
let proxy: TcpProxy;

beforeAll(() => buildServers());
beforeEach(async () => {
  database = await freshDatabase({ name: 'sample', migrations: [Works] });
  proxy = await tcpProxy(database.workerUrl);
  admin = new pg.Client({ connectionString: database.adminUrl });
  await admin.connect();
});
afterEach(async () => {
  await closeAll();
  await proxy.close();
  await admin.end();
  await database.drop();
});

async function startProcess(owner: string, { stops, isCut }: { stops: boolean; isCut: boolean }) {
  const urlOf = (url: string) => (isCut ? proxy.urlOf(url) : url);
  const { NODE_OPTIONS: _, ...env } = process.env;
  const child = fork(join(import.meta.dirname, 'slice/run-engine.process.js'), {
    env: {
      ...env,
      OWNER: owner,
      WORKER_URL: urlOf(database.workerUrl),
      APP_URL: urlOf(database.appUrl),
      PROVIDER_URL: database.adminUrl,
      LEASE_MS: String(leaseMs),
      ...(stops && { STOPS: 'yes' }),
    },
  });
  const reached = new Set<string>();
  child.on('message', (message: { point?: string }) => message.point && reached.add(message.point));
  add({ close: () => end(child) });
  return { child, reached };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}

/** A process that has stopped at every point, each with another row, and another one that takes over what it leaves. */
async function caughtEverywhere() {
  for (const point of points) {
    await admin.query('INSERT INTO sample.works (id, stops_at) VALUES ($1, $2)', [randomUUID(), point]);
  }
  const { child, reached } = await startProcess('first', { stops: true, isCut: true });
  await until(() => reached.size === points.length, { what: 'the first process to stand at every point' });
  await startProcess('second', { stops: false, isCut: false });
  return child;
}

const allEnded = () =>
  until(async () => (await rows()).every(({ state }) => state === 'ended'), { what: 'all rows to end' });

async function rows(): Promise<Row[]> {
  return (await admin.query<Row>('SELECT *, stops_at AS point FROM sample.works')).rows;
}

async function calls(id: string): Promise<Call[]> {
  return (await admin.query<Call>('SELECT * FROM sample.calls WHERE id = $1 ORDER BY at', [id])).rows;
}

/** What holds whatever happened: one end, the text of one run, and never two calls at a time under one fence. */
async function expectWhole(): Promise<void> {
  for (const row of await rows()) {
    expect(row).toMatchObject({ state: 'ended', ends: 1, body: 'one two three' });
    const called = (await calls(row.id)).filter(({ what }) => what === 'called');
    expect(new Set(called.map(({ fence }) => fence)).size).toBe(called.length);
    // What was not begun when the process was lost was paid for once.
    if (row.point === 'claimed' || row.point === 'begun') expect(called.every(({ fence }) => fence > 1)).toBe(true);
    if (row.point === 'ended') expect(called).toHaveLength(1);
    expect(row.owner).toBe(row.point === 'ended' ? 'first' : 'second');
  }
}

describe('a run survives its process, at every point of its life', () => {
  it('when the process is killed', async () => {
    const first = await caughtEverywhere();
    await end(first);
    await allEnded();
    await expectWhole();
  });

  it('when the process stands still for longer than a lease, and then goes on', async () => {
    const first = await caughtEverywhere();
    first.kill('SIGSTOP');
    await allEnded();
    const before = await rows();
    first.kill('SIGCONT');
    first.send('go on');
    await firstHasLeft();
    expect(await rows()).toEqual(before);
    await expectWhole();
  });

  it('when the process loses the database for longer than a lease, and finds it again', async () => {
    const first = await caughtEverywhere();
    await proxy.shut();
    await allEnded();
    const before = await rows();
    await proxy.open();
    first.send('go on');
    await firstHasLeft();
    expect(await rows()).toEqual(before);
    await expectWhole();
    // It left the provider by its own clock, before the other one called.
    for (const { id, point } of before) {
      const [called, left, calledAgain] = await calls(id);
      if (underWay.includes(point)) {
        expect([called, left, calledAgain]).toMatchObject([
          { what: 'called' },
          { what: 'left', fence: 1 },
          { fence: 2 },
        ]);
      }
    }
  });
});

/** The first process leaves the provider of every row that it had called for and not ended. */
async function firstHasLeft(): Promise<void> {
  const left = async () => {
    const { rows: open } = await admin.query(
      `SELECT 1 FROM sample.works w WHERE stops_at = ANY($1) AND NOT EXISTS (
         SELECT 1 FROM sample.calls c WHERE c.id = w.id AND c.what = 'left' AND c.fence = 1)`,
      [underWay],
    );
    return open.length === 0;
  };
  await until(left, { what: 'the provider to be left' });
}
