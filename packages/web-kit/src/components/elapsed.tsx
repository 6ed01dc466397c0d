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

// One timer for all of them: counters side by side are rendered together, not one by one.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (!timer) now = Date.now();
  timer ??= setInterval(() => {
    // Skipped when a render in between has updated the time already.
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
