import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { serverEnvironment } from '@polylogue/build-kit/backing';
import { killProcess } from './kill-process.js';

/** Of the superuser of servers that tests start by themselves. */
export const postgresPassword = 'test';

const settings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '400',
  wal_level: 'replica',
  hot_standby: 'on',
  // What a new standby needs of the log from before it began to stream.
  wal_keep_size: '128MB',
  max_wal_size: '256MB',
  // Of the machines only: what is tested is a lost server, not a lost disk.
  fsync: 'off',
};

/** Whom it runs as; PostgreSQL refuses to be root. */
export type ServerUser = { uid?: number; gid?: number };

/** One PostgreSQL that a test may kill, freeze and start again. */
export class PostgresServer {
  readonly data: string;
  readonly port: number;
  readonly user: ServerUser;
  readonly #bin: string;
  #child: ChildProcess | undefined;

  constructor({ bin, data, port, user }: { bin: string; data: string; port: number; user: ServerUser }) {
    [this.#bin, this.data, this.port, this.user] = [bin, data, port, user];
  }

  get url(): string {
    return `postgres://postgres:${postgresPassword}@127.0.0.1:${this.port}/postgres`;
  }

  get isRunning(): boolean {
    return this.#child !== undefined && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Resolves when its process is there; it may not answer yet. */
  async start(): Promise<void> {
    if (this.isRunning) return;
    await rm(join(this.data, 'postmaster.pid'), { force: true });
    const values = Object.entries({ ...settings, port: String(this.port) });
    const args = values.flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const how = { ...this.user, cwd: this.data, env: serverEnvironment(), stdio: 'ignore' } as const;
    this.#child = spawn(join(this.#bin, 'postgres'), ['-D', this.data, ...args], how);
    await once(this.#child, 'spawn');
  }

  /** All its processes at once. Those of its connections outlive it for a moment and would commit in it: they go first. */
  async kill(): Promise<void> {
    if (!this.isRunning) return;
    this.#child!.kill('SIGSTOP');
    this.#signal(await this.#family(), 'SIGKILL');
    await killProcess(this.#child!);
  }

  /** Ends it as an operator does who restarts it: connections are cut, what was committed is kept. */
  async stop(): Promise<void> {
    if (!this.isRunning) return;
    const ended = once(this.#child!, 'exit');
    this.#child!.kill('SIGINT');
    await ended;
  }

  /** Stops all its processes where they stand. Answers what lets them go on. */
  async freeze(): Promise<() => void> {
    if (!this.isRunning) return () => {};
    this.#child!.kill('SIGSTOP');
    const family = await this.#family();
    this.#signal(family, 'SIGSTOP');
    return () => {
      this.#signal(family, 'SIGCONT');
      if (this.isRunning) this.#child!.kill('SIGCONT');
    };
  }

  async #family(): Promise<number[]> {
    const { pid } = this.#child!;
    const listed = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => '');
    return listed.split(' ').filter(Boolean).map(Number);
  }

  #signal(pids: readonly number[], signal: NodeJS.Signals): void {
    for (const pid of pids) {
      try {
        process.kill(pid, signal);
      } catch {
        // It has just ended.
      }
    }
  }
}

/** Gives a folder with all that is in it to a user. */
export async function giveAll(folder: string, { uid, gid }: ServerUser): Promise<void> {
  if (uid === undefined || gid === undefined) return;
  const names = await readdir(folder, { recursive: true });
  await Promise.all([folder, ...names.map((name) => join(folder, name))].map((path) => chown(path, uid, gid)));
}
