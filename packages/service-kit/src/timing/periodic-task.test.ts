import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { PeriodicTask } from './periodic-task.js';

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
  new PeriodicTask({ everyMs: 1_000, work }).start();
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

it('begins at once when asked to, and a second trigger joins the run under way', async () => {
  const task = new PeriodicTask({ everyMs: 1_000, work });
  task.start('at once');
  const joined = [task.run(), task.run()];
  expect(runs).toBe(1);
  await endRun();
  await Promise.all(joined);
  await pass(600);
  void task.run();
  expect(runs).toBe(2);
  await endRun();
  // The pause counts from the run that was asked for.
  await pass(999);
  expect(runs).toBe(2);
  await pass(1);
  expect(runs).toBe(3);
});

it.each([
  [60_000, 1_000],
  [200, 200],
])('leaves a moment to others when it begins soon, at most one pause (%d ms)', async (everyMs, soonMs) => {
  new PeriodicTask({ everyMs, work }).start('soon');
  await pass(soonMs - 1);
  expect(runs).toBe(0);
  await pass(1);
  expect(runs).toBe(1);
});

it('begins at once when it is nudged before that', async () => {
  const task = new PeriodicTask({ everyMs: 60_000, work });
  task.start('soon');
  task.nudge();
  expect(runs).toBe(1);
  await pass(5_000);
  expect(runs).toBe(1);
});

it('goes on after a fault, whichever way the work fails, and reports it', async () => {
  const faults = [new Error('thrown'), new Error('rejected')];
  const reported: unknown[] = [];
  const failing = () => {
    runs += 1;
    if (runs === 1) throw faults[0] as Error;
    return runs === 2 ? Promise.reject(faults[1] as Error) : Promise.resolve();
  };
  const task = new PeriodicTask({ everyMs: 1_000, work: failing, onError: (error) => reported.push(error) });
  await task.run();
  await pass(2_000);
  expect(runs).toBe(3);
  expect(reported).toEqual(faults);
});

it('ends with the run under way, and runs no more', async () => {
  const task = new PeriodicTask({ everyMs: 1_000, work });
  task.start('at once');
  let isOver = false;
  const stopped = task.stop().then(() => (isOver = true));
  await pass(0);
  expect([task.isStopped, isOver]).toEqual([true, false]);
  await endRun();
  await stopped;
  await task.run();
  task.start();
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
  new PeriodicTask({ everyMs: 1_000, work, spread: 0.25 }).start();
  await pass(pauseMs - 1);
  expect(runs).toBe(0);
  await pass(1);
  expect(runs).toBe(1);
});

it('keeps no process alive', () => {
  const waiting = jest.spyOn(globalThis, 'setTimeout');
  new PeriodicTask({ everyMs: 1_000, work }).start();
  expect((waiting.mock.results[0]?.value as NodeJS.Timeout).hasRef()).toBe(false);
});

const busy = (answers: boolean[]) => () => {
  runs += 1;
  return Promise.resolve(answers.shift() ?? false);
};

it('runs again at once while there is more to do', async () => {
  new PeriodicTask({ everyMs: 1_000, work: busy([true, true]) }).start('at once');
  await pass(0);
  expect(runs).toBe(3);
  await pass(1_000);
  expect(runs).toBe(4);
});

it('runs soon after a nudge, once for all that come together', async () => {
  const task = new PeriodicTask({ everyMs: 60_000, work: busy([]), gatherMs: 20 });
  task.nudge();
  await pass(60_000);
  expect(runs).toBe(0);
  task.start();
  task.nudge();
  await pass(19);
  task.nudge();
  expect(runs).toBe(0);
  await pass(1);
  expect(runs).toBe(1);
  await pass(1_000);
  expect(runs).toBe(1);
});

it('runs once more when it was nudged during a run, unless that run failed', async () => {
  const task = new PeriodicTask({ everyMs: 60_000, work });
  task.start('at once');
  task.nudge();
  await endRun();
  expect(runs).toBe(2);
  await endRun();
  expect(runs).toBe(2);

  runs = 0;
  const failing: PeriodicTask = new PeriodicTask({
    everyMs: 60_000,
    work: () => {
      runs += 1;
      failing.nudge();
      return Promise.reject(new Error('away'));
    },
  });
  failing.start('at once');
  await pass(1_000);
  expect(runs).toBe(1);
  failing.nudge();
  await pass(0);
  expect(runs).toBe(2);
});

it('is stopped while it gathers nudges', async () => {
  const task = new PeriodicTask({ everyMs: 60_000, work, gatherMs: 20 });
  task.start();
  task.nudge();
  await task.stop();
  await pass(60_000);
  expect([runs, jest.getTimerCount()]).toEqual([0, 0]);
});
