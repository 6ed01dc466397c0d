import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { getConfig, type Announcement } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { AnnouncementBanner } from './announcement-banner.js';

const fields = { text: 'Back at <b>noon</b>', level: 'warning', endsAt: null, isPublic: true } as const;
const announcement: Announcement = { id: '0191f0a0-0000-7000-8000-000000000001', ...fields };

let api: FakeApi;
const show = (shown?: Announcement) => {
  api.answer(getConfig, { productName: 'Polylogue', announcement: shown });
  return renderScreen(<AnnouncementBanner />);
};
beforeEach(() => {
  localStorage.clear();
  api = fakeApi();
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.useRealTimers();
});

it('shows plain text in a place of its own', async () => {
  show(announcement);
  const text = await screen.findByText('Back at <b>noon</b>');
  expect(screen.getByRole('region', { name: 'Announcement' }).contains(text)).toBe(true);
  expect(screen.getByRole('status').contains(text)).toBe(true);
});

it('is dismissed for good, but for this text only', async () => {
  show(announcement);
  fireEvent.click(await screen.findByRole('button', { name: 'Dismiss announcement' }));
  expect(screen.queryByText(fields.text)).toBeNull();
  cleanup();
  show(announcement);
  await act(() => Promise.resolve());
  expect(screen.queryByText(fields.text)).toBeNull();
  cleanup();
  show({ ...announcement, id: '0191f0a0-0000-7000-8000-000000000002', text: 'Another' });
  expect(await screen.findByText('Another')).toBeTruthy();
});

it('interrupts for what is critical', async () => {
  show({ ...announcement, level: 'critical' });
  expect((await screen.findByRole('alert')).textContent).toBe(fields.text);
});

it('goes by itself when it is over', async () => {
  jest.useFakeTimers({ advanceTimers: true });
  show({ ...announcement, endsAt: new Date(Date.now() + 60_000).toISOString() });
  expect(await screen.findByText(fields.text)).toBeTruthy();
  act(() => void jest.advanceTimersByTime(60_001));
  expect(screen.queryByText(fields.text)).toBeNull();
});
