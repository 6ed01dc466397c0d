import type { Spent } from '../single-runs/claimed-rows.js';
import { parts, type CallStatus, type Part } from './backtest.entity.js';

/** A case without an end, with the calls that were begun for it. */
export interface OpenCase {
  number: number;
  candidateMicros: number | null;
  judgeMicros: number | null;
  calls: readonly { part: Part; status: CallStatus }[];
}

/** Bounds; undefined micros: none. */
export interface Bounds {
  calls: number;
  micros: number | undefined;
}

export interface NextCall {
  number: number;
  part: Part;
  /** The most it is expected to cost; undefined: unknown. */
  micros: number | undefined;
}

/** Calls of one backtest at a time. */
export const maxAtOnce = 3;

/** So many calls that fail one after another pause it: what fails so often is paid for and comes to nothing. */
export const maxFailuresInARow = 5;

/** A call to begin; `wait` until one that runs has ended; `pause` where the budget leaves no room; `done`: no case is open. */
export type Next = NextCall | 'wait' | 'pause' | 'done';

/** Which call is begun next: what a case still needs comes before a new case, so that what was paid for counts soon. */
export function nextCall(open: readonly OpenCase[], spent: Spent, bounds: Bounds): Next {
  if (open.length === 0) return 'done';
  // Counted in the cases: one that ends while they are read apart would be neither under way nor ended.
  const running = open.flatMap(({ calls }) => calls).filter(({ status }) => status === 'pending').length;
  if (running >= maxAtOnce) return 'wait';
  const found = open.flatMap((each) => needOf(each) ?? []);
  const next = found.find(({ part }) => part !== parts.candidate) ?? found[0];
  if (!next) return 'wait';
  const fits =
    spent.calls < bounds.calls && (bounds.micros === undefined || spent.micros + (next.micros ?? 0) <= bounds.micros);
  if (fits) return next;
  // What runs may cost less than it is expected to.
  return running > 0 ? 'wait' : 'pause';
}

function needOf({ number, calls, candidateMicros, judgeMicros }: OpenCase): NextCall | undefined {
  if (calls.some(({ status }) => status !== 'completed')) return undefined;
  const missing = Object.values(parts).find((part) => !calls.some((call) => call.part === part));
  if (missing === undefined) return undefined;
  const micros = missing === parts.candidate ? candidateMicros : judgeMicros;
  return { number, part: missing, micros: micros ?? undefined };
}
