import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Beat } from './beat.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Holds one until `inMs` from now, and notes in `opened` when it was let go. */
function hold(beat: Beat, opened: Record<string, number>, name: string, inMs: number) {
  const began = performance.now();
  const held = { openAt: began + inMs, open: () => (opened[name] = performance.now() - began) };
  beat.hold(held);
  return held;
}

describe('a beat', () => {
  it('opens together what is due soon, and the rest when it is due', () => {
    const beat = new Beat();
    const opened = {};
    hold(beat, opened, 'late', 16);
    hold(beat, opened, 'soon', 9);
    hold(beat, opened, 'first', 2);
    jest.advanceTimersByTime(1);
    expect(opened).toEqual({});
    jest.advanceTimersByTime(1);
    expect(opened).toEqual({ first: 2, soon: 2 });
    jest.advanceTimersByTime(30);
    expect(opened).toEqual({ first: 2, soon: 2, late: 16 });
  });

  it('opens nobody who left, and rests when nobody waits', () => {
    const beat = new Beat();
    const opened = {};
    const gone = hold(beat, opened, 'gone', 2);
    beat.leave(gone);
    expect(jest.getTimerCount()).toBe(0);
    hold(beat, opened, 'here', 5);
    jest.advanceTimersByTime(5);
    expect(opened).toEqual({ here: 5 });
    expect(jest.getTimerCount()).toBe(0);
  });
});
