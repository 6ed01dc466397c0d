import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { cancelBroadcast, clearDashboard, listConversations, sendMessage } from '@polylogue/api-contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { broadcastId, type FakeStream, panel, send, startDashboard, type, uuid } from './dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard>;

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard.api.restore();
  jest.restoreAllMocks();
});

const says = async (title: string, text: string | RegExp) => {
  await screen.findByText(title, { selector: '.pl-toast-title' });
  await screen.findByText(text, { selector: '.pl-toast-text' });
};
const value = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value;
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const streamOf = async (nr: number) => {
  await waitFor(() => expect(dashboard.streams).toHaveLength(nr));
  return dashboard.streams[nr - 1]!;
};
const accept = (stream: FakeStream, id: string, from: number) =>
  stream.emit('accepted', {
    broadcastId: id,
    targets: stream.names.map((aiService, index) => {
      return { aiService, conversationId: uuid(100 + index), messageId: uuid(from + index) };
    }),
  });

/** A message that is being answered, and `The second` sent behind it, accepted when a test says so. */
async function start() {
  dashboard = startDashboard();
  await send('The first');
  (await streamOf(1)).accept();
  await type('The second');
}
async function queue() {
  await start();
  await press('Send next');
  const stream = await streamOf(2);
  return { stream, accepted: () => accept(stream, uuid(901), 600) };
}
const waits = () => screen.findAllByText('Sent when the reply above has ended');

describe('a message that waits', () => {
  it('is in the box again when the dashboard is cleared, which says so', async () => {
    const { accepted } = await queue();
    accepted();
    await says('Message queued', 'Each service gets it as soon as its reply has ended.');
    await waitFor(() => expect(value()).toBe(''));
    expect(await waits()).toHaveLength(3);
    const { api } = dashboard;
    api.answer(clearDashboard, { cleared: 3 });
    api.answer(listConversations, []);
    await press('Clear All');
    await says('Session cleared', /The message that waited was taken back\./);
    await waitFor(() => expect(value()).toBe('The second'));
    expect(screen.queryByText('Sent when the reply above has ended')).toBeNull();
    await screen.findByRole('button', { name: 'Send' });
  });

  it.each([1, 3])('is there as well when the stream says it of %d services before that is answered', async (known) => {
    const { stream, accepted } = await queue();
    accepted();
    expect(await waits()).toHaveLength(3);
    const { api } = dashboard;
    let open = () => undefined as void;
    const opened = new Promise<void>((resolve) => (open = resolve));
    api.answer(clearDashboard, () => opened.then(() => ({ cleared: 3 })));
    await press('Clear All');
    const taken = { status: 'cancelled', success: false, responseTime: 0, errorCode: 'taken_back' };
    const results = stream.names.map((aiService, index) => {
      return { aiService, conversationId: uuid(100 + index), messageId: uuid(600 + index), ...taken };
    });
    act(() => results.slice(0, known).forEach((result) => void stream.emit('reply', result)));
    if (known === 3) act(() => void stream.emit('done', { broadcastId: uuid(901), results }));
    await waitFor(() => expect(screen.queryAllByText('Sent when the reply above has ended')).toHaveLength(3 - known));
    open();
    await says('Session cleared', /The message that waited was taken back\./);
    await waitFor(() => expect(value()).toBe('The second'));
  });

  it('is there as well when the replies before it are known to have ended before that is answered', async () => {
    const { accepted } = await queue();
    accepted();
    expect(await waits()).toHaveLength(3);
    const [first] = dashboard.streams;
    const { api } = dashboard;
    let open = () => undefined as void;
    const opened = new Promise<void>((resolve) => (open = resolve));
    api.answer(clearDashboard, () => opened.then(() => ({ cleared: 3 })));
    await press('Clear All');
    act(() => first!.names.forEach((name) => void first!.emit('reply', first!.result(name, { status: 'cancelled' }))));
    expect(await waits()).toHaveLength(3);
    open();
    await says('Session cleared', /The message that waited was taken back\./);
    await waitFor(() => expect(value()).toBe('The second'));
  });

  it('goes on waiting, and begins when it may, when the dashboard could not be cleared', async () => {
    const { accepted } = await queue();
    accepted();
    expect(await waits()).toHaveLength(3);
    const [first] = dashboard.streams;
    jest.spyOn(console, 'error').mockReturnValue(undefined);
    const refusal = { error: 'Try again soon.', code: 'unavailable', requestId: 'r' };
    dashboard.api.answer(clearDashboard, Response.json(refusal, { status: 503 }));
    await press('Clear All');
    await says('Error', 'Failed to clear conversations. Please try again.');
    expect(await waits()).toHaveLength(3);
    act(() => first!.names.forEach((name) => void first!.emit('reply', first!.result(name, { content: 'Yes.' }))));
    await waitFor(() => expect(screen.queryByText('Sent when the reply above has ended')).toBeNull());
  });

  it('is taken back as soon as the server has it when the dashboard was cleared before', async () => {
    const { accepted } = await queue();
    const { api } = dashboard;
    api.answer(clearDashboard, { cleared: 3 });
    api.answer(cancelBroadcast, { cancelled: 3 });
    await press('Clear All');
    await says('Session cleared', /The message that waited was taken back\./);
    accepted();
    await waitFor(() => expect(api.callsOf(cancelBroadcast)).toHaveLength(1));
    expect(api.callsOf(cancelBroadcast)[0]!.url).toContain(uuid(901));
    expect(value()).toBe('The second');
  });

  it('still waits when it could not be taken back, and that is said', async () => {
    const { accepted } = await queue();
    accepted();
    await waits();
    const refusal = { error: 'Try again soon.', code: 'unavailable', requestId: 'r' };
    dashboard.api.answer(cancelBroadcast, Response.json(refusal, { status: 503 }));
    await press('Take back');
    await says('The message could not be taken back', 'It still waits. Try again soon.');
    expect(await waits()).toHaveLength(3);
    fireEvent.click(within(panel('Claude')).getByRole('button', { name: 'Take back from Claude' }));
    await waitFor(() => expect(dashboard.api.callsOf(cancelBroadcast)).toHaveLength(2));
  });
});

describe('the next message', () => {
  it('is said to be sent where no reply is open any more', async () => {
    const { stream } = await queue();
    const [first] = dashboard.streams;
    act(() => first!.finish(...first!.names.map((name) => first!.result(name, { content: 'Yes.' }))));
    await screen.findByText('Message sent successfully');
    accept(stream, uuid(901), 600);
    await says('Message sent', 'It had no reply to wait for.');
    expect(screen.queryByText('Message queued')).toBeNull();
  });

  it('is the same click when it is sent again, though nothing is waited for by then', async () => {
    await start();
    const { api, streams } = dashboard;
    api.answer(sendMessage, () => {
      throw new TypeError('Failed to fetch');
    });
    await press('Send next');
    await waitFor(() => expect(api.callsOf(sendMessage)).toHaveLength(2));
    const [first] = streams;
    act(() => first!.finish(...first!.names.map((name) => first!.result(name, { content: 'Yes.' }))));
    await press('Send');
    await waitFor(() => expect(api.callsOf(sendMessage)).toHaveLength(3));
    const [, queued, again] = api.callsOf(sendMessage);
    expect(queued!.body).toMatchObject({ queued: true });
    expect(again!.body).toEqual(queued!.body);
    expect(again!.headers.get('idempotency-key')).toBe(queued!.headers.get('idempotency-key'));
  });

  it('begins at once when it begins a blind round, and says so before', async () => {
    await start();
    fireEvent.change(screen.getByRole('combobox', { name: 'Category' }), { target: { value: 'text' } });
    fireEvent.click(await screen.findByRole('switch', { name: 'Blind' }));
    expect(screen.queryByRole('button', { name: 'Send next' })).toBeNull();
    await press('Send now');
    await streamOf(2);
    const { body } = dashboard.api.callsOf(sendMessage)[1]!;
    expect(body).toMatchObject({ blind: true });
    expect(body).not.toHaveProperty('queued');
    expect(screen.queryByText('Message queued')).toBeNull();
  });
});

it('says when replies could not be stopped', async () => {
  await start();
  dashboard.api.answer(cancelBroadcast, Response.json({ error: 'Away.', code: 'unavailable' }, { status: 503 }));
  await press('Stop all');
  await says('The replies could not be stopped', 'They go on. Away.');
  expect(dashboard.api.callsOf(cancelBroadcast)[0]!.url).toContain(broadcastId);
});
