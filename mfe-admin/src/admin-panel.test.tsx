import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  approveUser,
  countUsers,
  createPasswordReset,
  getAnalytics,
  getConfig,
  getCurrentUser,
  listAuditEntries,
  listUserApiKeys,
  listUserConversations,
  listUsers,
  setUserBlocked,
  signOutUser,
  type AdminUser,
  verifyAudit,
} from '@polylogue/api-contract';
import { browser } from '@polylogue/web-kit';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import AdminPanel from './admin-panel.js';

const id = '0191f0a0-0000-7000-8000-000000000001';
const admin = { id, email: 'a@b.example', firstName: 'Ada', lastName: 'L', profileImageUrl: null, isApproved: true };
const waiting: AdminUser = {
  ...admin,
  firstName: 'Jonas',
  lastName: 'Okafor',
  email: 'jonas@b.example',
  role: 'user',
  isApproved: false,
  isBlocked: false,
  messageCount: 1207,
  totalSessions: 164,
  activities: [],
  lastLoginAt: null,
  createdAt: '2026-03-03T00:00:00Z',
};

describe('the admin panel', () => {
  let api: FakeApi;
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(browser, 'go').mockImplementation(() => undefined);
    // Tabs ask for one, and jsdom lays nothing out.
    globalThis.ResizeObserver ??= class {
      observe = () => undefined;
      unobserve = () => undefined;
      disconnect = () => undefined;
    };
    api = fakeApi([
      [getCurrentUser, { ...admin, role: 'admin' }],
      [getConfig, { productName: 'Polylogue', adminEmail: admin.email }],
      [listUsers, [waiting]],
      [countUsers, { total: 1, waiting: 1 }],
      [listUserConversations, []],
      [listUserApiKeys, []],
      [listAuditEntries, []],
    ]);
  });
  afterEach(() => {
    cleanup();
    api.restore();
    jest.restoreAllMocks();
  });

  it('approves a user and says so', async () => {
    api.answer(approveUser, { ...waiting, isApproved: true });
    renderScreen(<AdminPanel />);
    const button = await screen.findByRole('button', { name: 'Approve Jonas Okafor' });
    api.answer(listUsers, [{ ...waiting, isApproved: true }]);
    fireEvent.click(button);
    expect(await screen.findByText('User Approved')).toBeTruthy();
    expect(screen.getByText('User has been approved successfully.')).toBeTruthy();
    expect(await screen.findByText('Approved')).toBeTruthy();
    expect(api.callsOf(approveUser)[0]!.url).toBe(`/api/admin/users/${id}/approve`);
  });

  it('says when approving failed', async () => {
    api.answer(approveUser, Response.json({ error: 'No.' }, { status: 500 }));
    renderScreen(<AdminPanel />);
    fireEvent.click(await screen.findByRole('button', { name: 'Approve Jonas Okafor' }));
    expect(await screen.findByText('Failed to approve user')).toBeTruthy();
    expect(screen.getByText('Error')).toBeTruthy();
  });

  it('shows eight activities and the beginnings of conversations of who is opened', async () => {
    const activities = Array.from({ length: 9 }, (_each, index) => ({
      id: `message_sent:${index}`,
      activityType: 'message_sent',
      details: { selectedAIs: ['a', 'b'], messageLength: 75 },
      createdAt: '2026-03-03T00:00:00Z',
    }));
    api.answer(listUsers, [{ ...waiting, id: '0191f0a0-0000-7000-8000-000000000002', activities }]);
    const aiService = { name: 'gpt', displayName: 'GPT', color: '#10a37f' };
    const preview = { id, aiService, title: 'T', lastMessage: 'x'.repeat(150), messageCount: 2 };
    api.answer(listUserConversations, [{ ...preview, updatedAt: '2026-03-03T00:00:00Z' }]);
    renderScreen(<AdminPanel />);
    fireEvent.click(await screen.findByRole('button', { name: 'Details of Jonas Okafor' }));
    expect(await screen.findByText(`${'x'.repeat(100)}…`)).toBeTruthy();
    expect(screen.getAllByText('2 services, 75 characters')).toHaveLength(8);
    api.answer(setUserBlocked, { ...waiting, isBlocked: true });
    fireEvent.click(screen.getByRole('button', { name: 'Block' }));
    expect(await screen.findByText('User blocked')).toBeTruthy();
    expect(api.callsOf(setUserBlocked)[0]!.body).toEqual({ isBlocked: true });
  });

  it('makes a link for a new password after it said what that does, and shows it once', async () => {
    const user = { ...waiting, id: '0191f0a0-0000-7000-8000-000000000002', hasPassword: true };
    api.answer(listUsers, [user]);
    api.answer(createPasswordReset, { token: 'the-token', expiresAt: '2026-03-04T00:00:00Z' });
    renderScreen(<AdminPanel />);
    fireEvent.click(await screen.findByRole('button', { name: 'Details of Jonas Okafor' }));
    const open = await screen.findByRole('button', { name: 'Reset password…' });
    fireEvent.click(open);
    expect(screen.getByText(/Until it is used, their password and sessions stay as they are/)).toBeTruthy();
    expect(api.callsOf(createPasswordReset)).toEqual([]);
    fireEvent.click(screen.getByRole('button', { name: 'Make the link' }));
    const link = `${location.origin}/reset-password#the-token`;
    expect(await screen.findByText(link)).toBeTruthy();
    expect(api.callsOf(createPasswordReset)[0]?.url).toContain(user.id);
    fireEvent.click(screen.getByRole('button', { name: 'Done' }));
    expect(screen.queryByText(link)).toBeNull();
    expect(document.activeElement).toBe(open);
  });

  it('offers no link for who has no password here, and signs a user out everywhere', async () => {
    api.answer(listUsers, [{ ...waiting, id: '0191f0a0-0000-7000-8000-000000000002', hasPassword: false }]);
    api.answer(signOutUser, new Response(null, { status: 204 }));
    renderScreen(<AdminPanel />);
    fireEvent.click(await screen.findByRole('button', { name: 'Details of Jonas Okafor' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere' }));
    expect(await screen.findByText('User signed out everywhere')).toBeTruthy();
    expect(api.callsOf(signOutUser)).toHaveLength(1);
    expect(screen.queryByRole('button', { name: 'Reset password…' })).toBeNull();
  });

  it('lets nothing that can be pressed move when the conversations of a user come', async () => {
    api.answer(listUsers, [{ ...waiting, id: '0191f0a0-0000-7000-8000-000000000002' }]);
    renderScreen(<AdminPanel />);
    fireEvent.click(await screen.findByRole('button', { name: 'Details of Jonas Okafor' }));
    const heading = await screen.findByRole('heading', { name: 'Recent Conversations' });
    const after = (button: HTMLElement) =>
      heading.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING && button.closest('aside');
    expect(await screen.findByRole('button', { name: 'Block' })).toBeTruthy();
    expect(screen.getAllByRole('button').filter(after)).toEqual([]);
  });

  it("says 'No activities recorded' of who did nothing", async () => {
    renderScreen(<AdminPanel />);
    fireEvent.click(await screen.findByRole('button', { name: 'Details of Jonas Okafor' }));
    expect(await screen.findByText('No activities recorded')).toBeTruthy();
    expect(await screen.findByText('No conversations found')).toBeTruthy();
  });

  it('shows the figures, N/A where there is none', async () => {
    const figures = { totalUsers: 12, activeUsers: 3, totalMessages: 5000, totalSessions: 0, waitingUsers: 0 };
    api.answer(getAnalytics, { ...figures, averageSessionDuration: null, days: [] });
    renderScreen(<AdminPanel />);
    fireEvent.click(await screen.findByRole('tab', { name: 'System Analytics' }));
    expect(await screen.findByText('N/A')).toBeTruthy();
    expect(screen.getByText('5,000')).toBeTruthy();
  });

  it('says that the audit log could not be read, and of none that it is whole which could not be verified', async () => {
    const figures = { totalUsers: 12, activeUsers: 3, totalMessages: 5000, totalSessions: 0, waitingUsers: 0 };
    api.answer(getAnalytics, { ...figures, averageSessionDuration: null, days: [] });
    api.answer(listAuditEntries, Response.json({ error: 'No.' }, { status: 403 }));
    api.answer(verifyAudit, { isWhole: true, entries: 3, brokenAt: null, head: 'a1' });
    renderScreen(<AdminPanel />);
    fireEvent.click(await screen.findByRole('tab', { name: 'System Analytics' }));
    expect(await screen.findByText('The audit log could not be read.')).toBeTruthy();
    const verify = screen.getByRole('button', { name: 'Verify' });
    fireEvent.click(verify);
    expect(await screen.findByText('3 entries, whole')).toBeTruthy();
    api.answer(verifyAudit, Response.json({ error: 'Later.' }, { status: 503 }));
    fireEvent.click(verify);
    expect(await screen.findByText('Could not be verified')).toBeTruthy();
    expect(screen.queryByText('3 entries, whole')).toBeNull();
  });

  it('goes from tab to tab by arrows, Home and End, and opens one on Enter', async () => {
    renderScreen(<AdminPanel />);
    const first = await screen.findByRole('tab', { selected: true });
    fireEvent.focus(first);
    const walked = ['ArrowRight', 'ArrowLeft', 'ArrowLeft', 'Home', 'End'].map((code) => {
      fireEvent.keyDown(document.activeElement!.closest('[role=tab]') ?? first, { code });
      return document.activeElement?.id.split('-tab-')[1];
    });
    expect(walked).toEqual(['analytics', 'users', 'status', 'users', 'status']);
    expect(first.ariaSelected ?? first.getAttribute('aria-selected')).toBe('true');
    fireEvent.keyDown(document.activeElement!, { code: 'Enter' });
    await waitFor(() => expect(screen.getByRole('tab', { name: /Status/, selected: true })).toBeTruthy());
  });

  it('reads users every three seconds and figures every five, also in the background', async () => {
    // The answers of the fake come with the loop of events, which goes on.
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'queueMicrotask', 'nextTick'] });
    const hidden = jest.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    const pass = async (milliseconds: number) => {
      await act(() => jest.advanceTimersByTimeAsync(milliseconds));
      await act(() => new Promise((settled) => void setImmediate(settled)));
    };
    try {
      renderScreen(<AdminPanel />);
      const users = () => api.callsOf(listUsers).length;
      while (users() === 0) await pass(1);
      await pass(20);
      const before = users();
      for (const [milliseconds, more] of [
        [2_800, 0],
        [300, 1],
        [2_600, 1],
        [400, 2],
      ] as const) {
        await pass(milliseconds);
        expect(users() - before).toBe(more);
      }
      const known = { totalUsers: 1, activeUsers: 1, totalMessages: 1, totalSessions: 0, waitingUsers: 0 };
      api.answer(getAnalytics, { ...known, averageSessionDuration: null, days: [] });
      fireEvent.click(screen.getByRole('tab', { name: 'System Analytics' }));
      const figures = () => api.callsOf(getAnalytics).length;
      while (figures() === 0) await pass(1);
      await pass(20);
      const first = figures();
      for (const [milliseconds, more] of [
        [4_800, 0],
        [300, 1],
        [4_600, 1],
        [400, 2],
      ] as const) {
        await pass(milliseconds);
        expect(figures() - first).toBe(more);
      }
    } finally {
      hidden.mockRestore();
      jest.useRealTimers();
    }
  });

  it('asks the server for what is searched', async () => {
    renderScreen(<AdminPanel />);
    fireEvent.change(await screen.findByRole('searchbox'), { target: { value: 'jonas' } });
    await waitFor(() => expect(api.callsOf(listUsers).some(({ url }) => url.includes('q=jonas'))).toBe(true));
  });

  it("says 'No users found'", async () => {
    api.answer(listUsers, []);
    renderScreen(<AdminPanel />);
    expect(await screen.findByText('No users found')).toBeTruthy();
  });

  it('offers Refresh Page when the connection fails', async () => {
    api.answer(listUsers, () => {
      throw new TypeError('Failed to fetch');
    });
    renderScreen(<AdminPanel />);
    expect(await screen.findByText('Connection Error')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Refresh Page' })).toBeTruthy();
  });

  it('is closed when the server says so', async () => {
    api.answer(listUsers, Response.json({ error: 'No.' }, { status: 403 }));
    renderScreen(<AdminPanel />);
    expect(await screen.findByText('Admin Access Required')).toBeTruthy();
  });

  it('is closed to an ordinary user, with a way back and no redirect', async () => {
    api.answer(getCurrentUser, { ...admin, role: 'user' });
    renderScreen(<AdminPanel />);
    expect(await screen.findByText('Admin Access Required')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Back to Dashboard' })).toBeTruthy();
    await waitFor(() => expect(browser.go).not.toHaveBeenCalled());
  });
});
