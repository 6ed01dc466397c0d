import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  clearDashboard,
  listConversations,
  replayBroadcast,
  retryAiService,
  retryMessage,
  sendMessage,
  type Conversation,
} from '@polylogue/api-contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  broadcastId,
  FakeStream,
  panel,
  send,
  startDashboard,
  threeServices,
  uuid,
} from '../dashboard/dashboard.fixture.js';
import { storedConversations } from '../dashboard/stored-conversations.fixture.js';

type Started = ReturnType<typeof startDashboard>;
let dashboard: Started | undefined;
const start = (known?: Parameters<typeof startDashboard>[0]): Started => (dashboard = startDashboard(known));
const streamOf = async (index = 0): Promise<FakeStream> => {
  await waitFor(() => expect(dashboard?.streams[index]).toBeDefined());
  return dashboard!.streams[index]!;
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  // Toasts belong to the page, not to a test.
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard?.api.restore();
  jest.restoreAllMocks();
});

describe('a reply that is made to break the page', () => {
  it('shows its text in its panel, and the others as ever', async () => {
    start();
    await send('Hello');
    const stream = await streamOf();
    const hostile = `${'>'.repeat(5_000)} deep`;
    stream.accept().delta('gpt', hostile).delta('claude', 'A **fine** reply.');
    act(() =>
      stream.finish(
        stream.result('gpt', { content: hostile }),
        stream.result('claude', { content: 'A **fine** reply.' }),
        stream.result('painter', { content: '![](x'.repeat(1_000) }),
      ),
    );
    expect(await within(panel('ChatGPT')).findByText(/> deep$/)).toBeTruthy();
    expect((await within(panel('Claude')).findByText('fine')).localName).toBe('strong');
    expect(await within(panel('Painter')).findByText(/^!\[\]\(x/)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  });
});

describe('a reply that does not come', () => {
  it('is shown in its panel only, and of the connection when the key was refused', async () => {
    const { api } = start();
    await send('Hello');
    const stream = await streamOf();
    stream.accept();
    act(() =>
      stream.finish(
        stream.result('gpt', { content: 'Fine.' }),
        stream.result('claude', { status: 'failed', errorCode: 'invalid_key', error: 'The key was refused.' }),
        stream.result('painter', { status: 'failed', errorCode: 'rate_limited', error: 'Painter is busy.' }),
      ),
    );
    expect(await screen.findByText('Some services failed')).toBeTruthy();
    expect(screen.getByText(/^2 AI service/)).toBeTruthy();
    expect(await within(panel('Claude')).findByText('Connection Error')).toBeTruthy();
    expect(await within(panel('Painter')).findByText('Painter is busy.')).toBeTruthy();
    expect(within(panel('ChatGPT')).queryByRole('alert')).toBeNull();

    api.answer(retryAiService, { ...threeServices()[1] });
    fireEvent.click(within(panel('Claude')).getByRole('button', { name: 'Retry Connection' }));
    expect(await within(panel('Claude')).findByText('Claude answers again.')).toBeTruthy();

    const again = new FakeStream(['painter']);
    api.answer(retryMessage, () => again.response);
    fireEvent.click(within(panel('Painter')).getByRole('button', { name: 'Retry' }));
    again.accept().delta('painter', 'Now it works.');
    expect(await within(panel('Painter')).findByText('Now it works.')).toBeTruthy();
    expect(within(panel('Painter')).queryByText('Painter is busy.')).toBeNull();
    expect(screen.getByRole('button', { name: 'Send' })).toBeTruthy();
  });

  it('keeps what had arrived under its badge', async () => {
    start();
    await send('Hello');
    const stream = await streamOf();
    stream.accept().delta('gpt', 'Half a');
    act(() =>
      stream.finish(
        stream.result('gpt', { status: 'interrupted', content: 'Half a', error: 'It broke off.' }),
        stream.result('claude', { status: 'cancelled', content: 'A wor' }),
        stream.result('painter', { content: 'Done.' }),
      ),
    );
    expect(await within(panel('ChatGPT')).findByText('Half a')).toBeTruthy();
    expect(within(panel('ChatGPT')).getAllByText('Interrupted').length).toBeGreaterThan(0);
    expect(within(panel('Claude')).getByText('A wor')).toBeTruthy();
    expect(within(panel('Claude')).getByText('Cancelled')).toBeTruthy();
  });
});

describe('a reply that has left the dashboard while others of its broadcast still come', () => {
  const [gpt, ...others] = threeServices();
  const target = { aiService: 'gpt', conversationId: uuid(110), messageId: uuid(300) };

  it('is not shown after the round that took its place, and gone with its broadcast', async () => {
    const { api, streams } = start();
    await send('Hello');
    const stream = (await streamOf()).accept();
    const old = stream.result('gpt', { content: 'Old words.' });
    stream.emit('reply', old);
    await within(panel('ChatGPT')).findByText('Old words.');

    const again = new FakeStream(['gpt'], 'Hello');
    api.answer(replayBroadcast, () => again.response);
    fireEvent.click(within(panel('ChatGPT')).getByRole('button', { name: 'More for ChatGPT' }));
    fireEvent.click(await screen.findByRole('menuitem', { name: 'Ask again like this' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Ask again' }));
    await waitFor(() => expect(api.callsOf(replayBroadcast)).toHaveLength(1));
    api.answer(listConversations, () => storedConversations([gpt!], [again]));
    again.emit('accepted', { broadcastId: uuid(901), targets: [target] });
    act(() => again.finish({ ...again.result('gpt', { content: 'New words.' }), ...target }));
    await within(panel('ChatGPT')).findByText('New words.');
    await waitFor(() => expect(within(panel('ChatGPT')).queryByText('Old words.')).toBeNull());

    // Deleted in History, say.
    api.answer(listConversations, () => storedConversations(others, streams));
    act(() => stream.finish(old, ...others.map(({ name }) => stream.result(name, { content: `By ${name}` }))));
    expect(await within(panel('ChatGPT')).findByText('Nothing asked yet')).toBeTruthy();
    expect(await within(panel('Claude')).findByText('By claude')).toBeTruthy();
  });
});

describe('stopping', () => {
  const cancelCalls = () => dashboard!.api.calls.filter(({ url }) => url === `/api/broadcasts/${broadcastId}/cancel`);

  it('stops one reply, or all by Esc', async () => {
    start();
    await send('Hello');
    (await streamOf()).accept().delta('gpt', 'Wor');
    await within(panel('ChatGPT')).findByText('Wor');
    fireEvent.click(within(panel('ChatGPT')).getByRole('button', { name: 'Stop ChatGPT' }));
    await waitFor(() => expect(cancelCalls().map(({ body }) => body)).toEqual([{ aiServices: ['gpt'] }]));
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Message' }), { key: 'Escape' });
    await waitFor(() => expect(cancelCalls()[1]?.body).toEqual({}));
  });

  it('before it is accepted stops it as soon as it is', async () => {
    start();
    await send('Hello');
    const stream = await streamOf();
    fireEvent.click(screen.getByRole('button', { name: 'Stop all' }));
    expect(cancelCalls()).toHaveLength(0);
    stream.accept();
    await waitFor(() => expect(cancelCalls()).toHaveLength(1));
  });

  it('stops each reply that was to be stopped before it is accepted', async () => {
    start();
    await send('Hello');
    const stream = await streamOf();
    for (const name of ['ChatGPT', 'Claude'])
      fireEvent.click(within(panel(name)).getByRole('button', { name: `Stop ${name}` }));
    stream.accept();
    await waitFor(() => expect(cancelCalls().map(({ body }) => body)).toEqual([{ aiServices: ['gpt', 'claude'] }]));
  });

  it('stops all when that was wanted before it is accepted, whatever was stopped after it', async () => {
    start();
    await send('Hello');
    const stream = await streamOf();
    fireEvent.click(screen.getByRole('button', { name: 'Stop all' }));
    fireEvent.click(within(panel('Claude')).getByRole('button', { name: 'Stop Claude' }));
    stream.accept();
    await waitFor(() => expect(cancelCalls().map(({ body }) => body)).toEqual([{}]));
  });

  it('what could not be sent stops nothing when it is sent again', async () => {
    const { api } = start();
    let fail!: (fault: Error) => void;
    api.answer(sendMessage, () => new Promise((_resolve, reject) => (fail = reject)));
    await send('Hello');
    await waitFor(() => expect(api.callsOf(sendMessage)).toHaveLength(1));
    fireEvent.click(screen.getByRole('button', { name: 'Stop all' }));
    act(() => fail(new TypeError('Failed to fetch')));
    const again = new FakeStream(['gpt', 'claude', 'painter']);
    api.answer(sendMessage, () => again.response);
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
    again.accept().delta('gpt', 'Here I am.');
    expect(await within(panel('ChatGPT')).findByText('Here I am.')).toBeTruthy();
    expect(cancelCalls()).toEqual([]);
  });

  it('what was cleared before it is accepted stops nothing that is sent after it', async () => {
    const { api } = start();
    api.answer(clearDashboard, { cleared: 0 });
    await send('Hello');
    await streamOf();
    fireEvent.click(screen.getByRole('button', { name: 'Clear All' }));
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
    const again = await streamOf(1);
    again.accept().delta('gpt', 'Here I am.');
    expect(await within(panel('ChatGPT')).findByText('Here I am.')).toBeTruthy();
    expect(cancelCalls()).toEqual([]);
    const [first, second] = api.callsOf(sendMessage).map(({ headers }) => headers.get('idempotency-key'));
    expect(second).not.toBe(first);
  });
});

describe('a reload in the middle', () => {
  const timestamp = '2025-07-10T10:00:00.000Z';
  const conversation: Conversation = {
    id: uuid(100),
    aiService: { name: 'gpt', displayName: 'ChatGPT', color: '#097C56' },
    title: 'T',
    messages: [
      { id: uuid(300), role: 'user', content: 'Why?', timestamp, status: 'completed' },
      { id: uuid(200), role: 'assistant', content: 'Because it', timestamp, status: 'streaming', broadcastId },
    ],
    createdAt: timestamp,
    updatedAt: timestamp,
  };

  it('shows what had arrived, and rebuilds the rest exactly', async () => {
    const { api } = start({ conversations: [conversation] });
    const stream = await streamOf();
    const resumed = api.calls.find(({ url }) => url.endsWith('/events') && url.includes(broadcastId));
    expect(resumed?.headers.get('last-event-id')).toBe('0');
    expect(await within(await screen.findByRole('region', { name: 'ChatGPT' })).findByText('Because it')).toBeTruthy();
    stream.accept().delta('gpt', 'Because');
    stream.delta('gpt', ' it is so.');
    expect(await within(panel('ChatGPT')).findByText('Because it is so.')).toBeTruthy();
    act(() => stream.finish(stream.result('gpt', { content: 'Because it is so.' })));
    await waitFor(() => expect(within(panel('ChatGPT')).getByText('Connected')).toBeTruthy());
    expect(within(panel('ChatGPT')).getAllByText('Because it is so.')).toHaveLength(1);
  });

  it('takes a dropped line up again after the last event', async () => {
    start();
    await send('Hello');
    const stream = await streamOf();
    stream.accept().delta('gpt', 'One ');
    await within(panel('ChatGPT')).findByText('One');
    act(() => stream.cut());
    const next = await waitFor(
      () => {
        const call = dashboard!.api.calls.find(({ url }) => url === `/api/broadcasts/${broadcastId}/events`);
        expect(call?.headers.get('last-event-id')).toBe('2');
        return dashboard!.streams[1]!;
      },
      { timeout: 5000 },
    );
    next.emit('ignored', {}).emit('ignored', {}).delta('gpt', 'two.');
    expect(await within(panel('ChatGPT')).findByText('One two.')).toBeTruthy();
  });
});
