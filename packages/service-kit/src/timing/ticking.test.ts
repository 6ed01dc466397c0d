import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { Ticking } from './ticking.js';

let ends: (() => void)[];
let runs: number;
const work = () => {
  runs += 1;
  return new Promise<void>((resolve) => ends.push(resolve));
};
const endRun = async () => {
  ends.shift()?.();
  await jest.advanceTimersByTimeAsync(0);
};
const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

beforeEach(() => {
  jest.useFakeTimers();
  [ends, runs] = [[], 0];
});
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

it('runs after a pause, and again one pause after the end of the run before', async () => {
  new Ticking(1_000, work).start();
  await pass(999);
  expect(runs).toBe(0);
  await pass(1);
  expect(runs).toBe(1);
  await pass(5_000);
  expect(runs).toBe(1);
  await endRun();
  await pass(999);
  expect(runs).toBe(1);
  await pass(1);
  expect(runs).toBe(2);
});

it('begins at once when asked to, and whoever wants a run joins the one under way', async () => {
  const ticking = new Ticking(1_000, work);
  ticking.start(true);
  const joined = [ticking.run(), ticking.run()];
  expect(runs).toBe(1);
  await endRun();
  await Promise.all(joined);
  await pass(600);
  void ticking.run();
  expect(runs).toBe(2);
  await endRun();
  // The pause counts from the run that was asked for.
  await pass(999);
  expect(runs).toBe(2);
  await pass(1);
  expect(runs).toBe(3);
});

it('goes on after a fault, whichever way the work fails, and tells it', async () => {
  const faults = [new Error('thrown'), new Error('rejected')];
  const told: unknown[] = [];
  const failing = () => {
    runs += 1;
    if (runs === 1) throw faults[0] as Error;
    return runs === 2 ? Promise.reject(faults[1] as Error) : Promise.resolve();
  };
  const ticking = new Ticking(1_000, failing, { onError: (error) => told.push(error) });
  await ticking.run();
  await pass(2_000);
  expect(runs).toBe(3);
  expect(told).toEqual(faults);
});

it('ends with the run under way, and runs no more', async () => {
  const ticking = new Ticking(1_000, work);
  ticking.start(true);
  let isOver = false;
  const stopped = ticking.stop().then(() => (isOver = true));
  await pass(0);
  expect([ticking.isStopped, isOver]).toEqual([true, false]);
  await endRun();
  await stopped;
  await ticking.run();
  ticking.start();
  await pass(10_000);
  expect(runs).toBe(1);
  expect(jest.getTimerCount()).toBe(0);
});

it.each([
  [0, 750],
  [0.5, 1_000],
  [1, 1_250],
])('spreads its pauses around the one it was given (%d)', async (random, pauseMs) => {
  jest.spyOn(Math, 'random').mockReturnValue(random);
  new Ticking(1_000, work, { spread: 0.25 }).start();
  await pass(pauseMs - 1);
  expect(runs).toBe(0);
  await pass(1);
  expect(runs).toBe(1);
});

it('keeps no process alive', () => {
  const waiting = jest.spyOn(globalThis, 'setTimeout');
  new Ticking(1_000, work).start();
  expect((waiting.mock.results[0]?.value as NodeJS.Timeout).hasRef()).toBe(false);
});
