import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getConfig, getCurrentUser } from '@polylogue/api-contract';
import { browser, HeaderSlot } from '@polylogue/web-kit';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import type { SliceLoader } from '../slices/slice-loader.js';
import { signedInRoutes } from './signed-in-routes.js';

const user = {
  id: '0191f0a0-0000-7000-8000-000000000001',
  email: 'ada@b.example',
  firstName: 'Ada',
  lastName: 'L',
  profileImageUrl: null,
  role: 'user',
  isApproved: true,
};
const build = { version: '1.7.0', buildNumber: '20250710-001', deploymentDate: '2025-07-10' };
const down = new Set<string>();
function fakeLoader(): SliceLoader {
  const made = new Map<string, ReturnType<SliceLoader['load']>>();
  const load = async (name: string) => {
    if (down.has(name)) throw new Error('down');
    const element = (
      <>
        <HeaderSlot>controls of {name}</HeaderSlot>
        <p>screen of {name}</p>
      </>
    );
    return { routes: [{ index: true, element }] };
  };
  return {
    load: (name) => made.get(name) ?? made.set(name, load(name)).get(name)!,
    forget: (name) => void made.delete(name),
  };
}
const open = (at: string) => renderScreen(signedInRoutes(fakeLoader()), { at });

describe('signed in', () => {
  let api: FakeApi;
  // Loaded lazily in the page; here only its first loading would be slow.
  beforeAll(async () => void (await import('@polylogue/web-kit/antd')), 60_000);
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    jest.spyOn(browser, 'go').mockImplementation(() => undefined);
    api = fakeApi([
      [getConfig, { productName: 'Polylogue', shortName: 'polylogue', build, auth: 'local' }],
      [getCurrentUser, user],
    ]);
  });
  afterEach(() => {
    cleanup();
    api.restore();
    jest.restoreAllMocks();
    down.clear();
  });
  const links = () => screen.getAllByRole('link').map((link) => link.textContent);

  it.each([
    ['/', 'mfe_dashboard'],
    ['/history', 'mfe_history'],
    ['/ai-chat', 'mfe_aichat'],
    ['/quality-assessment', 'mfe_quality'],
    ['/saved-queries', 'mfe_saved_queries'],
    ['/admin', 'mfe_admin'],
  ])('%s is the screen of %s, with its controls in the header', async (path, name) => {
    open(path);
    expect(await screen.findByText(`screen of ${name}`)).toBeTruthy();
    expect(screen.getByRole('banner').textContent).toContain(`controls of ${name}`);
  });

  it.each(['/nowhere', '/history/nowhere'])("%s is 'Page Not Found'", async (path) => {
    open(path);
    expect(await screen.findByText('Page Not Found')).toBeTruthy();
  });

  it('offers the screens of an ordinary user, and the footer', async () => {
    open('/');
    await screen.findByText('screen of mfe_dashboard');
    expect(links()).toEqual(expect.arrayContaining(['History', 'AI Chat', 'Quality Assessment', 'Saved Queries']));
    expect(links()).not.toContain('Settings');
    expect((await screen.findByRole('contentinfo')).textContent).toContain('Version 1.7.0');
  });

  it('offers Settings to an admin', async () => {
    api.answer(getCurrentUser, { ...user, role: 'admin' });
    open('/');
    expect((await screen.findByRole('link', { name: 'Settings' })).getAttribute('href')).toBe('/admin');
  });

  it('logs out by a navigation of the whole browser', async () => {
    open('/');
    fireEvent.click((await screen.findAllByRole('button', { name: 'Logout' }))[0]!);
    expect(browser.go).toHaveBeenCalledWith('/api/logout');
  });

  it('leaves no draft of who logs out in the browser, and those of others where they are', async () => {
    localStorage.setItem(`polylogue-draft-${user.id}`, 'A long thought');
    localStorage.setItem(`polylogue-draft-query-${user.id}`, '{"id":1,"title":"Weekly"}');
    localStorage.setItem('polylogue-draft-0191f0a0-0000-7000-8000-000000000002', 'Another');
    localStorage.setItem('polylogue-theme', 'dark');
    const [own, others] = [user.id, '0191f0a0-0000-7000-8000-000000000002'].map((id) => `polylogue-compose-${id}`);
    for (const key of [own!, others!]) sessionStorage.setItem(key, '{"settings":{"systemPrompt":"Mine."}}');
    api.answer(getCurrentUser, { ...user, role: 'admin' });
    open('/');
    // Who it is is known now.
    await screen.findByRole('link', { name: 'Settings' });
    fireEvent.click((await screen.findAllByRole('button', { name: 'Logout' }))[0]!);
    const kept = Object.keys(localStorage).filter((key) => key.startsWith('polylogue-draft') || key.endsWith('theme'));
    expect(kept.sort()).toEqual(['polylogue-draft-0191f0a0-0000-7000-8000-000000000002', 'polylogue-theme']);
    expect(Object.keys(sessionStorage).filter((key) => key.startsWith('polylogue-compose'))).toEqual([others]);
  });

  it('says to a user who is not approved yet why they must wait', async () => {
    api.answer(getCurrentUser, { ...user, isApproved: false });
    open('/');
    expect(await screen.findByText(/An administrator must approve your account/)).toBeTruthy();
  });

  it('keeps a slice that is down to one card, and Retry brings it back', async () => {
    down.add('mfe_history');
    open('/history');
    expect(await screen.findByText('History is not answering')).toBeTruthy();
    expect(screen.getByText('The rest of Polylogue works. Nothing is lost.')).toBeTruthy();
    expect(links()).toContain('Saved Queries');
    down.clear();
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Retry' })));
    expect(await screen.findByText('screen of mfe_history')).toBeTruthy();
  });

  it('begins the page anew where a second try fails: what slices share with it is not asked for again', async () => {
    jest.spyOn(browser, 'reload').mockImplementation(() => undefined);
    down.add('mfe_history');
    open('/history');
    const retry = async () => {
      const button = await screen.findByRole('button', { name: 'Retry' });
      await act(async () => void fireEvent.click(button));
    };
    await retry();
    expect(browser.reload).not.toHaveBeenCalled();
    await retry();
    expect(browser.reload).toHaveBeenCalledTimes(1);
  });
});
