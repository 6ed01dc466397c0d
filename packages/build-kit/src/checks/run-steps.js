import { availableParallelism } from 'node:os';
import { failed } from './outcome.js';

/**
 * @typedef {import('./steps.js').Step} Step
 * @typedef {{ step: Step, outcome: import('./outcome.js').Outcome, seconds: number }} Ended
 */

/**
 * Runs steps on as many processors as there are, up to two: those that keep several busy take both. A step waits for those
 * it needs, and is not run when one of them failed.
 * @param {Step[]} steps in the order in which they begin when they can
 * @param {(step: Step) => Promise<import('./outcome.js').Outcome>} run
 * @param {{ onStart?: (step: Step) => void, onEnd?: (ended: Ended) => void, processors?: number }} [how]
 * @returns {Promise<Ended[]>} in the order of their ends
 */
export async function runSteps(steps, run, { onStart, onEnd, processors = availableParallelism() } = {}) {
  const width = Math.min(2, processors);
  const waiting = [...steps];
  /** @type {Map<Step, Promise<void>>} */
  const running = new Map();
  /** @type {Ended[]} */
  const ended = [];

  const isDone = (/** @type {Step} */ step) => ended.some((each) => each.step === step);
  const isReady = (/** @type {Step} */ { needs = [] }) =>
    steps.every((step) => !needs.includes(step.name) || isDone(step));
  const hasRoomFor = (/** @type {Step} */ { isWide }) =>
    running.size < (isWide ? 1 : width) && ![...running.keys()].some((step) => step.isWide);

  /** @param {Step} step */
  async function runOne(step) {
    onStart?.(step);
    const begun = performance.now();
    const broken = ended.find((each) => step.needs?.includes(each.step.name) && each.outcome.failed > 0);
    const outcome = broken
      ? failed(`${broken.step.title} failed, on which this stands.`)
      : await run(step).catch((error) => failed(error.stack ?? String(error)));
    const end = { step, outcome, seconds: (performance.now() - begun) / 1000 };
    running.delete(step);
    ended.push(end);
    onEnd?.(end);
  }

  while (waiting.length + running.size > 0) {
    // The first that is ready has its turn: a wide one would otherwise wait for ever behind narrow ones.
    for (let next = waiting.find(isReady); next && hasRoomFor(next); next = waiting.find(isReady)) {
      waiting.splice(waiting.indexOf(next), 1);
      // Begun in a moment, so that what ends at once finds itself among the running.
      running.set(next, Promise.resolve(next).then(runOne));
    }
    await Promise.race(running.values());
  }
  return ended;
}
