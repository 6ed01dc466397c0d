import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, chmod, chown, cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  findPostgres,
  makeDataFolder,
  reachableBinaries,
  serverEnvironment,
  serverUser,
} from '@polylogue/build-kit/backing';
import pg from 'pg';
import { freePort } from './free-port.js';
import { killProcess } from './kill-process.js';
import { tcpProxy } from './tcp-proxy.js';
import { until } from './until.js';

/** A primary and a standby that has every commit before it is acknowledged, behind one address. */
export interface PostgresWithStandby {
  /** Of the superuser: leads to the primary, as CloudNativePG's Service does. */
  url: string;
  /** Ends the primary and all its processes at once, as a machine that crashes does. Nothing listens any more. */
  killPrimary(): Promise<void>;
  /** Makes the standby the primary, and has the address lead to it. */
  promote(): Promise<void>;
  close(): Promise<void>;
}

const password = 'test';
const timeoutMs = 30_000;
const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '400',
  wal_level: 'replica',
  hot_standby: 'on',
  // Of the machines only: what is tested is a lost server, not a lost disk.
  fsync: 'off',
};

/** Starts both. The standby begins as a copy of the empty data folder and follows from the first record on. */
export async function postgresWithStandby(): Promise<PostgresWithStandby> {
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-standby-'));
  await chmod(folder, 0o711);
  const [primaryPort, standbyPort] = [await freePort(), await freePort()];
  const start = await makeFolders(folder, primaryPort);
  const primary = await start('primary', primaryPort);
  await until(() => answers(urlAt(primaryPort), 'SELECT 1'), { timeoutMs, what: 'the primary' });
  const standby = await start('standby', standbyPort);
  const streams = `SELECT 1 FROM pg_stat_replication WHERE application_name = 'standby' AND state = 'streaming'`;
  await until(() => answers(urlAt(primaryPort), streams), { timeoutMs, what: 'the standby' });
  await runSql(urlAt(primaryPort), `ALTER SYSTEM SET synchronous_standby_names = 'ANY 1 (standby)'`);
  await runSql(urlAt(primaryPort), 'SELECT pg_reload_conf()');
  const service = await tcpProxy(urlAt(primaryPort));
  return {
    url: service.urlOf(urlAt(primaryPort)),
    killPrimary: async () => {
      service.leadTo(undefined);
      await killAll(primary);
    },
    promote: async () => {
      await runSql(urlAt(standbyPort), 'SELECT pg_promote()');
      service.leadTo(standbyPort);
    },
    close: async () => {
      await service.close();
      await Promise.all([primary, standby].map(killAll));
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const urlAt = (port: number) => `postgres://postgres:${password}@127.0.0.1:${port}/postgres`;

/** Makes both data folders, the second one to follow a port. Answers what starts a server on one of them. */
async function makeFolders(folder: string, primaryPort: number) {
  const { chosen } = await findPostgres(process.env);
  if (!chosen) throw new Error('PostgreSQL was not found.');
  const bin = await reachableBinaries(chosen);
  const [primary, standby] = [join(folder, 'primary'), join(folder, 'standby')];
  const user = await serverUser(primary);
  await makeDataFolder({ dataFolder: primary, bin, major: chosen.major, user, durable: false, password });
  await cp(primary, standby, { recursive: true, preserveTimestamps: true });
  const follows = `host=127.0.0.1 port=${primaryPort} user=postgres password=${password} application_name=standby`;
  await appendFile(join(standby, 'postgresql.auto.conf'), `primary_conninfo = '${follows}'\n`);
  await writeFile(join(standby, 'standby.signal'), '');
  await giveAll(standby, user);
  return async (which: 'primary' | 'standby', port: number): Promise<ChildProcess> => {
    const data = join(folder, which);
    const values = Object.entries({ ...settings, port: String(port) });
    const args = values.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const how = { ...user, cwd: data, env: serverEnvironment(), stdio: 'ignore' } as const;
    const child = spawn(join(bin, 'postgres'), ['-D', data, ...args], how);
    await once(child, 'spawn');
    return child;
  };
}

async function runSql(url: string, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => {});
  try {
    await client.connect();
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

/** Its processes outlive a server that is killed for a moment, and would commit in it: they go first. */
async function killAll(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return;
  server.kill('SIGSTOP');
  const listed = await readFile(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').catch(() => '');
  for (const pid of listed.split(' ').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // It has just ended.
    }
  }
  await killProcess(server);
}

async function giveAll(folder: string, { uid, gid }: { uid?: number; gid?: number }): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  const names = await readdir(folder, { recursive: true });
  await Promise.all([folder, ...names.map((name) => join(folder, name))].map((path) => chown(path, uid, gid)));
}
