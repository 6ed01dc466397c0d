import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { getRetention, previewRetention, setRetention } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import RetentionTab from './retention-tab.js';

const forEver = { keepDays: null, removesStarred: false, saved: false };
const preview = {
  conversations: 12,
  messages: 340,
  aiChats: 2,
  runs: 5,
  users: 4,
  kept: 3,
  oldestAt: '2025-11-21T09:12:00.000Z',
};

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([
    [getRetention, { rule: forEver, removals: [] }],
    [previewRetention, preview],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const limit = async (days: string) => {
  fireEvent.change(await screen.findByLabelText('How long conversations are kept'), { target: { value: 'limited' } });
  fireEvent.change(screen.getByLabelText('Days'), { target: { value: days } });
  fireEvent.click(screen.getByRole('button', { name: 'See what would be removed' }));
};

it('says what would be removed before it saves anything', async () => {
  renderScreen(<RetentionTab />);
  expect(await screen.findByText('Kept for ever')).toBeTruthy();
  await limit('90');
  expect(await screen.findByText(/Within the hour 12 conversations with 340 messages/)).toBeTruthy();
  expect(screen.getByText('3 conversations as old stay: starred, or with a pinned reply.')).toBeTruthy();
  expect(api.callsOf(setRetention)).toEqual([]);
  const saved = { keepDays: 90, removesStarred: false, saved: true };
  api.answer(setRetention, saved);
  const day = { day: '2026-11-21', conversations: 10, messages: 300, aiChats: 1, runs: 0 };
  api.answer(getRetention, { rule: saved, removals: [day] });
  fireEvent.click(screen.getByRole('button', { name: 'Keep for 90 days' }));
  expect(await screen.findByText('What is older goes within the hour.')).toBeTruthy();
  expect(api.callsOf(setRetention)[0]!.body).toEqual({ keepDays: 90, removesStarred: false });
  expect(
    await screen.findByText('10 conversations with 300 messages, 1 AI chat and 0 runs of saved queries'),
  ).toBeTruthy();
  expect(await screen.findByText(/^Due now: 12 conversations/)).toBeTruthy();
});

it('saves nothing that was not counted, and nothing after Change nothing or another choice', async () => {
  api.answer(previewRetention, new Response(null, { status: 503 }));
  renderScreen(<RetentionTab />);
  await limit('90');
  expect(await screen.findByText('It could not be counted')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Keep for/ })).toBeNull();
  api.answer(previewRetention, preview);
  fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
  await screen.findByRole('button', { name: 'Keep for 90 days' });
  fireEvent.click(screen.getByLabelText(/starred/));
  expect(screen.queryByRole('button', { name: /Keep for/ })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'See what would be removed' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Change nothing' }));
  expect(screen.queryByRole('button', { name: /Keep for/ })).toBeNull();
  expect(api.callsOf(setRetention)).toEqual([]);
});

it('keeps for ever without a question', async () => {
  const rule = { keepDays: 30, removesStarred: true, saved: false };
  api.answer(getRetention, { rule, removals: [] });
  api.answer(setRetention, { ...forEver, saved: true });
  renderScreen(<RetentionTab />);
  expect(await screen.findByText('30 days, from the environment')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('How long conversations are kept'), { target: { value: 'for-ever' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Nothing is removed any more.')).toBeTruthy();
  expect(api.callsOf(setRetention)[0]!.body).toEqual({ keepDays: null, removesStarred: false });
});

it('says beside the field what is wrong', async () => {
  renderScreen(<RetentionTab />);
  await limit('0');
  expect((await screen.findByRole('alert')).textContent).toBe('Type a whole number from 1 to 36,500.');
  expect(api.callsOf(previewRetention)).toEqual([]);
});
