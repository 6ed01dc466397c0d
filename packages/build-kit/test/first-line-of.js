import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/**
 * Runs a script of this folder and waits for the first line it says.
 * @param {string} script
 * @param {...string} args
 * @returns {Promise<{ child: import('node:child_process').ChildProcess, line: string }>}
 */
export async function firstLineOf(script, ...args) {
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  return { child, line };
}
