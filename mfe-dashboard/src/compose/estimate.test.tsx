import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { estimateMessage, getPreferences, sendMessage } from '@polylogue/api-contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anEstimate, send, startDashboard, threeServices, type } from '../dashboard/dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard> | undefined;
const start = (high?: number, known?: Parameters<typeof startDashboard>[0]) => {
  dashboard = startDashboard(known);
  if (high !== undefined) dashboard.api.answer(estimateMessage, anEstimate(high));
  return dashboard.api;
};
const sent = () => dashboard!.api.callsOf(sendMessage).length;
const question = () => screen.findByRole('dialog', { name: 'This will cost about $1.20–3.60. Send?' });

beforeEach(() => localStorage.clear());
afterEach(() => {
  cleanup();
  dashboard?.api.restore();
  jest.restoreAllMocks();
});

describe('the line under the box', () => {
  it('says what the message would cost, of the services it goes to, and nothing without a message', async () => {
    const api = start();
    await type('Grüße');
    expect(await screen.findByText('≈ $0.03–0.09 · about 20 s · 1 service')).toBeTruthy();
    const { body } = api.callsOf(estimateMessage).at(-1)!;
    expect(body).toEqual({ selectedAIs: ['gpt', 'claude', 'painter'], messageBytes: 7 });
    await type('');
    await waitFor(() => expect(screen.queryByText(/^≈/)).toBeNull());
  });

  it('says that there is none when there is none', async () => {
    start().answer(estimateMessage, Response.json({ error: 'Away.' }, { status: 503 }));
    await type('Hello');
    expect(await screen.findByText('No estimate right now')).toBeTruthy();
  });
});

describe('a message that costs more than is sent unasked', () => {
  it('is asked about first, and not sent when the answer is no', async () => {
    start(3.6);
    await send('Hello');
    fireEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(sent()).toBe(0);
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Hello');
  });

  it('is sent when the answer is yes, once', async () => {
    start(3.6);
    await send('Hello');
    fireEvent.click(screen.getByRole('button', { name: 'Send' }));
    fireEvent.click(within(await question()).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(sent()).toBe(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is sent unasked where the user wants it so, or the amount is below theirs', async () => {
    start(3.6).answer(getPreferences, { askAbove: null });
    await send('Hello');
    await waitFor(() => expect(sent()).toBe(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is asked about above a dollar while the choice cannot be read', async () => {
    start(3.6).answer(getPreferences, Response.json({ error: 'Away.' }, { status: 503 }));
    await send('Hello');
    expect(await question()).toBeTruthy();
    expect(sent()).toBe(0);
  });
});

describe('a message whose price is not known', () => {
  it('is sent', async () => {
    start().answer(estimateMessage, Response.json({ error: 'Away.' }, { status: 503 }));
    await send('Hello');
    await waitFor(() => expect(sent()).toBe(1));
  });

  it('to demos alone waits for no estimate', async () => {
    start(3.6, { services: threeServices().map((each) => ({ ...each, demo: true })) });
    await send('Hello');
    await waitFor(() => expect(sent()).toBe(1));
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});
