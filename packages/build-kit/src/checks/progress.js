import { stdout } from 'node:process';

/** @typedef {{ done: number, total: number, failed: number }} Files how far a step is that runs test files */

/**
 * Shows how far a run is: a line at the bottom of a terminal, a line every so often where there is none.
 * @param {number} total how many steps there are
 */
export function showProgress(total) {
  const begun = performance.now();
  /** @type {Map<string, Files | undefined>} */
  const running = new Map();
  let ended = 0;
  const line = () => {
    const steps = [...running].map(([title, files]) => (files ? `${title} ${describe(files)}` : title));
    return `  ${clock(performance.now() - begun)}  ${ended} of ${total} steps done; ${steps.join(' · ') || 'ending'}`;
  };
  const clear = () => stdout.isTTY && stdout.write('\r\u001b[K');
  const draw = () => stdout.isTTY && stdout.write(`\r\u001b[K${line().slice(0, stdout.columns - 1)}`);
  const timer = setInterval(() => (stdout.isTTY ? draw() : console.log(line())), stdout.isTTY ? 500 : 20_000);
  timer.unref();
  const print = (/** @type {string} */ text) => {
    clear();
    console.log(text);
    draw();
  };
  return {
    print,
    /** @param {string} title */
    begin: (title) => void running.set(title, undefined),
    /** @param {string} title @param {Files} files */
    count: (title, files) => void running.set(title, files),
    /** @param {string} title @param {string} result */
    end: (title, result) => {
      running.delete(title);
      ended += 1;
      print(result);
    },
    stop: () => {
      clearInterval(timer);
      clear();
    },
  };
}

/** @param {Files} files */
const describe = ({ done, total, failed }) => `${done} of ${total} files${failed > 0 ? `, ${failed} FAILED` : ''}`;

/** @param {number} milliseconds */
function clock(milliseconds) {
  const seconds = Math.floor(milliseconds / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}
