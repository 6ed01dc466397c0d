import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { clearAnnouncement, getAnnouncement, setAnnouncement } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import AnnouncementTab from './announcement-tab.js';

const shown = {
  id: '0191f0a0-0000-7000-8000-000000000001',
  text: 'Back at noon.',
  level: 'warning',
  endsAt: null,
  isPublic: true,
};

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([[getAnnouncement, { announcement: null }]]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

it('announces what is typed', async () => {
  api.answer(setAnnouncement, shown);
  renderScreen(<AnnouncementTab />);
  expect(await screen.findByText('Nothing is shown')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'Back\nat noon. ' } });
  fireEvent.change(screen.getByLabelText('Level'), { target: { value: 'warning' } });
  fireEvent.click(screen.getByLabelText(/landing page/));
  api.answer(getAnnouncement, { announcement: shown });
  fireEvent.click(screen.getByRole('button', { name: 'Announce' }));
  expect(await screen.findByText('Everybody sees it within seconds.')).toBeTruthy();
  const body = { text: 'Back at noon.', level: 'warning', endsAt: null, isPublic: true };
  expect(api.callsOf(setAnnouncement)[0]!.body).toEqual(body);
  expect(await screen.findByText('Shown now')).toBeTruthy();
});

it('asks for a text before it calls', async () => {
  renderScreen(<AnnouncementTab />);
  fireEvent.click(await screen.findByRole('button', { name: 'Announce' }));
  expect((await screen.findByRole('alert')).textContent).toBe('Type what everybody should read.');
  expect(api.callsOf(setAnnouncement)).toEqual([]);
});

it('removes what is shown', async () => {
  api.answer(getAnnouncement, { announcement: shown });
  api.answer(clearAnnouncement, new Response(null, { status: 204 }));
  renderScreen(<AnnouncementTab />);
  const button = await screen.findByRole('button', { name: 'Remove' });
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('Back at noon.');
  api.answer(getAnnouncement, { announcement: null });
  fireEvent.click(button);
  expect(await screen.findByText('Announcement removed')).toBeTruthy();
  expect(await screen.findByText('Nothing is shown')).toBeTruthy();
  expect(screen.getByLabelText<HTMLTextAreaElement>('Text').value).toBe('');
});
