import { startChild } from '../processes/child.js';
import type { Spoken } from './spoken.js';
import type { Timetable } from './timetable.rules.js';

export type Upstream = Awaited<ReturnType<typeof startUpstream>>;

/** The fake provider in its own process. */
export async function startUpstream() {
  const child = startChild(new URL('./upstream-process.js', import.meta.url));
  const port = await child.call<number>('listen');
  return {
    pid: child.pid,
    port,
    plan: (timetables: Record<string, Timetable>) => child.call<void>('plan', timetables),
    take: () => child.call<{ spoken: Spoken[]; open: number; maxOpen: number }>('take'),
    hangUp: () => child.call<void>('hangUp'),
    stop: child.stop,
  };
}
