import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { listNotices, markNoticesRead, type Notice } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { NoticeBell } from './notice-bell.js';

const idOf = (number: number) => `0191f0a0-0000-7000-8000-${String(number).padStart(12, '0')}`;
const aNotice = (number: number, more: Partial<Notice> = {}): Notice => ({
  id: idOf(number),
  kind: 'run_failed',
  title: `Query ${number}: the run failed`,
  lines: ['None of the AI services answered.'],
  path: '/saved-queries/12/results',
  happenedAt: '2026-03-31T09:00:00.000Z',
  readAt: null,
  ...more,
});

/** What `/api/events` sends. */
class FakeEventSource extends EventTarget {
  static opened: FakeEventSource[] = [];
  constructor() {
    super();
    FakeEventSource.opened.push(this);
  }
  close() {
    return undefined;
  }
}
const hint = () => {
  for (const source of FakeEventSource.opened) source.dispatchEvent(new MessageEvent('notices', { data: '{}' }));
};

let api: FakeApi;
const notices = (found: Notice[], more: { unread?: number; hasMore?: boolean } = {}) => {
  const unread = found.filter(({ readAt }) => readAt === null).length;
  api.answer(listNotices, { notices: found, unread, hasMore: false, ...more });
};
beforeEach(() => {
  FakeEventSource.opened = [];
  Object.assign(globalThis, { EventSource: FakeEventSource });
  HTMLDialogElement.prototype.showModal = function (this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function (this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  api = fakeApi();
});
afterEach(() => {
  cleanup();
  api.restore();
  Reflect.deleteProperty(globalThis, 'EventSource');
  jest.restoreAllMocks();
});

const bell = (name: string | RegExp) => screen.findByRole('button', { name });
const open = async (name: string | RegExp) => {
  fireEvent.click(await bell(name));
  return within(await screen.findByRole('dialog', { name: 'Notices' }, { timeout: 10_000 }));
};

it('says how many are unread, and tells of more when they come', async () => {
  notices([aNotice(1)]);
  const { container } = renderScreen(<NoticeBell />);
  await bell('1 unread notice');
  const news = container.querySelector('[aria-live="polite"]')!;
  expect(news.textContent).toBe('');
  notices([aNotice(2), aNotice(1)]);
  act(hint);
  await bell('2 unread notices');
  expect(news.textContent).toBe('2 unread notices');
  notices([aNotice(2, { readAt: '2026-03-31T10:00:00.000Z' }), aNotice(1)]);
  act(hint);
  await bell('1 unread notice');
  expect(news.textContent).toBe('');
});

it('reads once for many hints of one moment', async () => {
  notices([]);
  renderScreen(<NoticeBell />);
  await waitFor(() => expect(api.callsOf(listNotices)).toHaveLength(1));
  notices([aNotice(1)]);
  act(() => {
    for (let count = 0; count < 50; count += 1) hint();
  });
  await bell('1 unread notice');
  expect(api.callsOf(listNotices)).toHaveLength(2);
});

it('reads them again where the server lets nobody listen any more: the session may have ended', async () => {
  notices([aNotice(1)]);
  renderScreen(<NoticeBell />);
  await bell('1 unread notice');
  const before = api.callsOf(listNotices).length;
  const source = Object.assign(FakeEventSource.opened.at(-1)!, { readyState: 2 }) as unknown as EventSource;
  act(() => void source.onerror?.(new Event('error')));
  await waitFor(() => expect(api.callsOf(listNotices).length).toBeGreaterThan(before));
});

it('opens what happened; following one marks it as read and closes', async () => {
  notices([aNotice(2), aNotice(1, { readAt: '2026-03-31T10:00:00.000Z', title: 'Seen' })]);
  api.answer(markNoticesRead, { unread: 0 });
  renderScreen(<NoticeBell />);
  const panel = await open('1 unread notice');
  const links = panel.getAllByRole('link');
  expect(links.map((link) => link.getAttribute('href'))).toEqual([
    '/saved-queries/12/results',
    '/saved-queries/12/results',
    '/admin/account#notices-title',
  ]);
  expect(links[0]!.textContent).toContain('Unread: Query 2: the run failed');
  expect(links[1]!.textContent).not.toContain('Unread');
  fireEvent.click(links[1]!);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(api.callsOf(markNoticesRead)).toEqual([]);
  fireEvent.click((await open('1 unread notice')).getAllByRole('link')[0]!);
  await waitFor(() => expect(api.callsOf(markNoticesRead)[0]?.body).toEqual({ ids: [idOf(2)] }));
});

it('marks all as read up to the newest that is shown', async () => {
  notices([aNotice(2), aNotice(1)]);
  api.answer(markNoticesRead, { unread: 0 });
  renderScreen(<NoticeBell />);
  const panel = await open('2 unread notices');
  notices([aNotice(2, { readAt: '2026-03-31T10:00:00.000Z' })]);
  fireEvent.click(panel.getByRole('button', { name: 'Mark all as read' }));
  await waitFor(() => expect(api.callsOf(markNoticesRead)[0]?.body).toEqual({ upTo: idOf(2) }));
  await waitFor(() => expect(panel.queryByRole('button', { name: 'Mark all as read' })).toBeNull());
  await bell('Notices');
});

it('shows older ones, page by page', async () => {
  notices([aNotice(2)], { hasMore: true });
  renderScreen(<NoticeBell />);
  const panel = await open('1 unread notice');
  notices([aNotice(1)]);
  fireEvent.click(panel.getByRole('button', { name: 'Show older' }));
  await panel.findByText('Query 1: the run failed', { exact: false });
  expect(api.callsOf(listNotices).at(-1)!.url).toContain(`before=${idOf(2)}`);
  expect(panel.queryByRole('button', { name: 'Show older' })).toBeNull();
});

it('says that there are none, and what failed', async () => {
  notices([]);
  renderScreen(<NoticeBell />);
  const panel = await open('Notices');
  await panel.findByText(/No notices yet/);
  fireEvent.click(panel.getByRole('button', { name: 'Close notices' }));
  cleanup();
  api.answer(listNotices, Response.json({ error: 'No.' }, { status: 403 }));
  renderScreen(<NoticeBell />);
  const failed = await open('Notices');
  await failed.findByText('Your notices could not be read.');
  notices([aNotice(1)]);
  fireEvent.click(failed.getByRole('button', { name: 'Retry' }));
  await failed.findByText('Query 1: the run failed', { exact: false });
});
