import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  castVote,
  clearDashboard,
  estimateMessage,
  getVote,
  listConversations,
  revealRound,
  sendMessage,
  type Conversation,
  type Vote,
} from '@polylogue/api-contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { anEstimate, broadcastId, type FakeStream, panel, send, startDashboard, uuid } from './dashboard.fixture.js';

type Started = ReturnType<typeof startDashboard>;
let dashboard: Started | undefined;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard?.api.restore();
  jest.restoreAllMocks();
});

const at = '2026-11-24T04:00:00.000Z';
const thread = (index: number, name: string, displayName: string): Conversation => ({
  id: uuid(100 + index),
  aiService: { name, displayName, color: '#7A7F87' },
  title: 'Hi',
  messages: [
    { id: uuid(300 + index), role: 'user', content: 'Hi', timestamp: at, status: 'completed', broadcastId },
    {
      id: uuid(200 + index),
      role: 'assistant',
      content: `Answer ${index}`,
      timestamp: at,
      status: 'completed',
      broadcastId,
    },
  ],
  createdAt: at,
  updatedAt: at,
});
const blind = [thread(0, 'blind..a', 'Service A'), thread(1, 'blind..b', 'Service B')];
const named = [thread(0, 'claude', 'Claude'), thread(1, 'gpt', 'ChatGPT')];
const vote: Vote = {
  broadcastId,
  outcome: 'best',
  best: [uuid(200)],
  reasons: [],
  comment: null,
  wasBlind: true,
  timestamp: at,
};
const bar = () => screen.findByRole('region', { name: 'Blind round' });

describe('a blind round on the dashboard', () => {
  it('is sent by its switch, and only says how many have answered', async () => {
    dashboard = startDashboard();
    fireEvent.change(await screen.findByRole('combobox', { name: 'Category' }), { target: { value: 'text' } });
    fireEvent.click(screen.getByRole('switch', { name: 'Blind' }));
    await send('Who knows?');
    await waitFor(() => expect(dashboard!.api.callsOf(sendMessage)).toHaveLength(1));
    expect(dashboard.api.callsOf(sendMessage)[0]!.body).toMatchObject({ blind: true, selectedAIs: ['gpt', 'claude'] });
    await screen.findByRole('region', { name: 'Service A' });
    expect(screen.queryByRole('region', { name: 'ChatGPT' })).toBeNull();
    const stream = new FakeStreamOf(dashboard.streams[0]!);
    stream.accept();
    stream.progress(0.5);
    await within(await bar()).findByText(/1 of 2 have answered/);
    expect(panel('Service B').textContent).not.toMatch(/first token|50/);
  });

  it('stays switched on elsewhere and after a send that failed, until the round has begun', async () => {
    const again = (options?: Parameters<typeof startDashboard>[0]) => {
      cleanup();
      dashboard?.api.restore();
      dashboard = startDashboard(options);
    };
    const blindSwitch = () => screen.findByRole('switch', { name: 'Blind' });
    const isOn = async () => (await blindSwitch()).getAttribute('aria-checked') === 'true';
    again();
    fireEvent.change(await screen.findByRole('combobox', { name: 'Category' }), { target: { value: 'text' } });
    fireEvent.click(await blindSwitch());
    again();
    await waitFor(async () => expect(await isOn()).toBe(true));
    dashboard!.api.answer(sendMessage, Response.json({ error: 'Not now.', code: 'invalid' }, { status: 400 }));
    await send('Who knows?');
    await waitFor(() => expect(dashboard!.api.callsOf(sendMessage)).toHaveLength(1));
    await waitFor(async () => expect(await isOn()).toBe(true));
    again();
    await waitFor(async () => expect(await isOn()).toBe(true));
    await send('Who knows?');
    await waitFor(() => expect(dashboard!.streams).toHaveLength(1));
    new FakeStreamOf(dashboard!.streams[0]!).accept();
    await bar();
    again({ conversations: named });
    expect(await isOn()).toBe(false);
  });

  it('is voted on, and shows who was who', async () => {
    dashboard = startDashboard({ conversations: blind });
    const { api } = dashboard;
    api.answer(getVote, { vote: null });
    await within(await bar()).findByRole('radio', { name: 'Service A' });
    expect(screen.queryByRole('region', { name: 'ChatGPT' })).toBeNull();
    expect(screen.queryByRole('switch', { name: 'Blind' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Summarize Responses' })).toHaveProperty('disabled', true);
    api.answer(castVote, () => {
      api.answer(listConversations, named);
      api.answer(getVote, { vote });
      return vote;
    });
    fireEvent.click(within(await bar()).getByRole('radio', { name: 'Service A' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Vote and reveal' }));
    const who = await screen.findByRole('list', { name: 'Who was who' });
    expect(
      within(who)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['Service A was Claude', 'Service B was ChatGPT']);
    await screen.findByText(/Your vote: Claude is best/);
    expect(await within(panel('Claude')).findByText('Answer 0')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Close the result of the blind round' }));
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Blind round' })).toBeNull());
  });
});

it('goes on only after its price was agreed to, where it costs more than is sent unasked', async () => {
  dashboard = startDashboard({ conversations: blind });
  const { api } = dashboard;
  api.answer(getVote, { vote: null });
  api.answer(estimateMessage, anEstimate(3.6));
  await screen.findByRole('region', { name: 'Service A' });
  await send('And now?');
  const question = await screen.findByRole('dialog', { name: 'This will cost about $1.20–3.60. Send?' });
  expect(api.callsOf(estimateMessage).at(-1)!.body).toMatchObject({ selectedAIs: ['blind..a', 'blind..b'] });
  expect(api.callsOf(sendMessage)).toHaveLength(0);
  fireEvent.click(within(question).getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(api.callsOf(sendMessage)).toHaveLength(1));
});

describe('a blind round that cannot be voted on', () => {
  const failed = ({ messages: [question, reply], ...rest }: Conversation): Conversation => ({
    ...rest,
    messages: [question!, { ...reply!, status: 'failed', content: '', error: 'No.' }],
  });

  it.each([
    ['one reply', [blind[0]!, failed(blind[1]!)]],
    ['no reply', blind.map(failed)],
  ])('with %s complete is revealed without a vote', async (_what, conversations) => {
    dashboard = startDashboard({ conversations });
    const { api } = dashboard;
    await within(await bar()).findByText(/Fewer than two replies are complete/);
    api.answer(revealRound, () => {
      api.answer(listConversations, named);
      return { revealed: true };
    });
    fireEvent.click(within(await bar()).getByRole('button', { name: 'Reveal without a vote' }));
    const who = await screen.findByRole('list', { name: 'Who was who' });
    expect(who.textContent).toBe('Service A was ClaudeService B was ChatGPT');
    expect(screen.queryByRole('radio', { name: 'Claude' })).toBeNull();
  });

  it('says why it was not revealed, and can be revealed then', async () => {
    dashboard = startDashboard({ conversations: [blind[0]!, failed(blind[1]!)] });
    dashboard.api.answer(revealRound, Response.json({ error: 'Away.', code: 'unavailable' }, { status: 503 }));
    fireEvent.click(await within(await bar()).findByRole('button', { name: 'Reveal without a vote' }));
    await screen.findByText('The services could not be revealed', { selector: '.pl-toast-title' });
    await within(await bar()).findByRole('button', { name: 'Reveal without a vote' });
  });
});

describe('a reveal that is late', () => {
  const startVote = async () => {
    dashboard = startDashboard({ conversations: blind });
    const { api } = dashboard;
    api.answer(getVote, { vote: null });
    api.answer(castVote, vote);
    fireEvent.click(await within(await bar()).findByRole('radio', { name: 'Service A' }));
    return { api, cast: async () => fireEvent.click(await screen.findByRole('button', { name: 'Vote and reveal' })) };
  };

  it('says so, offers a retry, and ends by itself', async () => {
    const { api, cast } = await startVote();
    api.answer(revealRound, Response.json({ error: 'Try again.', code: 'unavailable' }, { status: 503 }));
    await cast();
    await screen.findByText(/not shown yet.*Try again\./);
    api.answer(revealRound, () => {
      api.answer(listConversations, named);
      return { revealed: true };
    });
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    await screen.findByRole('list', { name: 'Who was who' });
  });

  it('says what it waits for', async () => {
    const { api, cast } = await startVote();
    api.answer(revealRound, { revealed: false });
    await cast();
    await screen.findByText(/Some replies are still being written/);
    expect(screen.queryByRole('button', { name: 'Retry' })).toBeNull();
  });

  it('goes on after the page was loaded anew', async () => {
    dashboard = startDashboard({ conversations: blind });
    const { api } = dashboard;
    api.answer(getVote, { vote });
    api.answer(revealRound, () => {
      api.answer(listConversations, named);
      return { revealed: true };
    });
    await screen.findByRole('region', { name: 'ChatGPT' });
  });

  it('is not waited for when its round is cleared', async () => {
    const { api, cast } = await startVote();
    api.answer(revealRound, { revealed: false });
    await cast();
    await screen.findByText(/Some replies are still being written/);
    api.answer(clearDashboard, () => {
      api.answer(listConversations, []);
      return new Response(null, { status: 204 });
    });
    fireEvent.click(screen.getByRole('button', { name: 'Clear All' }));
    await waitFor(() => expect(screen.queryByText(/Some replies are still being written/)).toBeNull());
  });
});

/** A stream whose targets are aliases. */
class FakeStreamOf {
  readonly #names = ['blind..a', 'blind..b'];

  constructor(private readonly stream: FakeStream) {}

  accept(): void {
    const targets = this.#names.map((aiService, index) => {
      return { aiService, conversationId: uuid(100 + index), messageId: uuid(200 + index) };
    });
    this.stream.emit('accepted', { broadcastId, targets });
  }

  progress(fraction: number): void {
    this.#names.forEach((aiService, index) =>
      this.stream.emit('progress', { aiService, messageId: uuid(200 + index), fraction }),
    );
  }
}
