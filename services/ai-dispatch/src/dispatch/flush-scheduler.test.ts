import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { FlushScheduler } from './flush-scheduler.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  jest.restoreAllMocks();
  jest.useRealTimers();
});

/** Holds one until `inMs` from now, and notes in `opened` when it was let go. */
function hold(flushes: FlushScheduler, opened: Record<string, number>, name: string, inMs: number) {
  const began = performance.now();
  const held = { openAt: began + inMs, open: () => (opened[name] = performance.now() - began) };
  flushes.schedule(held);
  return held;
}

describe('a flush scheduler', () => {
  it('opens together what is due soon, and the rest when it is due', () => {
    const flushes = new FlushScheduler();
    const opened = {};
    hold(flushes, opened, 'late', 16);
    hold(flushes, opened, 'soon', 9);
    hold(flushes, opened, 'first', 2);
    jest.advanceTimersByTime(1);
    expect(opened).toEqual({});
    jest.advanceTimersByTime(1);
    expect(opened).toEqual({ first: 2, soon: 2 });
    jest.advanceTimersByTime(30);
    expect(opened).toEqual({ first: 2, soon: 2, late: 16 });
  });

  it('opens in the next turn what was due already', () => {
    const flushes = new FlushScheduler();
    const opened = {};
    const setTimer = jest.spyOn(globalThis, 'setTimeout');
    hold(flushes, opened, 'due', -0.25);
    // A negative time makes Node warn.
    expect(setTimer.mock.calls).toEqual([[expect.any(Function), 0]]);
    jest.advanceTimersByTime(0);
    expect(Object.keys(opened)).toEqual(['due']);
  });

  it('opens nothing that was cancelled, and has no timer when nothing waits', () => {
    const flushes = new FlushScheduler();
    const opened = {};
    const gone = hold(flushes, opened, 'gone', 2);
    flushes.cancel(gone);
    expect(jest.getTimerCount()).toBe(0);
    hold(flushes, opened, 'here', 5);
    jest.advanceTimersByTime(5);
    expect(opened).toEqual({ here: 5 });
    expect(jest.getTimerCount()).toBe(0);
  });
});
