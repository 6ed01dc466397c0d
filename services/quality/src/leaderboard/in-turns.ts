import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Steps } from '../statistics/steps.js';

/** Milliseconds that figures are computed for before everything else that waits has its turn. */
const turnMs = 15;

/** The result of some work during which the process goes on with everything else: figures may take seconds of a core. */
export async function inTurns<T>(steps: Steps<T>): Promise<T> {
  for (let began = performance.now(); ;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < turnMs) continue;
    await nextTurn();
    began = performance.now();
  }
}
