import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterToast, toastRemoveDelay } from './toast.state.js';
import ToastArea from './toast-area.js';
import { toast } from './toast.js';

const pass = (milliseconds: number) => act(() => jest.advanceTimersByTime(milliseconds));

describe('toasts', () => {
  beforeEach(() => {
    jest.useFakeTimers();
    render(<ToastArea />);
  });
  afterEach(() => {
    cleanup();
    pass(toastRemoveDelay);
    jest.useRealTimers();
  });
  const shown = () => screen.queryAllByRole('listitem').map((item) => item.textContent);

  it('are shown one at a time, the newest', () => {
    act(() => void toast({ title: 'Session cleared', description: 'History preserved.' }));
    act(() => void toast({ title: 'File too large', variant: 'destructive' }));
    expect(shown()).toEqual(['File too large']);
  });

  it('close after five seconds', () => {
    act(() => void toast({ title: 'Export complete' }));
    pass(4999);
    expect(shown()).toEqual(['Export complete']);
    pass(1);
    expect(shown()).toEqual([]);
  });

  it('close at once on request', () => {
    act(() => void toast({ title: 'Export started' }));
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(shown()).toEqual([]);
  });

  it('wait while F8 has the focus on them', () => {
    act(() => void toast({ title: 'Summary generated' }));
    fireEvent.keyDown(document, { key: 'F8', code: 'F8' });
    expect(
      document.activeElement?.querySelector('[role="listitem"], li')?.textContent ??
        document.activeElement?.textContent,
    ).toContain('Summary generated');
    pass(10_000);
    expect(shown()).toEqual(['Summary generated']);
  });

  it('are dismissed by a swipe of 50 px to the right, not of less', () => {
    act(() => void toast({ title: 'Conversation deleted' }));
    swipe(49);
    expect(shown()).toEqual(['Conversation deleted']);
    swipe(51);
    expect(shown()).toEqual([]);
  });
});

it('a closed toast is kept for a long time, then removed', () => {
  const open = afterToast([], { do: 'show', toast: { id: 1, open: true, title: 'x' } });
  const closed = afterToast(open, { do: 'close', id: 1 });
  expect(closed).toMatchObject([{ id: 1, open: false }]);
  expect(afterToast(closed, { do: 'remove', id: 1 })).toEqual([]);
  expect(toastRemoveDelay).toBe(1_000_000);
});

function swipe(distance: number): void {
  const item = screen.getByRole('listitem');
  Object.assign(item, {
    setPointerCapture: () => undefined,
    hasPointerCapture: () => true,
    releasePointerCapture: () => undefined,
  });
  const point = (type: string, clientX: number) =>
    fireEvent(item, new MouseEvent(type, { bubbles: true, button: 0, clientX }));
  point('pointerdown', 0);
  point('pointermove', 20);
  point('pointermove', distance);
  point('pointerup', distance);
}
