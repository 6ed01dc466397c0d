import { join } from 'node:path';
import { BackingError } from '../backing/backing-error.js';
import { waitUntil } from '../backing/wait-until.js';
import { findLocalBundle } from '../bundle/local-bundle.js';
import { defined } from '../defined.js';
import { keepOutput } from '../processes/output.js';
import { supervise } from '../processes/supervise.js';
import { serverSlices } from '../slices.js';

const runSlices = join(import.meta.dirname, 'run-slices.js');
const runBundle = join(import.meta.dirname, 'run-bundle.js');

/**
 * What a process of servers is started with, here and in the images. Most of what a broadcast makes is garbage within
 * milliseconds: with twice V8's usual room for young objects little of it is copied, which saves a tenth of the servers'
 * processor time under load and costs up to 48 MB.
 */
export const nodeFlags = ['--max-semi-space-size=32'];

// What a service sets once it has started (decision 0017): code is kept for a process with the same flags only.
const bundleFlags = ['--heap-growing-percent=100'];

/**
 * @typedef {object} ServerContext
 * @property {string} folder
 * @property {string} root
 * @property {boolean} verbose
 * @property {(line: string) => void} report
 * @property {import('../processes/guard.js').Guard} guard
 */

/** @typedef {{ name: string, args: string[], env: NodeJS.ProcessEnv }} PlannedServer */
/** @typedef {{ isStarting: boolean, ended: { name: string, why: string }[] }} StartPhase */

/** @param {import('../slices.js').ServerSlice} slice @param {string | undefined} bundle @returns {string[]} what runs it by itself */
const argsOf = ({ name, main }, bundle) => (bundle ? [...bundleFlags, runBundle, bundle, name] : [main]);

/**
 * What Node is started with to run one server by itself, as a test does that kills it: from the bundle when it fits the sources.
 * @param {string} name of the slice
 * @returns {Promise<string[]>}
 */
export async function argsOfServer(name) {
  const bundle = await findLocalBundle();
  const slice = defined(
    serverSlices().find((each) => each.name === name),
    `A server named ${name}`,
  );
  return [...nodeFlags, ...argsOf(slice, bundle)];
}

/**
 * Which processes a stack consists of.
 * @param {import('../slices.js').ServerSlice[]} slices
 * @param {import('./environment.js').StackEnvironment} environment
 * @param {{ separate: boolean, bundle: string | undefined }} how `bundle`: all of them as one file
 */
export function planServers(slices, environment, { separate, bundle }) {
  if (separate) {
    return slices.map((slice) => ({ name: slice.name, args: argsOf(slice, bundle), env: environment.of(slice) }));
  }
  const args = bundle ? [...bundleFlags, runBundle, bundle] : [runSlices, ...slices.map(({ main }) => main)];
  return [{ name: 'servers', args, env: environment.all() }];
}

/**
 * Starts one server under supervision. While the stack is starting, an end is final and noted in `phase`.
 * @param {PlannedServer} planned
 * @param {ServerContext} context
 * @param {StartPhase} phase
 */
export function startServer({ name, args, env }, { folder, root, verbose, report, guard }, phase) {
  const log = join(folder, 'logs', `${name}.log`);
  const attach = keepOutput({ name, path: log, verbose, report });
  return supervise({
    name,
    report,
    onEnd: (why) => {
      if (!phase.isStarting) return true;
      phase.ended.push({ name, why });
      return false;
    },
    start: () => {
      const child = guard.spawn(process.execPath, [...nodeFlags, ...args], {
        cwd: root,
        env,
        log,
        pipeOutput: true,
        wave: 1,
      });
      attach(child);
      return child;
    },
  });
}

/**
 * Waits until every address answers without a fault, or says which server ended or stayed silent.
 * @param {{ name: string, url: string }[]} endpoints
 * @param {object} context
 * @param {StartPhase} context.phase
 * @param {string} context.folder
 * @param {number} context.timeoutMs
 * @param {AbortSignal} [context.signal]
 */
export async function waitForEndpoints(endpoints, { phase, folder, timeoutMs, signal }) {
  const waiting = new Set(endpoints);
  await Promise.all(
    endpoints.map(async (endpoint) => {
      const isOpen = () => phase.ended.length > 0 || answersWell(endpoint.url);
      if (await waitUntil(isOpen, { timeoutMs, everyMs: 25, signal })) waiting.delete(endpoint);
    }),
  );
  signal?.throwIfAborted();
  const [gone] = phase.ended;
  if (gone) {
    // Why stands above: what a server says on standard error is shown as it comes.
    const log = join(folder, 'logs', `${gone.name}.log`);
    throw new BackingError('failed', `${gone.name} ${gone.why} while starting. Its log: ${log}`);
  }
  if (waiting.size > 0) {
    const names = [...waiting].map(({ name, url }) => `${name} (${url})`).join(', ');
    throw new BackingError(
      'failed',
      `Not ready after ${timeoutMs / 1000} s: ${names}. The logs are in ${join(folder, 'logs')}`,
    );
  }
}

/** @param {string} url */
async function answersWell(url) {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) });
    await answer.body?.cancel();
    return answer.status < 500;
  } catch {
    return false;
  }
}
