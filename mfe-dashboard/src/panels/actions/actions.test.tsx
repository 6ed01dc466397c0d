import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  estimateMessage,
  getMessageContext,
  getMessageRequest,
  listConversations,
  pinReply,
  replayBroadcast,
  retryMessage,
} from '@polylogue/api-contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import {
  anEstimate,
  broadcastId,
  FakeStream,
  panel,
  send,
  startDashboard,
  threeServices,
  uuid,
} from '../../dashboard/dashboard.fixture.js';
import { storedConversations } from '../../dashboard/stored-conversations.fixture.js';

let dashboard: ReturnType<typeof startDashboard>;
const at = '2025-07-10T10:00:00.000Z';
const all = ['gpt', 'claude', 'painter'];
const texts: Readonly<Record<string, string>> = {
  gpt: 'The quick brown fox',
  claude: 'The slow brown fox',
  painter: '',
};

beforeEach(async () => {
  localStorage.clear();
  dashboard = startDashboard();
  await send('Hello');
  await waitFor(() => expect(dashboard.streams).toHaveLength(1));
  const stream = dashboard.streams[0]!.accept();
  act(() =>
    stream.finish(
      ...all.map((name) =>
        stream.result(name, { content: texts[name]!, status: texts[name] ? 'completed' : 'failed' }),
      ),
    ),
  );
  await within(panel('ChatGPT')).findByText('The quick brown fox');
});
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard.api.restore();
  jest.restoreAllMocks();
});

const choose = async (service: string, entry: string) => {
  fireEvent.click(within(panel(service)).getByRole('button', { name: `More for ${service}` }));
  fireEvent.click(await screen.findByRole('menuitem', { name: entry }));
};

/** A reply of ChatGPT that is stored, and can be pinned. */
async function storedReply(known: { generation?: object; usage?: object; author?: object } = {}) {
  const reply = {
    id: uuid(200),
    role: 'assistant',
    content: 'Hi',
    timestamp: at,
    status: 'completed',
    broadcastId,
    pinned: false,
    ...known,
  };
  const conversation = {
    id: uuid(100),
    aiService: { name: 'gpt', displayName: 'ChatGPT', color: '#000' },
    title: 'Hello',
    createdAt: at,
    updatedAt: at,
    messages: [{ id: uuid(1), role: 'user', content: 'Hello', timestamp: at, status: 'completed' }, reply],
  };
  const others = storedConversations(threeServices().slice(1), dashboard.streams);
  dashboard.api.answer(listConversations, () => [conversation, ...others]);
  await send('Again');
  await waitFor(() => expect(dashboard.streams).toHaveLength(2));
  const stream = dashboard.streams[1]!.accept();
  act(() => stream.finish(...all.map((name) => stream.result(name, { status: 'cancelled' }))));
  await within(panel('ChatGPT')).findByText('Hi');
  return reply;
}

describe('the actions of a panel', () => {
  it('compare its reply with the reply of another to the same question, in words and in lines', async () => {
    expect(within(panel('Painter')).queryByRole('button', { name: /^Compare/ })).toBeNull();
    fireEvent.click(within(panel('ChatGPT')).getByRole('button', { name: 'Compare the reply of ChatGPT' }));
    const drawer = await screen.findByRole('dialog', { name: 'Compare replies' });
    const differences = within(drawer).getByRole('region', { name: 'Differences' });
    expect(differences.querySelector('del')?.textContent).toBe('quick');
    expect(differences.querySelector('ins')?.textContent).toBe('slow');
    expect(within(drawer).getByRole('status').textContent).toContain('only ChatGPT, 1 word');
    fireEvent.click(within(drawer).getByRole('radio', { name: 'Lines' }));
    await waitFor(() => expect(within(drawer).getByRole('status').textContent).toContain('only Claude, 1 line'));
    fireEvent.keyDown(drawer, { key: 'Escape' });
    expect(screen.queryByRole('dialog', { name: 'Compare replies' })).toBeNull();
  });

  it('lead to a follow-up of one service only', async () => {
    await choose('Claude', 'Follow up here only');
    expect(screen.getByRole<HTMLElement>('radio', { name: 'Claude' }).getAttribute('aria-checked')).toBe('true');
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
    await send('And then?');
    await waitFor(() => expect(dashboard.streams).toHaveLength(2));
    expect(dashboard.streams[1]?.names).toEqual(['claude']);
  });

  it('ask one service again, whatever it said', async () => {
    dashboard.api.answer(retryMessage, () => new FakeStream(['gpt']).response);
    await choose('ChatGPT', 'Ask again');
    await waitFor(() => expect(dashboard.api.callsOf(retryMessage)).toHaveLength(1));
    expect(await within(panel('ChatGPT')).findByText('Processing')).toBeTruthy();
    expect(within(panel('Claude')).queryByText('Processing')).toBeNull();
  });

  it('ask one service again by the same key when no answer came', async () => {
    dashboard.api.answer(retryMessage, () => {
      throw new TypeError('Failed to fetch');
    });
    await storedReply();
    const calls = () => dashboard.api.callsOf(retryMessage);
    for (const count of [1, 2]) {
      await choose('ChatGPT', 'Ask again');
      await waitFor(() => expect(calls()).toHaveLength(count));
      await waitFor(() => expect(within(panel('ChatGPT')).queryByText('Processing')).toBeNull());
    }
    expect(calls()[1]?.headers.get('idempotency-key')).toBe(calls()[0]?.headers.get('idempotency-key'));
  });

  it('asks again only after the question where that may cost more than is sent unasked', async () => {
    dashboard.api.answer(estimateMessage, anEstimate(3.6));
    await choose('ChatGPT', 'Ask again');
    const question = await screen.findByRole('dialog', { name: 'This will cost about $1.20–3.60. Send?' });
    expect(dashboard.api.callsOf(estimateMessage).at(-1)?.body).toEqual({ selectedAIs: ['gpt'], messageBytes: 5 });
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(dashboard.api.callsOf(retryMessage)).toEqual([]);
  });

  it('show exactly what a service was sent', async () => {
    const messages = [
      { role: 'system', content: 'Be brief.' },
      { role: 'user', content: 'Hello' },
    ];
    dashboard.api.answer(getMessageContext, { messageId: uuid(200), aiService: 'gpt', messages });
    await choose('ChatGPT', 'Show what was sent');
    const drawer = await screen.findByRole('dialog', { name: 'What ChatGPT was sent' });
    expect(await within(drawer).findByText('Be brief.')).toBeTruthy();
    expect(
      within(drawer)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual(['SystemBe brief.', 'YouHello']);
  });

  it.each([
    [true, '17 bytes, the same as were sent; secrets removed'],
    [false, 'Made again as it would be sent today: it is not what was sent then (17 bytes)'],
    [null, 'Made again; what was sent then was not recorded (17 bytes)'],
  ])('show the request, and whether it is the one that was sent: %s', async (isAsSent, sentence) => {
    dashboard.api.answer(getMessageContext, { messageId: uuid(200), aiService: 'gpt', messages: [] });
    dashboard.api.answer(getMessageRequest, {
      messageId: uuid(200),
      aiService: 'gpt',
      method: 'POST',
      path: '/chat/completions',
      headers: [{ name: 'authorization', value: 'Bearer [removed]' }],
      body: '{"model":"gpt-5"}',
      sha256: 'ab12',
      bytes: 17,
      isAsSent,
    });
    await choose('ChatGPT', 'Show what was sent');
    fireEvent.click(await screen.findByRole('button', { name: 'Show the request as it was sent' }));
    const http = await screen.findByLabelText('HTTP request');
    expect(http.textContent).toBe('POST /chat/completions\nauthorization: Bearer [removed]\n\n{"model":"gpt-5"}');
    expect(screen.getByText(sentence)).toBeTruthy();
  });

  it('show how a reply was generated beside what the service was sent', async () => {
    await storedReply({
      generation: { service: { displayName: 'ChatGPT', color: '#000' }, model: 'gpt-5', settings: {} },
      usage: { input: 1200, output: 9, total: 1209, cached: 1024 },
    });
    dashboard.api.answer(getMessageContext, { messageId: uuid(200), aiService: 'gpt', messages: [] });
    await choose('ChatGPT', 'Show what was sent');
    const record = await screen.findByRole('region', { name: 'How it was generated' });
    expect(within(record).getByText('gpt-5')).toBeTruthy();
    expect(within(record).getByText('1,024')).toBeTruthy();
    expect(within(panel('ChatGPT')).getByText('gpt-5')).toBeTruthy();
  });

  it('show the sources of all replies to the same question, side by side', async () => {
    const page = { url: 'https://example.org/locks', title: 'Locks' };
    const generation = { service: { displayName: 'ChatGPT', color: '#000' }, model: 'gpt-5', settings: {} };
    await storedReply({ generation: { ...generation, sources: [page, { title: 'A book' }], reasoning: 'Rows?' } });
    expect(await within(panel('ChatGPT')).findByRole('link', { name: '1 Locks example.org' })).toBeTruthy();
    expect(within(panel('ChatGPT')).getByText('Reasoning')).toBeTruthy();
    await choose('ChatGPT', 'Sources side by side');
    const drawer = await screen.findByRole('dialog', { name: 'Sources side by side' });
    const rows = within(drawer).getAllByRole('row').slice(1);
    expect(rows.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^Locksexample\.org.*1 of 2$/),
      expect.stringMatching(/^A book.*1 of 2$/),
    ]);
    expect(within(rows[0]!).getByText('cited by ChatGPT')).toBeTruthy();
    expect(within(rows[0]!).getByText('not cited by Claude')).toBeTruthy();
  });

  it('ask a round again, of the services one chooses', async () => {
    await storedReply();
    const again = new FakeStream(['gpt', 'painter']);
    dashboard.api.answer(replayBroadcast, () => again.response);
    await choose('ChatGPT', 'Ask again like this');
    const drawer = await screen.findByRole('dialog', { name: 'Ask again like this' });
    expect(within(drawer).getByText('Hello')).toBeTruthy();
    expect(await within(drawer).findByText('≈ $0.03–0.09 · about 20 s · 1 service')).toBeTruthy();
    expect(dashboard.api.callsOf(estimateMessage).at(-1)!.body).toMatchObject({ messageBytes: 5 });
    fireEvent.click(within(drawer).getByRole('checkbox', { name: 'Claude' }));
    fireEvent.click(within(drawer).getByRole('checkbox', { name: /^Painter/ }));
    fireEvent.click(within(drawer).getByRole('button', { name: 'Ask again' }));
    again.emit('accepted', {
      broadcastId: uuid(901),
      targets: ['gpt', 'painter'].map((aiService, index) => ({
        aiService,
        conversationId: uuid(110 + index),
        messageId: uuid(300 + index),
      })),
    });
    again.emit('delta', { aiService: 'gpt', messageId: uuid(300), text: 'Once more.' });
    expect(await within(panel('ChatGPT')).findByText('Once more.')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Ask again like this' })).toBeNull();
    expect(dashboard.api.callsOf(replayBroadcast)[0]).toMatchObject({
      url: `/api/broadcasts/${broadcastId}/replay`,
      body: { selectedAIs: ['gpt', 'painter'] },
    });
  });

  it('ask a round again once, however often one clicks, and once more by the same key when no answer came', async () => {
    await storedReply();
    let fail!: (fault: Error) => void;
    dashboard.api.answer(replayBroadcast, () => new Promise((_resolve, reject) => (fail = reject)));
    const calls = () => dashboard.api.callsOf(replayBroadcast);
    await choose('ChatGPT', 'Ask again like this');
    const drawer = await screen.findByRole('dialog', { name: 'Ask again like this' });
    const click = async () => fireEvent.click(await within(drawer).findByRole('button', { name: /^Ask/ }));
    await click();
    await waitFor(() => expect(calls()).toHaveLength(1));
    await click();
    act(() => fail(new TypeError('Failed to fetch')));
    expect(await screen.findByText('Failed to send message', { selector: '.pl-toast-title' })).toBeTruthy();
    expect(calls()).toHaveLength(1);
    await click();
    await waitFor(() => expect(calls()).toHaveLength(2));
    expect(calls()[1]?.headers.get('idempotency-key')).toBe(calls()[0]?.headers.get('idempotency-key'));
  });

  it('say who wrote a reply that was carried over', async () => {
    await storedReply({ author: { name: 'grok', displayName: 'Grok', color: '#000' } });
    expect(await within(panel('ChatGPT')).findByText('Grok wrote this')).toBeTruthy();
  });

  it('pin the best reply, and take the pin away', async () => {
    const reply = await storedReply();
    dashboard.api.answer(pinReply, ({ body }: { body: { messageId: string | null } }) => {
      reply.pinned = body.messageId !== null;
      return body;
    });
    await choose('ChatGPT', 'Pin as best reply');
    expect(await within(panel('ChatGPT')).findByText('Best reply')).toBeTruthy();
    expect(dashboard.api.callsOf(pinReply)[0]).toMatchObject({
      url: `/api/broadcasts/${broadcastId}/pin`,
      body: { messageId: uuid(200) },
    });
    await choose('ChatGPT', 'Unpin');
    await waitFor(() => expect(within(panel('ChatGPT')).queryByText('Best reply')).toBeNull());
  });

  it('say so when a reply could not be pinned, although the menu is gone by then', async () => {
    await storedReply();
    dashboard.api.answer(pinReply, () => Response.json({ error: 'No.', code: 'no', requestId: 'r' }, { status: 503 }));
    await choose('ChatGPT', 'Pin as best reply');
    expect(await screen.findByText('The reply could not be pinned', { selector: '.pl-toast-title' })).toBeTruthy();
    expect(within(panel('ChatGPT')).queryByText('Best reply')).toBeNull();
  });

  it('are a menu: arrows go round, Esc leads back to the button', async () => {
    const button = within(panel('Claude')).getByRole('button', { name: 'More for Claude' });
    fireEvent.click(button);
    const menu = await screen.findByRole('menu');
    const [first, second] = within(menu).getAllByRole('menuitem');
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(second);
    fireEvent.keyDown(second!, { key: 'End' });
    fireEvent.keyDown(document.activeElement!, { key: 'ArrowDown' });
    expect(document.activeElement).toBe(first);
    fireEvent.keyDown(first!, { key: 'Escape' });
    expect(screen.queryByRole('menu')).toBeNull();
    expect(document.activeElement).toBe(button);
  });

  it.each([
    ['above the button', 810, { bottom: '94px', top: '', maxHeight: '798px' }],
    ['below the button', 50, { bottom: '', top: '90px', maxHeight: '802px' }],
  ])('open %s where there is more room, and no longer than the room', async (_where, top, place) => {
    jest.spyOn(document.documentElement, 'clientHeight', 'get').mockReturnValue(900);
    const button = within(panel('Claude')).getByRole('button', { name: 'More for Claude' });
    jest.spyOn(button.parentElement!, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, top, 36, 36));
    fireEvent.click(button);
    expect((await screen.findByRole('menu')).style).toMatchObject(place);
  });
});
