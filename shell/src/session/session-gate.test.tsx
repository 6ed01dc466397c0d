import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getConfig, getCurrentUser } from '@polylogue/api-contract';
import { adminRedirectDelay, browser } from '@polylogue/web-kit';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { SessionGate } from './session-gate.js';

const build = { version: '1.7.0', buildNumber: '20250710-001', deploymentDate: '2025-07-10' };
const signedOut = () => Response.json({ error: 'Sign in first.' }, { status: 401 });

function open(path: string) {
  history.replaceState(null, '', path);
  return renderScreen(<SessionGate />, { at: path });
}

describe('the session gate', () => {
  let api: FakeApi;
  beforeEach(() => {
    localStorage.clear();
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(browser, 'go').mockImplementation(() => undefined);
    api = fakeApi([
      [getConfig, { productName: 'Polylogue', shortName: 'polylogue', build, auth: 'local' }],
      [getCurrentUser, signedOut()],
    ]);
  });
  afterEach(() => {
    cleanup();
    api.restore();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  it('shows the landing page with its exact texts', async () => {
    open('/');
    expect(await screen.findByText('Version 1.7.0')).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Polylogue');
    for (const text of [
      'Multi-AI Interface Platform',
      'Query multiple AI services simultaneously and compare responses side-by-side.',
      'Simultaneous Queries',
      'Conversation History',
      'Separate threads per service for context.',
      'Export & Manage',
      'Export in multiple formats.',
      'Build 20250710-001',
      'Deployed 2025-07-10',
    ]) {
      expect(screen.getByText(text)).toBeTruthy();
    }
  });

  it.each(['Sign In', 'Get Started'])('%s navigates the whole browser to /api/login', async (name) => {
    open('/');
    fireEvent.click(await screen.findByRole('button', { name }));
    expect(browser.go).toHaveBeenCalledWith('/api/login');
  });

  it.each([
    ['a redirect', new Response(null, { status: 302 })],
    ['a 401', signedOut()],
  ])('takes %s for signed out', async (_name, answer) => {
    api.answer(getCurrentUser, answer);
    open('/history');
    expect(await screen.findByText('Multi-AI Interface Platform')).toBeTruthy();
  });

  it('takes a network failure for signed out, and asks only once', async () => {
    api.answer(getCurrentUser, () => {
      throw new TypeError('Failed to fetch');
    });
    open('/');
    expect(await screen.findByText('Multi-AI Interface Platform')).toBeTruthy();
    expect(api.callsOf(getCurrentUser)).toHaveLength(1);
  });

  it('leads back to a known screen after sign-in', async () => {
    open('/saved-queries/new');
    fireEvent.click(await screen.findByRole('button', { name: 'Sign In' }));
    expect(browser.go).toHaveBeenCalledWith('/api/login?returnTo=%2Fsaved-queries%2Fnew');
  });

  it('says to a visitor of /admin who may enter, and goes to sign-in after a second', async () => {
    jest.useFakeTimers();
    open('/admin');
    await act(() => jest.advanceTimersByTimeAsync(0));
    expect(screen.getByText('Admin Access Required')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Log In' })).toBeTruthy();
    act(() => void jest.advanceTimersByTime(adminRedirectDelay - 1));
    expect(browser.go).not.toHaveBeenCalled();
    act(() => void jest.advanceTimersByTime(1));
    expect(browser.go).toHaveBeenCalledWith('/api/login?returnTo=%2Fadmin');
  });

  it("shows 'Page Not Found' anywhere else", async () => {
    open('/nowhere');
    expect(await screen.findByText('Page Not Found')).toBeTruthy();
  });

  it('shows the landing page at once while the session is checked, but only at /', () => {
    api.answer(getCurrentUser, () => new Promise(() => undefined));
    open('/');
    expect(screen.getByText('Multi-AI Interface Platform')).toBeTruthy();
    cleanup();
    open('/history');
    expect(screen.queryByText('Multi-AI Interface Platform')).toBeNull();
  });

  it('says what the server answered when it was neither yes nor no, and asks again', async () => {
    api.answer(getCurrentUser, new Response('', { status: 503, statusText: 'Service Unavailable' }));
    open('/');
    expect(await screen.findByText('HTTP 503: Service Unavailable')).toBeTruthy();
    api.answer(getCurrentUser, signedOut());
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Multi-AI Interface Platform')).toBeTruthy();
  });
});
