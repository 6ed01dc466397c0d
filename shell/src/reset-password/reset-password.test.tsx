import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { getConfig, getCurrentUser, resetPassword } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import { SessionGate } from '../session/session-gate.js';

const refusal = (status: number, code: string, error: string, issues?: object[]) =>
  Response.json({ error, code, requestId: 'r', issues }, { status });

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([
    [getConfig, { productName: 'Polylogue', auth: 'local' }],
    [getCurrentUser, refusal(401, 'signed_out', 'Sign in first.')],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

function open(address: string) {
  history.replaceState(null, '', address);
  renderScreen(<SessionGate />, { at: address });
}

async function choose(password: string) {
  fireEvent.change(await screen.findByLabelText('New password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Set new password' }));
}

it('changes nothing until a password is chosen, sets it by the token behind #, and leads to sign-in', async () => {
  api.answer(resetPassword, new Response(null, { status: 204 }));
  open('/reset-password#the-token');
  await screen.findByRole('heading', { name: 'Choose a new password' });
  expect(api.callsOf(resetPassword)).toEqual([]);
  await choose('another long one');
  await screen.findByRole('heading', { name: 'Your password is set' });
  expect(api.callsOf(resetPassword)[0]?.body).toEqual({ token: 'the-token', newPassword: 'another long one' });
  expect(screen.getByRole('link', { name: 'Sign in' }).getAttribute('href')).toBe('/api/login');
  expect(location.hash).toBe('');
});

it('says at the field why a password is refused, and lets one choose another', async () => {
  const message = 'Use at least 10 characters.';
  api.answer(resetPassword, refusal(400, 'invalid_input', message, [{ path: 'newPassword', message }]));
  open('/reset-password#the-token');
  await choose('short');
  expect((await screen.findByText(message)).getAttribute('role')).toBe('alert');
  expect(screen.getByLabelText('New password').getAttribute('aria-invalid')).toBe('true');
  api.answer(resetPassword, refusal(429, 'too_many_tries', 'Too many tries. Try again in 4 minutes.'));
  await choose('another long one');
  expect(await screen.findByText('Too many tries. Try again in 4 minutes.')).toBeTruthy();
});

it('says that a link does not hold, or is not complete', async () => {
  api.answer(resetPassword, refusal(404, 'reset_link_unknown', 'This link does not hold any longer.'));
  open('/reset-password#the-token');
  await choose('another long one');
  expect((await screen.findByRole('alert')).textContent).toContain('This link does not hold any longer.');
  expect(screen.queryByLabelText('New password')).toBeNull();
  // Another one that is opened in its place is asked for a password again.
  location.hash = 'another-token';
  await choose('another long one');
  expect(api.callsOf(resetPassword)[1]?.body).toMatchObject({ token: 'another-token' });
  cleanup();
  open('/reset-password');
  expect((await screen.findByRole('alert')).textContent).toContain('The link is not complete.');
});
