import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listConversations, sendMessage } from '@polylogue/api-contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { FakeStream, panel, send, startDashboard, threeServices, type } from './dashboard.fixture.js';
import { storedConversations } from './stored-conversations.fixture.js';

type Started = ReturnType<typeof startDashboard>;
let dashboard: Started | undefined;
const start = (known?: Parameters<typeof startDashboard>[0]): Started => (dashboard = startDashboard(known));
const streamOf = async (index = 0): Promise<FakeStream> => {
  await waitFor(() => expect(dashboard?.streams[index]).toBeDefined());
  return dashboard!.streams[index]!;
};
const all = ['gpt', 'claude', 'painter'];

beforeEach(() => localStorage.clear());
afterEach(() => {
  // Toasts belong to the page, not to a test.
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard?.api.restore();
  jest.restoreAllMocks();
});

describe('the dashboard', () => {
  it('counts the services and shows a panel with a badge for each', async () => {
    const [gpt, claude, painter] = threeServices();
    start({ services: [gpt!, { ...claude!, status: 'error' }, { ...painter!, status: 'unknown', demo: true }] });
    expect(await screen.findByText('3 AI services available')).toBeTruthy();
    expect(within(panel('ChatGPT')).getByText('Connected')).toBeTruthy();
    expect(within(panel('Claude')).getByText('Error')).toBeTruthy();
    expect(
      await within(panel('Claude')).findByText('Unable to connect to Claude. Please check the API key configuration.'),
    ).toBeTruthy();
    expect(within(panel('Painter')).getByText('Unknown')).toBeTruthy();
    expect(within(panel('Painter')).getByText('Demo')).toBeTruthy();
  });

  it('keeps the chosen grid layout, 2x3 at first', async () => {
    // jsdom loses `checked` of a radio that is put into a portal; the mark beside it is what the user sees.
    const isChosen = async (name: string) => {
      const radio = await screen.findByRole('radio', { name });
      return radio.closest('label')?.hasAttribute('data-selected');
    };
    const { unmount } = start();
    expect(await isChosen('2x3')).toBe(true);
    fireEvent.click(screen.getByRole('radio', { name: '6x1' }));
    unmount();
    start();
    expect(await isChosen('6x1')).toBe(true);
  });

  it('says what to do when there is no service', async () => {
    start({ services: [] });
    expect(await screen.findByText('No AI services yet')).toBeTruthy();
  });

  it('says that the conversations could not be read, and not that nothing was asked; Retry reads them', async () => {
    const unread = Response.json({ error: 'No.', code: 'no', requestId: 'r' }, { status: 503 });
    const { api } = start({ conversations: unread });
    const sentence = await screen.findByText('The conversations could not be read. Nothing is lost.');
    expect(screen.queryByText('Nothing asked yet')).toBeNull();
    const stream = new FakeStream(['gpt'], 'Why?');
    stream.results = [stream.result('gpt', { content: 'Because.' })];
    api.answer(listConversations, storedConversations(threeServices(), [stream]));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await within(panel('ChatGPT')).findByText('Because.')).toBeTruthy();
    expect(within(panel('Claude')).getByText('Nothing asked yet')).toBeTruthy();
    expect(sentence.isConnected).toBe(false);
  });

  it('shows only the panels of the chosen category, and sends to them', async () => {
    start();
    fireEvent.change(await screen.findByRole('combobox', { name: 'Category' }), { target: { value: 'image' } });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'ChatGPT' })).toBeNull());
    await send('Paint');
    expect((await streamOf()).names).toEqual(['painter']);
  });

  it('opens the sheet of shortcuts, focuses the box, jumps and maximises by keys', async () => {
    start();
    await screen.findByText('3 AI services available');
    fireEvent.keyDown(document.body, { key: '2' });
    await waitFor(() => expect(document.activeElement).toBe(panel('Claude')));
    fireEvent.keyDown(panel('Claude'), { key: 'm' });
    expect(screen.queryByRole('region', { name: 'ChatGPT' })).toBeNull();
    fireEvent.keyDown(panel('Claude'), { key: 'ArrowLeft' });
    expect(panel('ChatGPT')).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Claude' })).toBeNull();
    fireEvent.keyDown(document.body, { key: 'ArrowRight' });
    expect(panel('Claude')).toBeTruthy();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    expect(panel('ChatGPT')).toBeTruthy();
    fireEvent.keyDown(document.body, { key: '/' });
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Message' }));
    fireEvent.keyDown(document.body, { key: '?' });
    expect(await screen.findByRole('dialog', { name: 'Keyboard shortcuts' })).toBeTruthy();
  });
});

describe('sending', () => {
  it('streams every reply into its panel and says how many came', async () => {
    const { api } = start();
    await send('Hello');
    const stream = await streamOf();
    expect(api.callsOf(sendMessage)[0]?.body).toEqual({ message: 'Hello', selectedAIs: all, mode: 'broadcast' });
    expect(api.callsOf(sendMessage)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Sending...' }).disabled).toBe(true);
    expect(within(panel('ChatGPT')).getByText('Processing')).toBeTruthy();
    expect(within(panel('ChatGPT')).getByText('Thinking')).toBeTruthy();
    stream.accept().delta('gpt', 'Good **mor').delta('gpt', 'ning**');
    expect((await within(panel('ChatGPT')).findByText('morning')).tagName).toBe('STRONG');
    expect(within(panel('Claude')).getByText('Thinking')).toBeTruthy();
    act(() =>
      stream.finish(
        ...all.map((name) => stream.result(name, { content: `Reply of ${name}`, tokens: 12, stopReason: 'stop' })),
      ),
    );
    expect(await screen.findByText('Message sent successfully')).toBeTruthy();
    expect(screen.getByText('Received responses from 3 AI service(s)')).toBeTruthy();
    expect(await within(panel('Painter')).findByText('Reply of painter')).toBeTruthy();
    expect(within(panel('ChatGPT')).getByText('12 tokens')).toBeTruthy();
    expect(within(panel('ChatGPT')).getByText('stop')).toBeTruthy();
    await waitFor(() => expect(api.callsOf(listConversations).length).toBeGreaterThan(1));
  });

  it('is disabled for a blank message', async () => {
    start();
    await type('  \n ');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send' }).disabled).toBe(true);
  });

  it('asks for a service when none is selected', async () => {
    const { api } = start();
    fireEvent.click(await screen.findByRole('radio', { name: 'Selective AIs' }));
    for (const name of ['ChatGPT', 'Claude', 'Painter']) fireEvent.click(screen.getByRole('checkbox', { name }));
    await send('Hello');
    expect(await screen.findByText('No AI services selected')).toBeTruthy();
    expect(screen.getByText('Please select at least one AI service')).toBeTruthy();
    expect(api.callsOf(sendMessage)).toHaveLength(0);
  });

  it('goes to one service in individual mode', async () => {
    start();
    fireEvent.click(await screen.findByRole('radio', { name: 'Individual AI' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Claude' }));
    await send('Hello');
    expect((await streamOf()).names).toEqual(['claude']);
    expect(within(panel('ChatGPT')).queryByText('Processing')).toBeNull();
  });

  it('goes to the same service after a visit to another page, and to all again in another tab', async () => {
    const { unmount } = start();
    fireEvent.click(await screen.findByRole('radio', { name: 'Individual AI' }));
    fireEvent.click(screen.getByRole('radio', { name: 'Claude' }));
    unmount();
    dashboard?.api.restore();
    const { unmount: close } = start();
    await send('Hello');
    expect((await streamOf()).names).toEqual(['claude']);
    close();
    dashboard?.api.restore();
    sessionStorage.clear();
    start();
    await send('Hello');
    expect((await streamOf()).names).toEqual(all);
  });

  it("says the server's sentence when it is refused, and keeps the message", async () => {
    const { api } = start();
    const refusal = { error: 'Wait for approval.', code: 'approval_required', requestId: 'r' };
    api.answer(sendMessage, Response.json(refusal, { status: 403 }));
    await send('Hello');
    expect(await screen.findByText('Failed to send message')).toBeTruthy();
    expect(screen.getByText('Wait for approval.')).toBeTruthy();
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Message' }).value).toBe('Hello');
    expect(within(panel('ChatGPT')).getByText('Connected')).toBeTruthy();
  });

  it('repeats the key of a message that may not have arrived', async () => {
    const { api } = start();
    api.answer(sendMessage, () => {
      throw new TypeError('Failed to fetch');
    });
    await send('Hello');
    fireEvent.click(await screen.findByRole('button', { name: 'Send' }));
    await waitFor(() => expect(api.callsOf(sendMessage)).toHaveLength(2));
    const [first, second] = api.callsOf(sendMessage).map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
  });

  it('keeps the draft over a reload until it is accepted', async () => {
    const { unmount } = start();
    await type('A long thought');
    unmount();
    start();
    const area = await screen.findByDisplayValue<HTMLTextAreaElement>('A long thought');
    fireEvent.keyDown(area, { key: 'Enter' });
    (await streamOf()).accept();
    await waitFor(() => expect(area.value).toBe(''));
  });

  it('Shift+Enter does not send', async () => {
    const { api } = start();
    fireEvent.keyDown(await type('Hello'), { key: 'Enter', shiftKey: true });
    expect(api.callsOf(sendMessage)).toHaveLength(0);
  });
});
