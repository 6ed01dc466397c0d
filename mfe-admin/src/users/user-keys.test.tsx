import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { listUserApiKeys, revokeUserApiKey } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { anApiKey } from '../api-keys/api-key.fixture.js';
import { UserKeys } from './user-keys.js';

const apiKey = anApiKey({ name: 'CI', dailyBudget: 5 });

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([[listUserApiKeys, [apiKey]]]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

it('lists the keys of a user, and revokes one only after a confirmation', async () => {
  api.answer(revokeUserApiKey, new Response(null, { status: 204 }));
  renderScreen(<UserKeys userId="u1" />);
  expect(await screen.findByText('Today 0 calls, $0.00 of $5.00')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Revoke CI' }));
  expect(api.callsOf(revokeUserApiKey)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Revoke it for good' }));
  await waitFor(() => expect(api.callsOf(revokeUserApiKey)[0]?.url).toContain(apiKey.id));
});

it('says when there are none, and when they cannot be read', async () => {
  api.answer(listUserApiKeys, []);
  renderScreen(<UserKeys userId="u1" />);
  expect(await screen.findByText('No API keys')).toBeTruthy();
  cleanup();
  api.answer(listUserApiKeys, Response.json({ error: 'No.' }, { status: 403 }));
  renderScreen(<UserKeys userId="u2" />);
  expect(await screen.findByText('The API keys could not be read.')).toBeTruthy();
});
