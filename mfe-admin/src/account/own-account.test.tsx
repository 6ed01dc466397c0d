import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import {
  deleteAccount,
  deleteAllConversations,
  endSession,
  getConfig,
  getCurrentUser,
  getNoticePreferences,
  getPreferences,
  listApiKeys,
  listSessions,
  setNoticePreferences,
  setPreferences,
  signOutEverywhere,
} from '@polylogue/api-contract';
import { browser } from '@polylogue/web-kit';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import OwnAccount from './own-account.js';

const id = '0191f0a0-0000-7000-8000-000000000001';
const user = { id, email: 'eve@b.example', firstName: 'Eve', lastName: 'L', profileImageUrl: null, role: 'user' };
const at = '2026-03-03T00:00:00Z';

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  jest.spyOn(browser, 'go').mockImplementation(() => undefined);
  api = fakeApi([
    [getCurrentUser, { ...user, isApproved: true }],
    [getConfig, { productName: 'Polylogue', auth: 'local' }],
    [getNoticePreferences, { inApp: ['run_failed', 'rain'] }],
    [getPreferences, { askAbove: 1 }],
    [listApiKeys, []],
    [listSessions, [{ id, startedAt: at, lastSeenAt: at, device: 'Firefox on Linux', isCurrent: true }]],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

it('clears all history only after a confirmation, and says so', async () => {
  api.answer(deleteAllConversations, { deleted: 3 });
  renderScreen(<OwnAccount />);
  fireEvent.click(await screen.findByRole('button', { name: 'Clear all history' }));
  expect(api.callsOf(deleteAllConversations)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Clear it for good' }));
  expect(await screen.findByText('All history cleared')).toBeTruthy();
});

it("says 'Failed to clear history'", async () => {
  api.answer(deleteAllConversations, Response.json({ error: 'No.' }, { status: 500 }));
  renderScreen(<OwnAccount />);
  fireEvent.click(await screen.findByRole('button', { name: 'Clear all history' }));
  fireEvent.click(screen.getByRole('button', { name: 'Clear it for good' }));
  expect(await screen.findByText('Failed to clear history')).toBeTruthy();
});

it('shows the sessions and ends them all', async () => {
  api.answer(signOutEverywhere, new Response(null, { status: 204 }));
  renderScreen(<OwnAccount />);
  expect(await screen.findByText('Firefox on Linux')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sign out everywhere' }));
  await waitFor(() => expect(browser.go).toHaveBeenCalledWith('/'));
});

it('ends another session on its own, and offers that for none that is in use here', async () => {
  const [phone, here] = ['0191f0a0-0000-7000-8000-000000000002', id];
  const session = { startedAt: at, lastSeenAt: at };
  api.answer(listSessions, [
    { ...session, id: here, device: 'Firefox on Linux', isCurrent: true },
    { ...session, id: phone, device: 'Safari on iPhone', isCurrent: false },
  ]);
  api.answer(endSession, new Response(null, { status: 204 }));
  renderScreen(<OwnAccount />);
  const [button, ...others] = await screen.findAllByRole('button', { name: /^End the session of/ });
  expect([button?.getAttribute('aria-label'), others]).toEqual([
    expect.stringContaining('End the session of Safari on iPhone, last used '),
    [],
  ]);
  fireEvent.click(button!);
  expect(await screen.findByText('Session ended')).toBeTruthy();
  expect(api.callsOf(endSession)).toMatchObject([{ url: `/api/account/sessions/${phone}` }]);
  expect(document.activeElement?.textContent).toBe('Sessions');
});

it('takes a session that had ended already off the list', async () => {
  const session = { startedAt: at, lastSeenAt: at, device: 'Safari on iPhone', isCurrent: false };
  api.answer(listSessions, [{ ...session, id }]);
  api.answer(endSession, Response.json({ error: 'There is no such session.' }, { status: 404 }));
  renderScreen(<OwnAccount />);
  const button = await screen.findByRole('button', { name: /^End the session of/ });
  api.answer(listSessions, []);
  fireEvent.click(button);
  expect(await screen.findByText('There is no such session.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByText('Safari on iPhone')).toBeNull());
});

it('tells apart, also to screen readers, what each Retry reads again', async () => {
  for (const route of [listSessions, getPreferences])
    api.answer(route, Response.json({ error: 'No.' }, { status: 403 }));
  renderScreen(<OwnAccount />);
  const retryOf = (description: string) => screen.findByRole('button', { name: 'Retry', description });
  await retryOf('What you chose could not be read.');
  api.answer(listSessions, []);
  fireEvent.click(await retryOf('Your sessions could not be read.'));
  await waitFor(() => expect(screen.queryByText('Your sessions could not be read.')).toBeNull());
  await retryOf('What you chose could not be read.');
});

it('keeps above which price one wants to be asked, or never', async () => {
  api.answer(setPreferences, ({ body }: { body: unknown }) => body);
  renderScreen(<OwnAccount />);
  const amount = await screen.findByRole<HTMLInputElement>('textbox', { name: /^Ask me before/ });
  expect(amount.value).toBe('1');
  fireEvent.change(amount, { target: { value: 'much' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Enter an amount in dollars, such as 1 or 0.50.');
  expect(api.callsOf(setPreferences)).toEqual([]);
  fireEvent.change(amount, { target: { value: '$0.50' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(setPreferences).at(-1)?.body).toEqual({ askAbove: 0.5 }));
  fireEvent.click(screen.getByRole('checkbox', { name: 'Never ask' }));
  expect(amount.disabled).toBe(true);
  await waitFor(() => expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Save' }).disabled).toBe(false));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(api.callsOf(setPreferences).at(-1)?.body).toEqual({ askAbove: null }));
});

it('deletes the account only when its own e-mail was typed', async () => {
  api.answer(deleteAccount, new Response(null, { status: 204 }));
  renderScreen(<OwnAccount />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Delete my account' });
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText(/Type eve@b.example/), { target: { value: 'EVE@b.example ' } });
  fireEvent.click(button);
  await waitFor(() => expect(browser.go).toHaveBeenCalledWith('/'));
  expect(api.callsOf(deleteAccount)[0]!.body).toEqual({ email: 'EVE@b.example' });
});

it('keeps what one hears of, without what only administrators hear of', async () => {
  api.answer(setNoticePreferences, ({ body }: { body: unknown }) => body);
  renderScreen(<OwnAccount />);
  const finished = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'A run finished' });
  expect(finished.checked).toBe(false);
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'A run failed' }).checked).toBe(true);
  expect(screen.queryByRole('checkbox', { name: 'A user waits for approval' })).toBeNull();
  fireEvent.click(finished);
  await waitFor(() => expect(finished.disabled).toBe(false));
  expect(api.callsOf(setNoticePreferences)[0]?.body).toEqual({ inApp: ['run_finished', 'run_failed'] });
  expect(finished.checked).toBe(true);
  api.answer(setNoticePreferences, Response.json({ error: 'Admin is away.' }, { status: 503 }));
  fireEvent.click(finished);
  await waitFor(() => expect(finished.checked).toBe(true));
  expect(await screen.findByText('Admin is away.')).toBeTruthy();
});
