import { useSyncExternalStore } from 'react';
import { timeAgo } from '../formatting/time-ago.js';
import { when } from '../formatting/when.js';

/** A minute is the least that is told. */
const everyMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function strike(): void {
  now = Date.now();
  for (const each of listeners) each();
}

// One clock for all of them, which stands while nothing is told.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // It stood while nothing was told.
    now = Date.now();
    timer = setInterval(strike, everyMs);
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

/** '2 hours ago', which goes on counting; the exact time when it is pointed at. */
export function RelativeTime({ time }: { time: string }) {
  const at = useSyncExternalStore(subscribe, () => now);
  // What came since the clock last struck is not from the future.
  const shown = Math.max(at, new Date(time).getTime());
  return (
    <time dateTime={time} title={when(time)}>
      {timeAgo(time, new Date(shown))}
    </time>
  );
}
