import { readFileSync } from 'node:fs';

// npm passes a Ctrl-C on that the terminal has already given us: two within this time are one.
const samePressMs = 800;
const parentCheckMs = 500;

/**
 * Calls `onStop` when the user or the system asks to end, and `onForce` when asked again.
 * @param {{ onStop: (why: string) => void, onForce: () => void }} answers
 */
export function listenForStop({ onStop, onForce }) {
  /** @type {number | undefined} */
  let askedAt;
  /** @param {string} why */
  const ask = (why) => {
    const now = Date.now();
    if (askedAt === undefined) {
      askedAt = now;
      onStop(why);
    } else if (now - askedAt > samePressMs) onForce();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => ask(signal));
  // A closed terminal must not end us in the middle of stopping.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  watchNpm(() => ask('npm has ended'));
}

/**
 * A killed npm passes nothing on; what is left is that this process, or the shell npm put between, has another parent.
 * @param {() => void} onGone is not called for what npm did not start
 */
export function watchNpm(onGone) {
  if (!process.env.npm_lifecycle_event) return;
  const parents = () => `${process.ppid} ${parentOf(process.ppid)}`;
  const before = parents();
  const timer = setInterval(() => {
    if (parents() === before) return;
    clearInterval(timer);
    onGone();
  }, parentCheckMs);
  timer.unref();
}

/** @param {number} pid */
function parentOf(pid) {
  try {
    return /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  } catch {
    // Elsewhere than on Linux the shell gives way to its command.
    return undefined;
  }
}
