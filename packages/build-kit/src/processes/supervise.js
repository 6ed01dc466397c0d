/** @import { ChildProcess } from 'node:child_process' */

/**
 * @typedef {object} Supervised one program that is kept running
 * @property {string} name
 * @property {number | undefined} pid of the process that runs now
 * @property {(signal?: NodeJS.Signals) => void} kill hits the program as an accident would; it is started again
 * @property {() => Promise<void>} restart ends it properly and starts it again at once
 * @property {(graceMs: number) => Promise<void>} stop ends it properly, by force after `graceMs`
 */

/**
 * Keeps a program running: when it ends by itself it is started again, after 1 s, doubling to 15 s.
 * @param {object} wanted
 * @param {string} wanted.name
 * @param {() => ChildProcess} wanted.start
 * @param {(line: string) => void} wanted.report
 * @param {NodeJS.Signals} [wanted.endSignal]
 * @param {(why: string) => boolean} [wanted.onEnd] called at each unwanted end; answers whether to start again
 * @param {{ first: number, longest: number, steadyAfter: number }} [wanted.delays] milliseconds
 * @returns {Supervised}
 */
export function supervise({ name, start, report, endSignal = 'SIGTERM', onEnd, delays }) {
  const { first, longest, steadyAfter } = delays ?? { first: 1000, longest: 15_000, steadyAfter: 60_000 };
  /** @type {ChildProcess} */
  let child;
  /** @type {Promise<unknown>} */
  let ended;
  let stopping = false;
  let delay = first;
  /** @type {NodeJS.Timeout | undefined} */
  let timer;

  function launch() {
    const startedAt = Date.now();
    child = start();
    ended = new Promise((resolve) => child.once('exit', resolve));
    child.once('exit', (code, signal) => {
      if (stopping) return;
      if (Date.now() - startedAt > steadyAfter) delay = first;
      const why = signal ? `was ended by ${signal}` : `ended with code ${code}`;
      if (onEnd && !onEnd(why)) return;
      report(`${name} ${why}; starting it again in ${delay / 1000} s`);
      timer = setTimeout(launch, delay);
      delay = Math.min(delay * 2, longest);
    });
    child.once('error', (error) => report(`${name} could not be started: ${error.message}`));
  }

  const isRunning = () => child.exitCode === null && child.signalCode === null && child.pid !== undefined;

  /** @param {number} graceMs */
  async function end(graceMs) {
    stopping = true;
    clearTimeout(timer);
    if (!isRunning()) return;
    signalGroup(child, endSignal);
    const force = setTimeout(() => signalGroup(child, 'SIGKILL'), graceMs);
    await ended;
    clearTimeout(force);
  }

  launch();
  return {
    name,
    get pid() {
      return child.pid;
    },
    kill: (signal = 'SIGKILL') => void (isRunning() && child.kill(signal)),
    stop: end,
    async restart() {
      await end(15_000);
      stopping = false;
      delay = first;
      launch();
    },
  };
}

/** @param {ChildProcess} child @param {NodeJS.Signals} signal */
function signalGroup(child, signal) {
  try {
    if (child.pid) process.kill(-child.pid, signal);
  } catch {
    child.kill(signal);
  }
}
