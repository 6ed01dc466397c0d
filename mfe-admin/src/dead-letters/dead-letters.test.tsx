import { afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import { discardDeadLetters, listDeadLetters, replayDeadLetters, type DeadLetter } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import DeadLetters from './dead-letters.js';

const letterOf = (at: number): DeadLetter => ({
  slice: 'quality',
  consumer: 'quality.BroadcastsConsumer.onReplyStored',
  eventId: `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`,
  subject: 'conversation.reply_stored.v1',
  error: 'Error: indigestible',
  attempts: 6,
  failedAt: '2026-03-03T10:00:00Z',
});

let api: FakeApi;
const list = (letters: DeadLetter[], missing: string[] = []) =>
  api.answer(listDeadLetters, { letters, total: letters.length, missing });
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi();
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

it("says 'No dead letters', and who does not answer", async () => {
  list([], ['scheduler']);
  renderScreen(<DeadLetters />);
  expect(await screen.findByText('No dead letters')).toBeTruthy();
  expect(screen.getByText(/Not answering: scheduler/)).toBeTruthy();
  expect(screen.queryByRole('button')).toBeNull();
});

it('says above the list that it cannot be read, and is closed where the server refuses it', async () => {
  api.answer(listDeadLetters, () => {
    throw new TypeError('Failed to fetch');
  });
  renderScreen(<DeadLetters />);
  expect(await screen.findByRole('button', { name: 'Refresh Page', description: 'Connection Error' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Dead Letters' })).toBeTruthy();
  cleanup();
  api.answer(listDeadLetters, Response.json({ error: 'No.' }, { status: 403 }));
  renderScreen(<DeadLetters />);
  expect(await screen.findByText('Admin Access Required')).toBeTruthy();
  expect(screen.queryByRole('heading', { name: 'Dead Letters' })).toBeNull();
});

it('replays all of them a few at a time and says how it went', async () => {
  list(Array.from({ length: 12 }, (_each, at) => letterOf(at)));
  api.answer(replayDeadLetters, ({ body }: { body: { letters: unknown[] } }) => {
    list([]);
    return body.letters.length === 10 ? { handled: 9, failed: 1 } : { handled: 2, failed: 0 };
  });
  renderScreen(<DeadLetters />);
  fireEvent.click(await screen.findByRole('button', { name: 'Replay all' }));
  expect(await screen.findByText('11 handled, 1 failed again')).toBeTruthy();
  expect(api.callsOf(replayDeadLetters)).toHaveLength(2);
  expect(await screen.findByText('No dead letters')).toBeTruthy();
});

it('waits for a batch as long as the server gives it', async () => {
  const limits = jest.spyOn(AbortSignal, 'timeout');
  list([letterOf(1)]);
  api.answer(replayDeadLetters, { handled: 1, failed: 0 });
  renderScreen(<DeadLetters />);
  const button = await screen.findByRole('button', { name: 'Replay' });
  limits.mockClear();
  fireEvent.click(button);
  await waitFor(() => expect(Math.max(...limits.mock.calls.flat())).toBeGreaterThan(120_000));
});

it('says why when replaying is refused, and keeps the list', async () => {
  list([letterOf(1)]);
  api.answer(replayDeadLetters, Response.json({ error: 'The quality service is away.' }, { status: 503 }));
  renderScreen(<DeadLetters />);
  fireEvent.click(await screen.findByRole('button', { name: 'Replay' }));
  expect(await screen.findByText('The quality service is away.')).toBeTruthy();
  expect(screen.getByText('Error: indigestible')).toBeTruthy();
});

it('discards one after a confirmation', async () => {
  list([letterOf(1)]);
  api.answer(discardDeadLetters, { discarded: 1 });
  renderScreen(<DeadLetters />);
  fireEvent.click(await screen.findByRole('button', { name: 'Discard' }));
  expect(api.callsOf(discardDeadLetters)).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Discard for good' }));
  await waitFor(() => expect(api.callsOf(discardDeadLetters)).toHaveLength(1));
  const { slice, consumer, eventId } = letterOf(1);
  expect(api.callsOf(discardDeadLetters)[0]!.body).toEqual({ letters: [{ slice, consumer, eventId }] });
});
