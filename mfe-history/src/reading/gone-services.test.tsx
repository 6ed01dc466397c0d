import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { continueConversation, getConversation, listAiServices, listAnswerPresets } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import ReadingPane from './reading-pane.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-00000000000${at}`;
const time = '2026-11-21T09:12:00Z';
const label = (name: string, displayName: string) => ({ name, displayName, color: '#d97757' });
const [terse, gemini, grok] = [label('gpt..k3f9a2', 'GPT · terse'), label('gemini', 'Gemini'), label('grok', 'Grok')];
const offer = (...labels: ReturnType<typeof label>[]) =>
  labels.map((each) => ({ ...each, id: each.name, category: 'text', status: 'connected', demo: true }));
const message = { timestamp: time, status: 'completed', broadcastId: id(9) };
const question = { ...message, id: id(5), role: 'user', content: 'Which locking?' };
const reply = (at: number) => ({ ...message, id: id(at), role: 'assistant', content: 'Leases.' });
const view = {
  id: id(1),
  aiService: terse,
  title: 'Seat booking',
  createdAt: time,
  updatedAt: time,
  messages: [question, reply(6)],
  siblings: [{ broadcastId: id(9), conversationId: id(2), aiService: gemini, message: reply(7) }],
};

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([
    [getConversation, view],
    [listAnswerPresets, []],
    [listAiServices, offer(label('gpt', 'GPT'), gemini, grok)],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const open = () =>
  renderScreen(
    <ReadingPane id={id(1)} comparisonId={undefined} focus={undefined} accents={new Map()} onClose={() => undefined} />,
  );
const chips = (group: string) => within(screen.getByRole('group', { name: group }));

describe('a conversation whose service is no longer offered', () => {
  const sentence = 'GPT · terse is no longer offered. Choose other services to go on with.';

  it('says so where it is continued, and goes on with the services one chooses', async () => {
    api.answer(continueConversation, () => new Promise(() => {}));
    open();
    expect(await screen.findByText(sentence)).toBeTruthy();
    expect(screen.getByText('Choose at least one service')).toBeTruthy();
    fireEvent.change(screen.getByLabelText('New message'), { target: { value: 'And then?' } });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Continue' }).disabled).toBe(true);
    fireEvent.click(chips('AI services to continue with').getByRole('button', { name: 'Grok' }));
    expect(screen.getByText('Goes to 1 service')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    await waitFor(() => expect(api.callsOf(continueConversation)).toHaveLength(1));
    expect(api.callsOf(continueConversation)[0]!.body).toMatchObject({ selectedAIs: ['grok'] });
  });

  it('names it among those that are asked again, and says what to do when all of them are gone', async () => {
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Ask again like this' }));
    expect(await screen.findByText('GPT · terse is no longer offered.')).toBeTruthy();
    cleanup();
    api.answer(listAiServices, offer(grok));
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Ask again like this' }));
    await screen.findByText('GPT · terse and Gemini are no longer offered. Choose other services to go on with.');
  });

  it('leaves out what could not be pressed where nothing is offered at all', async () => {
    api.answer(listAiServices, []);
    open();
    await screen.findByText(
      'GPT · terse is no longer offered. No other service is on offer: an administrator adds them.',
    );
    expect(screen.queryByRole('button', { name: 'Continue' })).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Ask again like this' }));
    expect(screen.queryByRole('button', { name: 'Ask again' })).toBeNull();
  });

  it('says nothing before the services are read', async () => {
    let answer!: (services: unknown) => void;
    api.answer(listAiServices, () => new Promise((resolve) => (answer = resolve)));
    open();
    await screen.findByRole('button', { name: 'Continue' });
    expect(screen.queryByText(/no longer offered|Goes to|Choose/)).toBeNull();
    answer(offer(terse));
    expect(await screen.findByText('Goes to 1 service')).toBeTruthy();
    expect(screen.queryByText(/no longer offered/)).toBeNull();
  });
});
