import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { createApiKey, listAiServices, listApiKeys, revokeApiKey, type AiService } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { anApiKey } from '../api-keys/api-key.fixture.js';
import { ApiKeys } from './api-keys.js';

const apiKey = anApiKey({ today: { calls: 3, spent: 1.25, reserved: 0 }, dailyBudget: 2.5, aiServices: ['gpt'] });
const services: AiService[] = ['GPT', 'Claude'].map((displayName) => {
  const name = displayName.toLowerCase();
  return { id: name, name, displayName, color: '#123456', category: 'text', status: 'connected', demo: false };
});

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([
    [listApiKeys, [apiKey]],
    [listAiServices, services],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

it('shows how a key begins, what it may and used, and where it was last used', async () => {
  renderScreen(<ApiKeys />);
  expect(await screen.findByText('pl_live_AbCdEfGh…')).toBeTruthy();
  expect(screen.getByText(/from 192.0.2.7 · does not expire/)).toBeTruthy();
  expect(await screen.findByText('Only GPT')).toBeTruthy();
  expect(screen.getByText('Today 3 calls, $1.25 of $2.50')).toBeTruthy();
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
  expect(api.callsOf(createApiKey)[0]!.body).toEqual({
    name: 'Nightly script',
    scopes: ['read'],
    aiServices: null,
    dailyBudget: null,
    expiresAt: null,
  });
  fireEvent.click(screen.getByRole('button', { name: 'Done' }));
  expect(screen.queryByText(key)).toBeNull();
});

it('makes a key of its own services and budget, and says what is wrong with them', async () => {
  api.answer(createApiKey, { apiKey, key: 'pl_live_0123456789' });
  renderScreen(<ApiKeys />);
  fireEvent.change(await screen.findByLabelText(/Name of the key/), { target: { value: 'CI' } });
  fireEvent.change(screen.getByLabelText('AI services'), { target: { value: 'some' } });
  fireEvent.change(screen.getByLabelText(/Daily budget/), { target: { value: '0' } });
  const button = screen.getByRole('button', { name: 'Create key' });
  fireEvent.click(button);
  expect(await screen.findByText('Choose at least one AI service, or allow all of them.')).toBeTruthy();
  expect(screen.getByText('Write an amount of dollars above 0, such as 2.50.')).toBeTruthy();
  expect(api.callsOf(createApiKey)).toEqual([]);
  fireEvent.click(await screen.findByLabelText('Claude'));
  fireEvent.change(screen.getByLabelText(/Daily budget/), { target: { value: '2.50' } });
  expect(screen.queryByRole('alert')).toBeNull();
  fireEvent.click(button);
  await waitFor(() => expect(api.callsOf(createApiKey)).toHaveLength(1));
  expect(api.callsOf(createApiKey)[0]!.body).toMatchObject({ aiServices: ['claude'], dailyBudget: 2.5 });
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
