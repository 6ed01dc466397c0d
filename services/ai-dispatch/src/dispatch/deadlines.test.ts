import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { Deadlines } from './deadlines.js';

const timeouts = { connectMs: 5, firstTokenMs: 30, gapMs: 20, totalMs: 100 };
const started = (remainingMs = Number.POSITIVE_INFINITY) => {
  const passed: string[] = [];
  return { passed, deadlines: new Deadlines(timeouts, remainingMs, (name) => passed.push(name)) };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

describe('the deadlines of a call', () => {
  it('wants a first token in time', () => {
    const { passed, deadlines } = started();
    deadlines.sent();
    jest.advanceTimersByTime(29);
    expect(passed).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(passed).toEqual(['firstTokenTimeout']);
  });

  it('wants the next token in time, counted from the last', () => {
    const { passed, deadlines } = started();
    deadlines.sent();
    for (let token = 0; token < 4; token++) {
      deadlines.seen();
      jest.advanceTimersByTime(19);
    }
    expect(passed).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(passed).toEqual(['gapTimeout']);
  });

  it('wants the whole in time, by its own limit or by what the caller has left', () => {
    const { passed, deadlines } = started();
    deadlines.rest();
    jest.advanceTimersByTime(100);
    expect(passed).toEqual(['totalTimeout']);
    const hurried = started(40);
    jest.advanceTimersByTime(40);
    expect(hurried.passed).toEqual(['totalTimeout']);
  });

  it('wants nothing while it rests before a further attempt, nor after it is closed', () => {
    const { passed, deadlines } = started();
    deadlines.sent();
    deadlines.rest();
    jest.advanceTimersByTime(99);
    deadlines.close();
    jest.advanceTimersByTime(1_000);
    expect(passed).toEqual([]);
  });
});
