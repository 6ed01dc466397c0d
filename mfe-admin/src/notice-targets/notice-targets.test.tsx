import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import {
  createNoticeTarget,
  deleteNoticeTarget,
  getCurrentUser,
  listNoticeTargets,
  testNoticeTarget,
  updateNoticeTarget,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { aTarget } from './notice-target.fixture.js';
import NoticeTargets from './notice-targets.js';

const id = '0191f0a0-0000-7000-8000-000000000001';
const name = { firstName: 'Eve', lastName: 'L', profileImageUrl: null };
const user = { ...name, id, email: 'eve@b.example', role: 'user', isApproved: true } as const;

let api: FakeApi;
const show = (targets = [aTarget()], sendsMail = true) => {
  api = fakeApi([
    [getCurrentUser, user],
    [listNoticeTargets, { targets, sendsMail }],
  ]);
  renderScreen(<NoticeTargets />);
};
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});
const click = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));

it('shows where notices go, and what came of the last time', async () => {
  const last = { at: '2026-11-23T08:00:00.000Z', outcome: 'failed', fault: 'It answered 500.' } as const;
  show([aTarget({ last, isEnabled: false, quietHours: { from: 1320, to: 420, timeZone: 'Europe/Rome' }, waiting: 2 })]);
  expect(await screen.findByText('https://example.org/…abc')).toBeTruthy();
  expect(screen.getByText(/tried again by itself.*It answered 500\./)).toBeTruthy();
  expect(screen.getByText('Quiet from 22:00 to 07:00, Europe/Rome')).toBeTruthy();
  expect(screen.getByText('2 wait to be sent')).toBeTruthy();
  expect(screen.getByText('Off')).toBeTruthy();
});

it('adds a webhook and shows its secret until one is done', async () => {
  show([], false);
  api.answer(createNoticeTarget, { target: aTarget(), secret: 'whsec_once' });
  await click('Add a target');
  expect((await screen.findByRole<HTMLOptionElement>('option', { name: 'E-mail' })).disabled).toBe(true);
  await click('Add');
  expect(await screen.findByText('Enter an address.')).toBeTruthy();
  fireEvent.change(screen.getByLabelText(/Address/), { target: { value: 'https://example.org/abc' } });
  fireEvent.click(screen.getByLabelText('Quiet hours'));
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '06:30' } });
  fireEvent.click(screen.getByLabelText('The answers to a watched query changed'));
  await click('Add');
  expect(await screen.findByText('whsec_once')).toBeTruthy();
  expect(api.callsOf(createNoticeTarget)[0]!.body).toEqual({
    kind: 'webhook',
    address: 'https://example.org/abc',
    noticeKinds: ['run_failed', 'run_skipped', 'budget_near_end'],
    isEnabled: true,
    quietHours: { from: 1320, to: 390, timeZone: expect.any(String) },
  });
  await click('Done');
  expect(screen.queryByText('whsec_once')).toBeNull();
});

it('says at the address what the server found wrong with it', async () => {
  show([]);
  const issues = [{ path: 'address', message: 'This address is in a network that is not allowed here.' }];
  api.answer(createNoticeTarget, Response.json({ error: 'No.', issues }, { status: 400 }));
  await click('Add a target');
  fireEvent.change(await screen.findByLabelText(/E-mail address/), { target: { value: 'x' } });
  await click('Add');
  expect(await screen.findByText(/network that is not allowed/)).toBeTruthy();
});

it('changes what is sent', async () => {
  show();
  api.answer(updateNoticeTarget, aTarget());
  await click(/^Edit/);
  fireEvent.click(await screen.findByLabelText('Send notices there'));
  await click('Save');
  await waitFor(() => expect(api.callsOf(updateNoticeTarget)).toHaveLength(1));
  const body = { noticeKinds: ['run_failed'], isEnabled: false, quietHours: null };
  expect(api.callsOf(updateNoticeTarget)[0]!.body).toEqual(body);
  await waitFor(() => expect(screen.queryByText('Save')).toBeNull());
});

it('says what came of a test', async () => {
  show();
  api.answer(testNoticeTarget, { fault: 'It answered 404.' });
  await click(/^Test/);
  expect(await screen.findByText('The test did not arrive: It answered 404.')).toBeTruthy();
  api.answer(testNoticeTarget, { fault: null });
  await click(/^Test/);
  expect(await screen.findByText('The test was taken.')).toBeTruthy();
});

it('removes a target only after a confirmation', async () => {
  show();
  api.answer(deleteNoticeTarget, new Response(null, { status: 204 }));
  await click(/^Remove/);
  expect(api.callsOf(deleteNoticeTarget)).toEqual([]);
  await click('Remove it for good');
  await waitFor(() => expect(api.callsOf(deleteNoticeTarget)).toHaveLength(1));
});
