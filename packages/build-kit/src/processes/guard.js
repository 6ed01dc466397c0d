import { spawn } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';

const guardScript = join(import.meta.dirname, 'guard.sh');

// The child names itself to the guard before it becomes the program, so no moment is left in which
// a killed launcher leaves something behind that the guard does not know.
const registerThenRun = 'printf "+ %s %s %s\\n" "$$" "$1" "$2" >&3; exec 3>&-; shift 2; exec "$@"';

/**
 * @typedef {object} GuardedOptions
 * @property {string} log file that takes the output
 * @property {string} [cwd]
 * @property {NodeJS.ProcessEnv} [env]
 * @property {number} [uid]
 * @property {number} [gid]
 * @property {'TERM' | 'INT' | 'QUIT'} [endSignal] what asks this program to end
 * @property {1 | 2} [wave] wave 1 ends before wave 2 when the launcher was killed
 * @property {boolean} [pipeOutput] hand the output to the caller in place of the file
 */

/**
 * Starts programs in process groups of their own (a Ctrl-C of the terminal does not reach them) that end
 * when this process ends, `kill -9` included: a small shell watches a pipe whose other end is held here.
 */
export function createGuard() {
  let closed = false;
  const living = new Map();
  let watcher = startWatcher();

  function startWatcher() {
    const started = spawn('/bin/sh', [guardScript], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] });
    started.stdin.on('error', () => undefined);
    started.unref();
    /** @type {import('node:net').Socket} */ (started.stdin).unref?.();
    started.once('exit', () => {
      if (closed) return;
      watcher = startWatcher();
      for (const [pid, { endSignal, wave }] of living) watcher.stdin.write(`+ ${pid} ${endSignal} ${wave}\n`);
    });
    return started;
  }

  return {
    /** The watcher's process. */
    get pid() {
      return watcher.pid;
    },
    /**
     * @param {string} command
     * @param {string[]} args
     * @param {GuardedOptions} options
     * @returns {import('node:child_process').ChildProcess}
     */
    spawn(command, args, { log, endSignal = 'TERM', wave = 1, pipeOutput = false, ...options }) {
      const output = pipeOutput ? 'pipe' : openSync(log, 'a', 0o600);
      const child = spawn('/bin/sh', ['-c', registerThenRun, 'sh', endSignal, String(wave), command, ...args], {
        ...options,
        detached: true,
        stdio: ['ignore', output, output, watcher.stdin],
      });
      if (typeof output === 'number') closeSync(output);
      if (child.pid) living.set(child.pid, { endSignal, wave });
      child.once('exit', () => {
        living.delete(child.pid);
        if (!closed) watcher.stdin.write(`- ${child.pid}\n`);
      });
      return child;
    },
    /** Ends the watcher, and with it whatever still runs. */
    close() {
      closed = true;
      watcher.stdin.end();
    },
  };
}

/** @typedef {ReturnType<typeof createGuard>} Guard */
