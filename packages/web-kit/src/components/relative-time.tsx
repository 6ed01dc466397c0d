import { useSyncExternalStore } from 'react';
import { timeAgo } from '../formatting/time-ago.js';
import { when } from '../formatting/when.js';

/** The shown text changes by the minute at most. */
const everyMs = 60_000;
const listeners = new Set<() => void>();
let timer: ReturnType<typeof setInterval> | undefined;
let now = Date.now();

function tick(): void {
  now = Date.now();
  for (const each of listeners) each();
}

// One timer for all of them, which is stopped while none is shown.
function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    // The time of before is stale: the timer was stopped.
    now = Date.now();
    timer = setInterval(tick, everyMs);
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
  // A time since the last tick must not be shown as in the future.
  const shown = Math.max(at, new Date(time).getTime());
  return (
    <time dateTime={time} title={when(time)}>
      {timeAgo(time, new Date(shown))}
    </time>
  );
}
