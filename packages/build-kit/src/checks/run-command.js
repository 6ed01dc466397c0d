import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { root } from '../slices.js';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();

/**
 * Runs a program of the project (`node_modules/.bin` comes first on PATH) and waits for its end.
 * @param {string} command
 * @param {string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, onMessage?: (message: any) => void }} [how] `onMessage` takes what a
 *   program of Node sends to its parent
 * @returns {Promise<{ code: number, output: string }>}
 */
export function runCommand(command, args, { env = process.env, cwd = root, onMessage } = {}) {
  const path = [join(root, 'node_modules/.bin'), env.PATH].join(delimiter);
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...env, PATH: path },
      stdio: ['ignore', 'pipe', 'pipe', ...(onMessage ? /** @type {const} */ (['ipc']) : [])],
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += chunk));
    if (onMessage) child.on('message', onMessage);
    running.add(child);
    child.once('error', (error) => resolve({ code: 127, output: error.message }));
    child.once('close', (code, signal) => {
      running.delete(child);
      resolve({ code: code ?? 1, output: signal ? `${output}\nended by ${signal}` : output });
    });
  });
}

/** Ends whatever is still running, for a run that is being stopped. */
export function endRunning() {
  for (const child of running) child.kill('SIGTERM');
}
