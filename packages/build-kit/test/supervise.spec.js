import { spawn } from 'node:child_process';
import { expect, test } from '@jest/globals';
import { waitUntil } from '../src/backing/wait-until.js';
import { defined } from '../src/defined.js';
import { supervise } from '../src/processes/supervise.js';

const delays = { first: 1, longest: 4, steadyAfter: 60_000 };
/** @param {string} code */
const run = (code) => spawn(process.execPath, ['-e', code], { detached: true, stdio: 'ignore' });

test('a program that ends is started again, each time later, and it is said', async () => {
  /** @type {string[]} */
  const lines = [];
  const server = supervise({
    name: 'x',
    start: () => run('process.exit(3)'),
    report: (line) => lines.push(line),
    delays,
  });
  await waitUntil(() => lines.length >= 4, { timeoutMs: 60_000 });
  await server.stop(1000);
  expect(lines.slice(0, 4)).toEqual([
    'x ended with code 3; starting it again in 0.001 s',
    'x ended with code 3; starting it again in 0.002 s',
    'x ended with code 3; starting it again in 0.004 s',
    'x ended with code 3; starting it again in 0.004 s',
  ]);
});

test('a killed program has another process afterwards; a stopped one has none', async () => {
  const server = supervise({ name: 'x', start: () => run('setInterval(() => {}, 1e6)'), report: () => {}, delays });
  const before = server.pid;
  server.kill();
  expect(await waitUntil(() => server.pid !== before, { timeoutMs: 60_000 })).toBe(true);
  await server.stop(1000);
  expect(() => process.kill(defined(server.pid, 'The process'), 0)).toThrow('ESRCH');
});

test('a program that will not end is ended by force', async () => {
  const deaf = 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1e6); process.stdout.write("deaf")';
  const child = spawn(process.execPath, ['-e', deaf], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
  const server = supervise({ name: 'x', start: () => child, report: () => {}, delays });
  await new Promise((resolve) => child.stdout.once('data', resolve));
  await server.stop(10);
  expect(child.signalCode).toBe('SIGKILL');
});
