import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createApiKey, listApiKeys, revokeApiKey, type ApiKey } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { ApiKeys } from './api-keys.js';

const apiKey: ApiKey = {
  id: '0191f0a0-0000-7000-8000-000000000001',
  name: 'Nightly script',
  prefix: 'pl_live_AbCdEfGh',
  scopes: ['read'],
  createdAt: '2026-03-03T00:00:00Z',
  expiresAt: null,
  lastUsedAt: '2026-03-04T00:00:00Z',
  lastUsedAddress: '192.0.2.7',
};

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([[listApiKeys, [apiKey]]]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

it('shows how a key begins, what it may and where it was last used', async () => {
  renderScreen(<ApiKeys />);
  expect(await screen.findByText('pl_live_AbCdEfGh…')).toBeTruthy();
  expect(screen.getByText(/from 192.0.2.7 · does not expire/)).toBeTruthy();
});

it('makes a key of the chosen scopes, and shows it until one is done', async () => {
  const key = 'pl_live_0123456789';
  api.answer(createApiKey, { apiKey, key });
  renderScreen(<ApiKeys />);
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Create key' });
  expect(button.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText(/Name of the key/), { target: { value: 'Nightly script' } });
  fireEvent.click(screen.getByLabelText('Send messages'));
  fireEvent.change(screen.getByLabelText('Expires after'), { target: { value: '0' } });
  fireEvent.click(button);
  expect(await screen.findByText(key)).toBeTruthy();
  expect(api.callsOf(createApiKey)[0]!.body).toEqual({ name: 'Nightly script', scopes: ['read'], expiresAt: null });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(key)).toBeNull();
});

it('revokes a key only after a confirmation', async () => {
  api.answer(revokeApiKey, new Response(null, { status: 204 }));
  renderScreen(<ApiKeys />);
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke Nightly script' }));
  expect(api.callsOf(revokeApiKey)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Revoke it for good' }));
  await waitFor(() => expect(api.callsOf(revokeApiKey)).toHaveLength(1));
});

it('says when keys cannot be read', async () => {
  api.answer(listApiKeys, Response.json({ error: 'No.' }, { status: 403 }));
  renderScreen(<ApiKeys />);
  expect(await screen.findByText('Your API keys could not be read.')).toBeTruthy();
});
