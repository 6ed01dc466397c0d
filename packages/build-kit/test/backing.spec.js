import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import pg from 'pg';
import { probeTcp } from '../src/backing/probe-tcp.js';
import { findFreePort, startBacking } from '../src/backing/index.js';
import { findProgram } from '../src/backing/small-server.js';
import { waitUntil } from '../src/backing/wait-until.js';
import { defined } from '../src/defined.js';
import { firstLineOf } from './first-line-of.js';
import { isAlive, removeScratch, scratchFolder } from './scratch.js';

// Whatever services the developer has: these are about our own.
const env = { ...process.env, DATABASE_URL: '', NATS_URL: '', REDIS_URL: '' };

afterAll(removeScratch);

/** @param {import('../src/backing/index.js').BackingService} service one that was started here */
const portOf = ({ port, url }) => defined(port, `The port of ${url}`);

/** @param {string} url @param {string} text */
async function query(url, text) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

describe('backing services', () => {
  test('all three answer, and what was stored is there at the next start', async () => {
    const folder = await scratchFolder();
    /** @type {string[]} */
    const lines = [];
    const first = await startBacking({ folder, env, report: (line) => lines.push(line) });
    expect(await probeTcp(portOf(first.nats), { expect: '"jetstream":true' })).toBe(true);
    expect(await probeTcp(portOf(first.redis), { say: 'PING\r\n', expect: '-NOAUTH' })).toBe(true);
    await query(first.postgres.url, 'CREATE TABLE kept AS SELECT 42 AS answer');
    expect(await query(first.postgres.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    await first.stop();
    expect(lines.filter((line) => line.includes('ready'))).toHaveLength(3);

    const second = await startBacking({ folder, env });
    try {
      expect(await query(second.postgres.url, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    } finally {
      await second.stop();
    }
  });

  test('a service that dies is started again where it was', async () => {
    const backing = await startBacking({ folder: await scratchFolder(), env, durable: false });
    try {
      const redis = defined(backing.processes.redis, 'The process of Redis');
      const before = redis.pid;
      redis.kill();
      const isBack = () => probeTcp(portOf(backing.redis), { say: 'PING\r\n', expect: '-NOAUTH' });
      await waitUntil(async () => !(await isAlive(before)), { timeoutMs: 60_000 });
      expect(await waitUntil(isBack, { timeoutMs: 60_000 })).toBe(true);
    } finally {
      await backing.stop();
    }
  });

  test('nothing outlives a launcher that was killed', async () => {
    const { child, line } = await firstLineOf(join(import.meta.dirname, 'hold-backing.js'), await scratchFolder());
    /** @type {number[]} */
    const pids = JSON.parse(line);
    expect(pids).toHaveLength(3);
    child.kill('SIGKILL');
    const areGone = async () => !(await Promise.all(pids.map(isAlive))).includes(true);
    expect(await waitUntil(areGone, { timeoutMs: 60_000 })).toBe(true);
  });

  test('a taken port is named, and nothing is left running', async () => {
    const port = await findFreePort();
    const other = createServer().listen(port, '127.0.0.1');
    const folder = await scratchFolder();
    const started = startBacking({ folder, env, durable: false, ports: { nats: port } });
    await expect(started).rejects.toThrow(`Port ${port}, meant for NATS, is taken by another program.`);
    other.close();
    expect(await readdir(join(folder, 'postgres'))).not.toContain('postmaster.pid');
  });

  test('a data folder of another version is left as it is', async () => {
    const folder = await scratchFolder();
    await mkdir(join(folder, 'postgres'));
    await writeFile(join(folder, 'postgres', 'PG_VERSION'), '9\n');
    const started = startBacking({ folder, env, durable: false });
    await expect(started).rejects.toMatchObject({
      reason: 'other_version',
      exitCode: 1,
      message: expect.stringMatching(/was made by PostgreSQL 9; found here: .*Nothing was changed\./),
    });
    expect(await readdir(join(folder, 'postgres'))).toEqual(['PG_VERSION']);
    expect(await readFile(join(folder, 'postgres', 'PG_VERSION'), 'utf8')).toBe('9\n');
  });

  test('an address in the environment that does not answer is named', async () => {
    const port = await findFreePort();
    const elsewhere = { ...env, NATS_URL: `nats://127.0.0.1:${port}` };
    await expect(startBacking({ folder: await scratchFolder(), env: elsewhere, durable: false })).rejects.toThrow(
      `NATS_URL is set, but nothing answers as expected at 127.0.0.1:${port}.`,
    );
  });

  test('a service that cannot be had ends in a sentence that says what to install', async () => {
    const wanted = {
      name: 'nobody',
      programs: ['no-such-server'],
      debian: { packages: ['no-such-package'], program: 'usr/bin/no-such-server' },
      sentence: 'No such server was found. Install it.',
    };
    const nowhere = { PATH: '', XDG_CACHE_HOME: await scratchFolder() };
    const found = findProgram(wanted, nowhere, () => {});
    await expect(found).rejects.toMatchObject({ reason: 'missing', message: 'No such server was found. Install it.' });
  });
});
