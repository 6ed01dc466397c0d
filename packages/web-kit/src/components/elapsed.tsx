import { useSyncExternalStore } from 'react';
import { seconds } from '../formatting/when.js';

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

// One clock for all of them: what counts side by side is rendered together, not each in a moment of its own.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  timer ??= setInterval(() => {
    now = Date.now();
    for (const each of listeners) each();
  }, 100);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** Seconds since `startedAt`, counting. */
export function Elapsed({ startedAt }: { startedAt: number }) {
  const at = useSyncExternalStore(subscribe, () => now);
  return <span className="num">{seconds(Math.max(0, at - startedAt))}</span>;
}
