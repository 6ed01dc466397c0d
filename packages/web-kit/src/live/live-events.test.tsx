import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, render } from '@testing-library/react';
import { useLiveEvents, type LiveHandlers } from './live-events.js';

class FakeSource extends EventTarget {
  static opened: FakeSource[] = [];
  onopen: (() => void) | undefined;
  onerror: (() => void) | undefined;
  closed = false;
  readyState = 0;
  constructor(readonly url: string) {
    super();
    FakeSource.opened.push(this);
  }
  close() {
    this.closed = true;
  }
  hint(name: string, data: unknown) {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
  }
}

function Screen(handlers: LiveHandlers) {
  useLiveEvents(handlers);
  return null;
}

const see = (state: 'visible' | 'hidden') => {
  Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};
const openNow = () => FakeSource.opened.filter((source) => !source.closed);

describe('live events', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    FakeSource.opened = [];
    (globalThis as { EventSource?: unknown }).EventSource = FakeSource;
    see('visible');
  });
  afterEach(() => {
    cleanup();
    delete (globalThis as { EventSource?: unknown }).EventSource;
    jest.useRealTimers();
  });

  it('share one connection among all screens of a page, closed with the last', () => {
    const received: string[] = [];
    const first = render(<Screen service={({ name }) => received.push(`first ${name}`)} />);
    const second = render(<Screen service={({ name }) => received.push(`second ${name}`)} />);
    expect(openNow().map(({ url }) => url)).toEqual(['/api/events']);
    act(() => openNow()[0]!.hint('service', { name: 'gpt', status: 'error' }));
    expect(received).toEqual(['first gpt', 'second gpt']);
    first.unmount();
    expect(openNow()).toHaveLength(1);
    second.unmount();
    expect(openNow()).toHaveLength(0);
  });

  it('rest while the page is hidden, and say afterwards that hints may be missing', () => {
    const reconnected = jest.fn();
    render(<Screen reconnected={reconnected} />);
    openNow()[0]!.onopen?.();
    see('hidden');
    expect(openNow()).toHaveLength(0);
    see('visible');
    openNow()[0]!.onopen?.();
    expect(reconnected).toHaveBeenCalledTimes(1);
  });

  it('say that the server refused them, and not that a line was lost', () => {
    const refused = jest.fn();
    render(<Screen refused={refused} />);
    openNow()[0]!.onerror?.();
    expect(refused).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1000);
    openNow()[0]!.readyState = 2;
    openNow()[0]!.onerror?.();
    expect(refused).toHaveBeenCalledTimes(1);
  });

  it('come back after a lost line, later each time', () => {
    render(<Screen />);
    openNow()[0]!.onerror?.();
    expect(openNow()).toHaveLength(0);
    jest.advanceTimersByTime(1000);
    expect(openNow()).toHaveLength(1);
    openNow()[0]!.onerror?.();
    jest.advanceTimersByTime(1000);
    expect(openNow()).toHaveLength(0);
    jest.advanceTimersByTime(1000);
    expect(openNow()).toHaveLength(1);
  });
});
