import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { watchNpm } from '../processes/signals.js';

/** The release that the images have and that comes with the packages; it serves the same with a fifth less processor time. */
export const newMajor = 24;

/**
 * The Node that came with the packages, which is there for Linux with glibc. npm puts it before all others for what `npm run` starts.
 * @param {string} root
 * @param {{ platform: string, arch: string }} [machine]
 * @returns {string | undefined} its program
 */
export function broughtNode(root, { platform, arch } = process) {
  const program = join(root, 'node_modules', `node-${platform}-${arch}`, 'bin', 'node');
  return existsSync(program) ? program : undefined;
}

/**
 * Goes on with the Node that came with the packages, where this one is older: in a process of its own, with whose code this one
 * ends. Returns where there is none, or none that runs here.
 * @param {string} root
 * @param {string} [version] of this Node
 */
export async function useBroughtNode(root, version = process.versions.node) {
  const program = broughtNode(root);
  if (!program || Number.parseInt(version, 10) >= newMajor) return;
  const child = spawn(program, [...process.execArgv, ...process.argv.slice(1)], { stdio: 'inherit' });
  const passOn = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);
  const pass = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal);
  for (const signal of passOn) process.on(signal, pass);
  watchNpm(() => pass('SIGTERM'));
  const code = await new Promise((resolve) => {
    child.once('error', () => resolve(undefined));
    child.once('exit', (own, signal) => resolve(own ?? (signal === 'SIGINT' ? 130 : 1)));
  });
  if (code !== undefined) process.exit(code);
  for (const signal of passOn) process.off(signal, pass);
}
