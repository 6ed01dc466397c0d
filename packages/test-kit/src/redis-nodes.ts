import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findRedis } from '@polylogue/build-kit/backing';
import { freePort } from './free-port.js';
import { killProcess } from './kill-process.js';

/** One Redis, or one sentinel, as a process of its own. */
export interface RedisNode {
  port: number;
  /** As a machine that crashes: no client is notified. */
  kill(): Promise<void>;
}

/** Starts Redis processes in a folder of their own, each with the lines of a configuration. */
export async function redisNodes() {
  const program = await findRedis(process.env, () => {});
  const folder = await mkdtemp(join(tmpdir(), 'polylogue-redis-'));
  const children: ChildProcess[] = [];
  return {
    start: async (lines: readonly string[], args: readonly string[] = []): Promise<RedisNode> => {
      const port = await freePort();
      const file = join(folder, `${port}.conf`);
      await writeFile(
        file,
        ['bind 127.0.0.1', `port ${port}`, `dir ${JSON.stringify(folder)}`, ...lines, ''].join('\n'),
      );
      const env = { ...process.env, ...program.env };
      const child = spawn(program.path, [file, ...args], { cwd: folder, env, stdio: 'ignore' });
      await once(child, 'spawn');
      children.push(child);
      return { port, kill: () => killProcess(child) };
    },
    close: async () => {
      await Promise.all(children.map(killProcess));
      await rm(folder, { recursive: true, force: true });
    },
  };
}
