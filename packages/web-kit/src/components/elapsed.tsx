import { useSyncExternalStore } from 'react';
import { seconds } from '../formatting/when.js';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

/** Milliseconds in which a figure that counts changes; a frame that comes a little earlier will do. */
const tick = 100;
const early = 15;

function count(): void {
  now = Date.now();
  for (const each of listeners) each();
}

// One clock for all of them: what counts side by side is rendered together, not each in a moment of its own.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) now = Date.now();
  timer ??= setInterval(() => {
    // What is painted meanwhile has counted on with it.
    if (Date.now() - now >= tick) count();
  }, tick / 2);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/**
 * For what paints often: call it where that is done, and what counts changes in the same frame; the frames between stay
 * free for keys and clicks.
 */
export function countInThisFrame(): void {
  if (Date.now() - now >= tick - early) count();
}

/** Seconds since `startedAt`, counting. */
export function Elapsed({ startedAt }: { startedAt: number }) {
  const at = useSyncExternalStore(subscribe, () => now);
  return <span className="num">{seconds(Math.max(0, at - startedAt))}</span>;
}
