import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { deleteWebhook, getWebhook, renewWebhook, type Webhook } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { WebhookCard } from './webhook-card.js';

const off: Webhook = { isOn: false, renewedAt: null, lastUsedAt: null };
const on: Webhook = { isOn: true, renewedAt: '2026-11-23T09:00:00Z', lastUsedAt: null };

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([[getWebhook, off]]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

it('is switched on, and shows its secret until one is done', async () => {
  api.answer(renewWebhook, { webhook: on, secret: 'whsec_abc' });
  renderScreen(<WebhookCard id={7} />);
  await screen.findByText('Off');
  api.answer(getWebhook, on);
  await press('Switch on');
  expect(await screen.findByText('whsec_abc')).toBeTruthy();
  expect(api.callsOf(renewWebhook)[0]!.url).toBe('/api/saved-queries/7/webhook');
  expect(await screen.findByText(/\/api\/webhooks\/saved-queries\/7$/)).toBeTruthy();
  await press('Done');
  expect(screen.queryByText('whsec_abc')).toBeNull();
});

it('gets a new secret, and is switched off, only after one more question', async () => {
  api.answer(getWebhook, { ...on, lastUsedAt: '2026-11-23T10:00:00Z' });
  api.answer(renewWebhook, { webhook: on, secret: 'whsec_new' });
  api.answer(deleteWebhook, new Response(null, { status: 204 }));
  renderScreen(<WebhookCard id={7} />);
  await press('New secret');
  await press('Keep it');
  expect(api.callsOf(renewWebhook)).toEqual([]);
  await press('New secret');
  await press('Replace the secret');
  expect(await screen.findByText('whsec_new')).toBeTruthy();
  await press('Switch off');
  expect(api.callsOf(deleteWebhook)).toEqual([]);
  api.answer(getWebhook, off);
  await press('Switch it off');
  await waitFor(() => expect(screen.queryByText('whsec_new')).toBeNull());
  expect(await screen.findByRole('button', { name: 'Switch on' })).toBeTruthy();
});

it('says when it cannot be read or changed', async () => {
  api.answer(getWebhook, Response.json({ error: 'No.' }, { status: 403 }));
  renderScreen(<WebhookCard id={7} />);
  expect(await screen.findByText('The webhook could not be read.')).toBeTruthy();
  cleanup();
  api.answer(getWebhook, off);
  api.answer(renewWebhook, Response.json({ error: 'Wait for approval.' }, { status: 403 }));
  renderScreen(<WebhookCard id={8} />);
  await press('Switch on');
  await waitFor(() => expect(api.callsOf(renewWebhook)).toHaveLength(1));
  expect(await screen.findByRole('button', { name: 'Switch on' })).toBeTruthy();
});
