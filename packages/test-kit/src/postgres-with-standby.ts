import { execFile } from 'node:child_process';
import { appendFile, chmod, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findPostgres, makeDataFolder, reachableBinaries, serverUser } from '@polylogue/build-kit/backing';
import pg from 'pg';
import { freePort } from './free-port.js';
import { giveAll, PostgresServer, postgresPassword as password } from './postgres-server.js';
import { tcpProxy } from './tcp-proxy.js';
import { until } from './until.js';

/** A primary and a standby that has every commit before it is acknowledged, behind one address. */
export interface PostgresWithStandby {
  /** Of the superuser: leads to the primary, as CloudNativePG's Service does. */
  url: string;
  /** The server that is written to now. */
  readonly primary: PostgresServer;
  /** Ends the primary and all its processes at once, as a machine that crashes does. Nothing listens any more. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary, and has the address lead to it. */
  promote(): Promise<void>;
  /** Makes a standby anew of the server that is not the primary, after a promotion. */
  follow(): Promise<void>;
  close(): Promise<void>;
}

/** How they are started. */
export interface PostgresWithStandbyOptions {
  /** Called with the empty folder of each server before anything is in it. */
  onFolder?: (folder: string) => Promise<void>;
  /** Called when both have ended, before their folders are removed. */
  onEnd?: () => Promise<void>;
}

const run = promisify(execFile);
const timeoutMs = 30_000;

/** Starts both. The standby begins as a copy of the empty data folder and follows from the first record on. */
export async function postgresWithStandby(options: PostgresWithStandbyOptions = {}): Promise<PostgresWithStandby> {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-standby-'));
  await chmod(folder, 0o711);
  let [primary, standby] = await makeServers(folder, options);
  await primary.start();
  await until(() => answers(primary.url, 'SELECT 1'), { timeoutMs, what: 'the primary' });
  await standby.start();
  await commitTwice(primary);
  const service = await tcpProxy(primary.url);
  return {
    url: service.urlOf(primary.url),
    get primary() {
      return primary;
    },
    killPrimary: async () => {
      service.leadTo(undefined);
      await primary.kill();
    },
    promote: async () => {
      await runSql(standby.url, 'SELECT pg_promote()');
      [primary, standby] = [standby, primary];
      service.leadTo(primary.port);
    },
    follow: async () => {
      await copyOf(primary, standby);
      await standby.start();
      await commitTwice(primary);
    },
    close: async () => {
      await service.close();
      await Promise.all([primary, standby].map((server) => server.kill()));
      await options.onEnd?.();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Makes both data folders, the second one to follow the first. */
async function makeServers(folder: string, { onFolder }: PostgresWithStandbyOptions) {
  const { chosen } = await findPostgres(process.env);
  if (!chosen) throw new Error('PostgreSQL was not found.');
  const bin = await reachableBinaries(chosen);
  const [one, other] = [join(folder, 'one'), join(folder, 'other')];
  const user = await serverUser(one);
  for (const each of [one, other]) {
    await mkdir(each);
    await onFolder?.(each);
    await chmod(each, 0o711);
    await giveAll(each, user);
  }
  const primary = new PostgresServer({ bin, data: join(one, 'data'), port: await freePort(), user });
  const standby = new PostgresServer({ bin, data: join(other, 'data'), port: await freePort(), user });
  await makeDataFolder({ dataFolder: primary.data, bin, major: chosen.major, user, durable: false, password });
  await cp(primary.data, standby.data, { recursive: true, preserveTimestamps: true });
  await letFollow(standby, primary);
  return [primary, standby] as [PostgresServer, PostgresServer];
}

async function letFollow(standby: PostgresServer, primary: PostgresServer): Promise<void> {
  const follows = `host=127.0.0.1 port=${primary.port} user=postgres password=${password} application_name=standby`;
  await appendFile(join(standby.data, 'postgresql.auto.conf'), `primary_conninfo = '${follows}'\n`);
  await writeFile(join(standby.data, 'standby.signal'), '');
  await giveAll(standby.data, standby.user);
}

/** From now on a commit of the primary waits for its standby. */
async function commitTwice(primary: PostgresServer): Promise<void> {
  const streams = `SELECT 1 FROM pg_stat_replication WHERE application_name = 'standby' AND state = 'streaming'`;
  await until(() => answers(primary.url, streams), { timeoutMs, what: 'the standby' });
  await runSql(primary.url, `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'`);
  await runSql(primary.url, 'SELECT pg_reload_conf()');
}

/** A base backup of the primary while it works, by the functions that pg_basebackup calls too: not every package has that. */
async function copyOf(primary: PostgresServer, standby: PostgresServer): Promise<void> {
  await standby.kill();
  await rm(standby.data, { recursive: true, force: true });
  const client = await connected(primary.url);
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    // A file may go while it is copied; what of it counts is in the log that the standby reads.
    await run('cp', ['-a', primary.data, standby.data]).catch(() => undefined);
    const { rows } = await client.query<{ labelfile: string }>('SELECT labelfile FROM pg_backup_stop(false)');
    await writeFile(join(standby.data, 'backup_label'), rows[0]!.labelfile);
  } finally {
    await client.end().catch(() => undefined);
  }
  for (const name of ['postmaster.pid', 'pg_wal']) await rm(join(standby.data, name), { recursive: true, force: true });
  await mkdir(join(standby.data, 'pg_wal'), { mode: 0o700 });
  await letFollow(standby, primary);
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  await client.connect();
  return client;
}

async function runSql(url: string, sql: string): Promise<unknown[]> {
  const client = await connected(url);
  try {
    return (await client.query(sql)).rows as unknown[];
  } finally {
    await client.end().catch(() => undefined);
  }
}

const answers = (url: string, sql: string) =>
  runSql(url, sql).then(
    (rows) => rows.length > 0,
    () => false,
  );
