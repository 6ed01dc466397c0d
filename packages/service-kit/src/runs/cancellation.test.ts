import { describe, expect, it, jest } from '@jest/globals';
import { Cancellation, type CancelSignal } from './cancellation.js';
import { Run } from './run.js';

const reason = new Error('enough');

it('tells whoever listens once, with the first reason', () => {
  const cancellation = new Cancellation();
  const heard: unknown[] = [];
  cancellation.addEventListener('abort', () => heard.push(cancellation.reason));
  expect([cancellation.aborted, cancellation.reason]).toEqual([false, undefined]);
  cancellation.abort(reason);
  cancellation.abort(new Error('later'));
  expect([cancellation.aborted, cancellation.reason, heard]).toEqual([true, reason, [reason]]);
});

it('tells nobody who listens no more', () => {
  const cancellation = new Cancellation();
  const heard: string[] = [];
  const listener = () => heard.push('first');
  cancellation.addEventListener('abort', listener);
  cancellation.addEventListener('abort', () => heard.push('second'));
  cancellation.removeEventListener('abort', listener);
  cancellation.abort(reason);
  expect(heard).toEqual(['second']);
});

it('tells the others when a listener fails, whose error is uncaught', () => {
  const later = jest.spyOn(globalThis, 'queueMicrotask').mockImplementation(() => undefined);
  const cancellation = new Cancellation();
  let isReached = false;
  cancellation.addEventListener('abort', () => {
    throw new Error('of a listener');
  });
  cancellation.addEventListener('abort', () => (isReached = true));
  cancellation.abort(reason);
  const calls = [...later.mock.calls];
  later.mockRestore();
  expect(isReached).toBe(true);
  expect(calls.map(([thrown]) => thrown)).toHaveLength(1);
  expect(calls[0]![0]).toThrow('of a listener');
});

it('tells nobody whom another listener has taken off', () => {
  const cancellation = new Cancellation();
  const heard: string[] = [];
  const second = () => heard.push('second');
  cancellation.addEventListener('abort', () => {
    heard.push('first');
    cancellation.removeEventListener('abort', second);
  });
  cancellation.addEventListener('abort', second);
  cancellation.abort(reason);
  expect(heard).toEqual(['first']);
});

it('tells a listener once that came twice, and none that came late', () => {
  const cancellation = new Cancellation();
  let count = 0;
  const listener = () => (count += 1);
  cancellation.addEventListener('abort', listener);
  cancellation.addEventListener('abort', listener);
  cancellation.abort(reason);
  cancellation.addEventListener('abort', listener);
  expect(count).toBe(1);
});

it('lets a listener leave while it is told', () => {
  const cancellation = new Cancellation();
  let count = 0;
  const listener = () => {
    count += 1;
    cancellation.removeEventListener('abort', listener);
  };
  cancellation.addEventListener('abort', listener);
  cancellation.addEventListener('abort', () => (count += 1));
  cancellation.abort(reason);
  expect(count).toBe(2);
});

it('is what an AbortSignal is to a call', () => {
  const signal: CancelSignal = AbortSignal.abort(reason);
  expect([signal.aborted, signal.reason]).toEqual([true, reason]);
});

describe('of a run', () => {
  it('aborts the signal that was made before, and one that is made later', () => {
    const run = new Run('id', 'user');
    const before = run.signal;
    expect(before.aborted).toBe(false);
    run.cancel('cancelled');
    expect([before.aborted, run.signal, run.cancellation.aborted]).toEqual([true, before, true]);
    const late = new Run('id', 'user');
    late.cancel('lost');
    expect([late.signal.aborted, late.signal.reason]).toEqual([true, late.cancellation.reason]);
  });
});
