import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { supervise } from '../processes/supervise.js';
import { BackingError } from './backing-error.js';
import { unpackDebian } from './debian-packages.js';
import { findOnPath, versionOf } from './find-binary.js';
import { tailOf } from './tail-of.js';
import { waitUntil } from './wait-until.js';

/** @typedef {{ path: string, version: string, source: string, env: Record<string, string> }} Program and what it needs */

/**
 * Finds a program: on PATH, else in Debian's packages, else a sentence that says what to install.
 * @param {object} wanted
 * @param {string} wanted.name
 * @param {string[]} wanted.programs names on PATH, best first
 * @param {{ packages: string[], program: string }} wanted.debian
 * @param {string} wanted.sentence
 * @param {NodeJS.ProcessEnv} env
 * @param {(line: string) => void} report
 * @returns {Promise<Program>}
 */
export async function findProgram({ name, programs, debian, sentence }, env, report) {
  const onPath = await findOnPath(programs, env);
  if (onPath) return { path: onPath, version: await versionOf(onPath), source: 'on PATH', env: {} };
  const unpacked = await unpackDebian({ name, ...debian, env, report });
  if (!unpacked) throw new BackingError('missing', sentence);
  const environment = { LD_LIBRARY_PATH: unpacked.libraries };
  const version = await versionOf(unpacked.path, { ...process.env, ...environment });
  if (!version) throw new BackingError('missing', `${unpacked.path} does not run here. ${sentence}`);
  return { path: unpacked.path, version, source: "from Debian's packages", env: environment };
}

/**
 * Writes the server's configuration, starts it and waits until it answers.
 * @param {object} wanted
 * @param {string} wanted.name
 * @param {Program} wanted.program
 * @param {string} wanted.config
 * @param {string[]} wanted.args before the configuration file's path
 * @param {(pid: number | undefined) => Promise<boolean>} wanted.isReady
 * @param {import('./index.js').BackingContext} context
 */
export async function startSmallServer({ name, program, config, args, isReady }, { folder, report, guard }) {
  const log = join(folder, 'logs', `${name}.log`);
  const configFile = join(folder, `${name}.conf`);
  await writeFile(configFile, config, { mode: 0o600 });
  let isUp = false;
  let refused = '';
  const server = supervise({
    name,
    report,
    onEnd: (why) => (isUp ? true : ((refused = why), false)),
    start: () =>
      guard.spawn(program.path, [...args, configFile], {
        cwd: folder,
        env: { PATH: process.env.PATH, LC_ALL: 'C', ...program.env },
        log,
        wave: 2,
      }),
  });
  const answered = await waitUntil(() => refused !== '' || isReady(server.pid), { timeoutMs: 30_000 });
  if (!answered || refused) {
    await server.stop(2000);
    throw new BackingError('failed', `${name} did not start: it ${refused || 'did not answer'}.${await tailOf(log)}`);
  }
  isUp = true;
  return server;
}
