import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { Profiler } from 'react';
import { countInThisFrame, Elapsed } from './elapsed.js';

const start = Date.parse('2026-11-26T00:00:00Z');
const rendered = jest.fn();

beforeEach(() => {
  jest.useFakeTimers({ now: start });
  rendered.mockClear();
});
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

const show = () =>
  render(
    <Profiler id="clock" onRender={rendered}>
      <Elapsed startedAt={start} />
    </Profiler>,
  );
const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

it('counts by itself, ten times a second', () => {
  show();
  rendered.mockClear();
  for (let tenth = 0; tenth < 10; tenth += 1) pass(100);
  expect(screen.getByText('1.0 s')).toBeTruthy();
  expect(rendered).toHaveBeenCalledTimes(10);
});

it('counts in the frames of what is painted beside it, and renders in none of its own', () => {
  show();
  pass(100);
  const before = rendered.mock.calls.length;
  let inFrames = 0;
  for (let frame = 0; frame < 30; frame += 1) {
    pass(33);
    const seen = rendered.mock.calls.length;
    act(countInThisFrame);
    inFrames += rendered.mock.calls.length - seen;
  }
  expect(rendered.mock.calls.length - before).toBe(inFrames);
  expect(inFrames).toBe(10);
  expect(screen.getByText('1.1 s')).toBeTruthy();
});
