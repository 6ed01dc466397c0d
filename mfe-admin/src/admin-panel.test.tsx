import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { approveUser, getConfig, getCurrentUser, listUsers, type AdminUser } from '@polylogue/api-contract';
import { browser } from '@polylogue/web-kit';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
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
  lastLoginAt: null,
  createdAt: '2026-03-03T00:00:00Z',
};

describe('the admin panel', () => {
  let api: FakeApi;
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(browser, 'go').mockImplementation(() => undefined);
    api = fakeApi([
      [getCurrentUser, { ...admin, role: 'admin' }],
      [getConfig, { productName: 'Polylogue', adminEmail: admin.email }],
      [listUsers, [waiting]],
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
