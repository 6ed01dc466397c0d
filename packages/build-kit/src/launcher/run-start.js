import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { buildServers } from '../build/build-servers.js';
import { installWhenNeeded } from '../install/install.js';
import { listenForStop } from '../processes/signals.js';
import { defined } from '../defined.js';
import { fail } from '../fail.js';
import { root } from '../slices.js';
import { newerNodeHint } from './node-hint.js';
import { help, readStartOptions } from './start-options.js';
import { buildWebSlices } from '../build/web-build.js';

/**
 * Everything `npm start` does.
 * @param {string[]} args of the command line
 */
export async function runStart(args) {
  const begun = performance.now();
  if (existsSync(join(root, '.env'))) process.loadEnvFile(join(root, '.env'));
  const options = readStartOptions(args, process.env);
  if (options.help) return console.log(help);
  await installWhenNeeded(root, console.log);
  /** @param {string} line */
  const report = (line) => console.log(`  ${line}`);
  const giveUp = new AbortController();
  /** @type {import('./index.js').Stack | undefined} */
  let stack;
  let exitCode = 0;
  /** @param {{ force?: boolean }} [how] */
  const end = async (how) => {
    await stack?.stop(how).then(() => console.log('Stopped. The data stays.'), fail);
    process.exit(process.exitCode || exitCode);
  };
  listenForStop({
    onStop: (why) => {
      console.log(stack ? `\nStopping (${why})…` : `\nGiving up (${why})…`);
      giveUp.abort(new Error('Stopped while starting.'));
      if (stack) void end();
    },
    onForce: () => {
      console.log('Stopping by force…');
      exitCode = 130;
      if (stack) void end({ force: true });
      else process.exit(exitCode);
    },
  });

  console.log('Polylogue');
  await buildServers(report);
  await buildWebSlices(report, { signal: giveUp.signal });
  giveUp.signal.throwIfAborted();
  const { startStack } = await import('./index.js');
  const { findLocalBundle } = await import('../bundle/local-bundle.js');
  const bundle = await findLocalBundle();
  // Traces of separate processes name files.
  const used = options.separate ? undefined : bundle;
  stack = await startStack({ ...options, bundle: used, report, signal: giveUp.signal });
  if (giveUp.signal.aborted) return end();
  if (options.rotateKeys) await closeKeysAnew(stack.environment);
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  console.log(`\nPolylogue is ready at ${stack.url}  (${seconds} s; Ctrl-C stops it)\n`);
  if (options.resetLink !== undefined) await printResetLink(stack, options.resetLink);
  const hint = newerNodeHint(process.versions.node);
  if (hint) console.log(`  ${hint}\n`);
  if (!bundle) bundleForNextTime(giveUp.signal);
  const setupCode = await neededSetupCode(stack);
  if (setupCode) console.log(`  The first account needs this setup code: ${setupCode}\n`);
}

/**
 * Bundles the servers beside what runs, so that the next start takes half as long; without, it takes as long as this one.
 * @param {AbortSignal} signal
 */
function bundleForNextTime(signal) {
  const child = spawn(process.execPath, [join(root, 'packages/build-kit/src/bundle/make-local-bundle.js')], {
    cwd: root,
    stdio: 'ignore',
    signal,
  });
  child.once('error', () => undefined);
  child.once('spawn', () => setPriority(defined(child.pid, 'The pid'), constants.priority.PRIORITY_LOW));
  child.unref();
}

/**
 * The code for the first account, while there is none and other machines reach the page.
 * @param {import('./index.js').Stack} stack
 * @returns {Promise<string | undefined>}
 */
async function neededSetupCode({ url, environment }) {
  const { SETUP_CODE: code } = environment;
  if (!code) return undefined;
  const { needsSetupCode } = await (await fetch(`${url}/api/config`)).json();
  return needsSetupCode ? code : undefined;
}

/**
 * Runs the rotation of ai-dispatch, and shows what it says.
 * @param {NodeJS.ProcessEnv} environment
 */
async function closeKeysAnew(environment) {
  const code = await runProgram('services/ai-dispatch/dist/keys/rotate-keys.js', [], environment);
  if (code !== 0) console.error('Rotating the stored keys failed for some of them: see above, then run this again.');
}

/**
 * Has admin make a link for a new password, and shows it.
 * @param {import('./index.js').Stack} stack
 * @param {string} email
 */
async function printResetLink({ url, environment }, email) {
  await runProgram('services/admin/dist/users/reset-link.js', [email], { PUBLIC_URL: url, ...environment });
}

/**
 * @param {string} main
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} environment
 * @returns {Promise<number | null>} its exit code
 */
async function runProgram(main, args, environment) {
  const env = { PATH: process.env.PATH, ...environment };
  const [code] = await once(spawn(process.execPath, [join(root, main), ...args], { env, stdio: 'inherit' }), 'close');
  return code;
}
