import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { probeTcp } from './probe-tcp.js';
import { claimPort } from './ports.js';
import { findProgram, startSmallServer } from './small-server.js';

const wanted = {
  name: 'redis',
  programs: ['redis-server', 'valkey-server'],
  debian: {
    // redis-server holds only a link to the program in redis-tools, which acts by the name it is called with.
    packages: ['redis-server', 'redis-tools', 'liblzf1', 'libjemalloc2'],
    program: 'usr/bin/redis-server',
  },
  sentence:
    'Redis was not found. Install it (Debian, Ubuntu: apt-get install redis-server; macOS: brew install redis), ' +
    'set REDIS_URL, or run: docker compose up',
};

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} report
 */
export const findRedis = (env, report) => findProgram(wanted, env, report);

/** @param {import('./index.js').BackingContext} context */
export async function startRedis(context) {
  const { folder, durable, report, port, taken, env } = context;
  const program = await findRedis(env, report);
  const claimed = await claimPort('Redis', port, taken);
  const store = join(folder, 'redis');
  await mkdir(store, { recursive: true, mode: 0o700 });
  // A new one each start: nothing but this run's servers needs it.
  const password = randomBytes(18).toString('base64url');
  const config = [
    'bind 127.0.0.1',
    `port ${claimed}`,
    `dir ${JSON.stringify(store)}`,
    `requirepass ${password}`,
    // Bull loses jobs when Redis drops keys.
    'maxmemory-policy noeviction',
    `appendonly ${durable ? 'yes' : 'no'}`,
    'save ""',
    'daemonize no',
    '',
  ].join('\n');
  // While it reads its file it answers -LOADING, so ask again soon.
  const isReady = () => probeTcp(claimed, { say: `AUTH ${password}\r\nPING\r\n`, expect: '+PONG', timeoutMs: 100 });
  const server = await startSmallServer({ name: 'redis', program, config, args: [], isReady }, context);
  const { version, source } = program;
  return { url: `redis://:${password}@127.0.0.1:${claimed}`, port: claimed, version, source, server };
}
