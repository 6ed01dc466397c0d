import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { RelativeTime } from './relative-time.js';

beforeEach(() => void jest.useFakeTimers({ now: new Date('2026-11-21T09:00:00Z') }));
afterEach(() => {
  cleanup();
  jest.useRealTimers();
});

it('goes on counting, and says the exact time when it is pointed at', () => {
  render(<RelativeTime time="2026-11-21T08:59:30Z" />);
  const shown = screen.getByText('just now');
  expect(shown.getAttribute('datetime')).toBe('2026-11-21T08:59:30Z');
  expect(shown.title).not.toBe('');
  act(() => void jest.advanceTimersByTime(60_000));
  expect(shown.textContent).toBe('1 minute ago');
  act(() => void jest.advanceTimersByTime(60_000));
  expect(shown.textContent).toBe('2 minutes ago');
});

it('is right when it is first shown long after the page was loaded', () => {
  jest.setSystemTime(new Date('2026-11-21T12:00:00Z'));
  render(<RelativeTime time="2026-11-21T09:00:00Z" />);
  expect(screen.getByText('3 hours ago')).toBeTruthy();
});
