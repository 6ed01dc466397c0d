import { spawn } from 'node:child_process';
import { waitUntil } from '../src/backing/wait-until.js';

/**
 * Runs the launcher of a checkout as a user does, and reads what it prints.
 * @param {string} checkout
 * @param {{ port: number, args?: string[], command?: [string, ...string[]], env?: Record<string, string> }} how
 */
export function runLauncher(checkout, { port, args = [], command, env = {} }) {
  const [program, ...before] = command ?? [process.execPath, 'packages/build-kit/src/start.js'];
  const own = { PORT: String(port), DRAIN_SECONDS: '1', NODE_OPTIONS: '', ...env };
  const foreign = { DATABASE_URL: '', NATS_URL: '', REDIS_URL: '', DATA_DIR: '', npm_lifecycle_event: '' };
  const child = spawn(program, [...before, ...args], {
    cwd: checkout,
    env: { ...process.env, ...foreign, ...own },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  /** @type {Promise<number | NodeJS.Signals | null>} */
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  return {
    child,
    ended,
    said: () => said,
    /**
     * Waits for text on the terminal; fails with what was said instead.
     * @param {string} text
     */
    async says(text) {
      const isSaid = () => said.includes(text) || child.exitCode !== null;
      await waitUntil(isSaid, { timeoutMs: 60_000 });
      if (!said.includes(text)) throw new Error(`The launcher never said "${text}", but:\n${said}`);
    },
  };
}
