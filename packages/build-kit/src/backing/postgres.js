import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { supervise } from '../processes/supervise.js';
import { BackingError } from './backing-error.js';
import { claimPort } from './ports.js';
import { findPostgres } from './postgres-binaries.js';
import { majorOf, makeDataFolder, serverEnvironment, superuserPassword } from './postgres-folder.js';
import { postgresSettings } from './postgres-settings.js';
import { dataFolderFor, reachableBinaries, serverUser } from './server-user.js';
import { tailOf } from './tail-of.js';
import { waitUntil } from './wait-until.js';

/** @param {import('./index.js').BackingContext} context */
export async function startPostgres({ folder, durable, report, port, taken, env, guard }) {
  const dataFolder = await dataFolderFor(folder, report);
  const existing = await majorOf(dataFolder);
  const binaries = await choose(env, existing, dataFolder);
  const bin = await reachableBinaries(binaries);
  const user = await serverUser(dataFolder);
  const password = await superuserPassword(folder);
  if (existing === undefined) {
    report('postgres  making its data folder');
    await makeDataFolder({ dataFolder, bin, major: binaries.major, user, durable, password });
  }
  await waitForEarlierServer(dataFolder);

  const claimed = await claimPort('PostgreSQL', port, taken);
  const log = join(folder, 'logs', 'postgres.log');
  let refused = '';
  let isUp = false;
  const server = supervise({
    name: 'postgres',
    report,
    endSignal: durable ? 'SIGINT' : 'SIGQUIT',
    onEnd: (why) => (isUp ? true : ((refused = why), false)),
    start: () =>
      guard.spawn(
        join(bin, 'postgres'),
        ['-D', dataFolder, '-h', '127.0.0.1', '-p', String(claimed), '-k', '', ...postgresSettings(durable)],
        {
          ...user,
          cwd: dataFolder,
          env: serverEnvironment(),
          log,
          endSignal: durable ? 'INT' : 'QUIT',
          wave: 2,
        },
      ),
  });
  isUp = await waitUntil(() => refused !== '' || isReady(dataFolder, server.pid), { timeoutMs: 60_000 });
  if (!isUp || refused) {
    isUp = false;
    await server.stop(5000);
    throw new BackingError(
      'failed',
      `PostgreSQL did not start on ${dataFolder}: it ${refused || 'took too long'}.${await tailOf(log)}`,
    );
  }
  const url = `postgres://postgres:${password}@127.0.0.1:${claimed}/postgres`;
  return { url, port: claimed, version: binaries.version, source: binaries.source, dataFolder, server };
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @param {number | undefined} existing major version of the data folder
 * @param {string} dataFolder
 */
async function choose(env, existing, dataFolder) {
  const { chosen, seen } = await findPostgres(env, existing);
  if (chosen) return chosen;
  const list = seen.map(({ version, source }) => `${version} ${source}`).join(', ') || 'none';
  if (existing !== undefined) {
    throw new BackingError(
      'other_version',
      `The data folder ${dataFolder} was made by PostgreSQL ${existing}; found here: ${list}. Install PostgreSQL ${existing}, ` +
        'or set DATA_DIR to another folder to begin anew. Nothing was changed.',
    );
  }
  throw new BackingError(
    'missing',
    `PostgreSQL 15 or later was not found (found: ${list}). Install it (Debian, Ubuntu: apt-get install postgresql; ` +
      'macOS: brew install postgresql@17), set DATABASE_URL to a superuser URL, or run: docker compose up',
  );
}

/** @param {string} dataFolder */
async function lockLines(dataFolder) {
  const text = await readFile(join(dataFolder, 'postmaster.pid'), 'utf8').catch(() => '');
  return text.split('\n').map((line) => line.trim());
}

/** @param {string} dataFolder @param {number | undefined} pid */
async function isReady(dataFolder, pid) {
  const lines = await lockLines(dataFolder);
  return Number(lines[0]) === pid && lines[7] === 'ready';
}

/**
 * After the launcher was killed its guard ends the server, which takes a moment.
 * @param {string} dataFolder
 */
async function waitForEarlierServer(dataFolder) {
  const pid = Number((await lockLines(dataFolder))[0]);
  if (!pid) return;
  const isGone = async () => !(await isPostgres(pid));
  if (!(await waitUntil(isGone, { timeoutMs: 20_000, everyMs: 50 }))) {
    throw new BackingError(
      'locked',
      `PostgreSQL already runs on ${dataFolder} (process ${pid}). End it, then start again.`,
    );
  }
  // Its number may since have gone to another program, which PostgreSQL would take for a living server.
  await rm(join(dataFolder, 'postmaster.pid'), { force: true });
}

/** @param {number} pid */
async function isPostgres(pid) {
  try {
    process.kill(pid, 0);
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ESRCH') return false;
  }
  const name = await readFile(`/proc/${pid}/comm`, 'utf8').catch(() => 'postgres');
  return name.startsWith('postgres');
}
