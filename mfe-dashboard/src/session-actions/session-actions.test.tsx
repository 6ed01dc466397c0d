import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  clearDashboard,
  clearFiltered,
  continueSummary,
  deleteSummary,
  estimateMessage,
  exportAll,
  listConversations,
  listSummaries,
  summarizeResponses,
  type Conversation,
  type Summary,
} from '@polylogue/api-contract';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { FakeApi } from '@polylogue/web-kit/test';
import { anEstimate, broadcastId, FakeStream, panel, startDashboard, uuid } from '../dashboard/dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard>;
const at = '2025-07-10T10:00:00.000Z';
const conversation = (index: number, name: string, displayName: string, content: string): Conversation => ({
  id: uuid(300 + index),
  aiService: { name, displayName, color: '#0B6472' },
  title: 'Hello',
  createdAt: at,
  updatedAt: at,
  messages: [
    { id: uuid(400 + index), role: 'user', content: 'Hello', timestamp: at, status: 'completed' },
    { id: uuid(500 + index), role: 'assistant', content, timestamp: at, status: 'completed' },
  ],
});
const two = () => [
  conversation(0, 'gpt', 'ChatGPT', 'Good morning'),
  conversation(1, 'claude', 'Claude', 'Good evening'),
];
const start = (conversations: Conversation[]) => (dashboard = startDashboard({ conversations }));
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const says = async (title: string, text: string) => {
  expect(await screen.findByText(title, { selector: '.pl-toast-title' })).toBeTruthy();
  expect(screen.getByText(text, { selector: '.pl-toast-text' })).toBeTruthy();
};
const refused = (status: number) => Response.json({ error: 'No.', code: 'no', requestId: 'r' }, { status });
const chooseCategory = async (title: string) => {
  const { value } = await screen.findByRole<HTMLOptionElement>('option', { name: title });
  fireEvent.change(screen.getByRole('combobox', { name: 'Category' }), { target: { value } });
};

beforeEach(() => localStorage.clear());
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard.api.restore();
  jest.restoreAllMocks();
});

describe('Clear All', () => {
  it('clears the session while all categories are shown', async () => {
    const { api } = start(two());
    await screen.findByText('Good morning');
    api.answer(clearDashboard, { cleared: 2 });
    api.answer(listConversations, []);
    await press('Clear All');
    await says('Session cleared', 'Current dashboard conversations cleared (history preserved).');
    await waitFor(() => expect(screen.queryByText('Good morning')).toBeNull());
  });

  it('clears only the services shown by a filter, and says how many', async () => {
    const { api } = start(two());
    api.answer(clearFiltered, { cleared: 2 });
    await chooseCategory('Text AI');
    await press('Clear All');
    await says('Conversations cleared', '2 conversations cleared (history preserved).');
    expect(api.callsOf(clearFiltered)[0]?.body).toEqual({ aiServices: ['gpt', 'claude'] });
    expect(api.callsOf(clearDashboard)).toHaveLength(0);
  });

  it('says so when it fails', async () => {
    const { api } = start(two());
    api.answer(clearDashboard, refused(503));
    await press('Clear All');
    await says('Error', 'Failed to clear conversations. Please try again.');
    expect(console.error).toHaveBeenCalledWith('Failed to clear conversations: 503');
  });

  it('says so when it fails with a filter', async () => {
    const { api } = start(two());
    api.answer(clearFiltered, refused(503));
    await chooseCategory('Image AI');
    await press('Clear All');
    await says('Error clearing conversations', 'Failed to clear conversations. Please try again.');
  });
});

describe('Export All', () => {
  it('saves a file', async () => {
    const { api } = start([]);
    const saved: string[] = [];
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
      saved.push(this.download);
    });
    api.answer(exportAll, new Response('# All'));
    await press('Export All');
    expect(await screen.findByText('Export complete')).toBeTruthy();
    expect(saved[0]).toMatch(/^[a-z]+-conversations-\d{4}-\d\d-\d\d\.md$/);
    expect(api.callsOf(exportAll)[0]?.url).toBe('/api/export-all?format=md');
  });

  it('says so when it fails', async () => {
    const { api } = start([]);
    api.answer(exportAll, refused(503));
    await press('Export All');
    await says('Export failed', 'No.');
  });
});

describe('Summarize Responses', () => {
  const open = async () => {
    await press('Summarize Responses');
    return screen.findByRole('dialog', { name: 'Summarize Responses' });
  };

  it('is there once a conversation exists, and takes two responses', async () => {
    const { api } = start([]);
    await screen.findByRole('button', { name: 'Clear All' });
    expect(screen.queryByRole('button', { name: 'Summarize Responses' })).toBeNull();
    cleanup();
    api.restore();
    start(two().slice(0, 1));
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Summarize Responses' });
    expect(button.disabled).toBe(true);
  });

  const summary = (known: Partial<Summary> = {}): Summary => ({
    id: uuid(700),
    broadcastId,
    messageIds: [uuid(500), uuid(501)],
    replyServices: ['gpt', 'claude'],
    kind: 'compare',
    aiService: { name: 'claude', displayName: 'Claude', color: '#0B6472' },
    content: '',
    status: 'pending',
    timestamp: at,
    ...known,
  });
  /** The server writes this summary, piece by piece. */
  const writes = (api: FakeApi, done: Summary, ...pieces: string[]) => {
    const stream = new FakeStream([]);
    api.answer(summarizeResponses, () => stream.response);
    return () => {
      stream.emit('accepted', summary({ ...done, content: '', status: 'pending' }));
      for (const text of pieces) stream.emit('delta', { text });
      stream.emit('done', { summary: done.content, summarizerAI: done.aiService.displayName, kept: done });
    };
  };
  const ofRound = () =>
    two().map((each) => ({ ...each, messages: each.messages.map((one) => ({ ...one, broadcastId })) }));

  it('shows 150 characters of each, and the summary with its author as it is written', async () => {
    const { api } = start([conversation(0, 'gpt', 'ChatGPT', `**${'x'.repeat(200)}**`), ...two().slice(1)]);
    const write = writes(api, summary({ content: 'They **agree**.', status: 'completed' }), 'They ', '**agree**.');
    const drawer = await open();
    expect(within(drawer).getByText(`${'x'.repeat(150)}…`)).toBeTruthy();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Summarize' }));
    write();
    await says('Summary generated', 'Analysis completed by Claude');
    expect(within(drawer).getByRole('heading', { name: 'Summary by Claude' })).toBeTruthy();
    expect((await within(drawer).findByText('agree')).tagName).toBe('STRONG');
    expect(api.callsOf(summarizeResponses)[0]?.body).toEqual({
      responses: [
        { aiService: 'gpt', content: `**${'x'.repeat(200)}**`, timestamp: at },
        { aiService: 'claude', content: 'Good evening', timestamp: at },
      ],
      messageIds: [uuid(500), uuid(501)],
      kind: 'compare',
    });
  });

  it("takes an instruction in the user's own words, and a service of choice", async () => {
    const { api } = start(two());
    const write = writes(
      api,
      summary({ kind: 'instruction', instruction: 'A haiku', content: 'x', status: 'completed' }),
    );
    const drawer = await open();
    fireEvent.click(within(drawer).getByRole('radio', { name: 'Own words' }));
    const go = within(drawer).getByRole<HTMLButtonElement>('button', { name: 'Summarize' });
    expect(go.disabled).toBe(true);
    fireEvent.change(within(drawer).getByRole('textbox', { name: 'What it should do' }), {
      target: { value: 'A haiku' },
    });
    fireEvent.click(go);
    write();
    await says('Summary generated', 'Analysis completed by Claude');
    expect(api.callsOf(summarizeResponses)[0]?.body).toMatchObject({ kind: 'instruction', instruction: 'A haiku' });
  });

  it('keeps what came of one that broke off, and says so', async () => {
    const { api } = start(two());
    const write = writes(
      api,
      summary({ content: 'Half', status: 'interrupted', error: 'Claude fell silent.' }),
      'Half',
    );
    const drawer = await open();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Summarize' }));
    write();
    await says('Failed to generate summary', 'Claude fell silent.');
    expect(within(drawer).getByText('Half')).toBeTruthy();
    expect(within(drawer).getByText('Interrupted')).toBeTruthy();
  });

  it('shows the summaries kept with the round, and deletes one', async () => {
    const { api } = start(ofRound());
    const [first, second] = [
      summary({ content: 'One', status: 'completed' }),
      summary({ id: uuid(701), kind: 'merge' }),
    ];
    api.answer(listSummaries, [first, { ...second, content: 'Two', status: 'completed' }]);
    api.answer(deleteSummary, () => new Response(null, { status: 204 }));
    const drawer = await open();
    const kept = await within(drawer).findByRole('region', { name: 'Summary by Claude' });
    expect(within(drawer).getByRole('region', { name: 'One answer by Claude' })).toBeTruthy();
    api.answer(listSummaries, [{ ...second, content: 'Two', status: 'completed' }]);
    fireEvent.click(within(kept).getByRole('button', { name: 'Delete this summary' }));
    await waitFor(() => expect(within(drawer).queryByRole('region', { name: 'Summary by Claude' })).toBeNull());
    expect(api.callsOf(deleteSummary)[0]?.url).toBe(`/api/summaries/${first.id}`);
  });

  it('is continued from: the message goes to the services chosen, on top of the summary', async () => {
    const { api } = start(ofRound());
    api.answer(listSummaries, [summary({ content: 'One', status: 'completed' })]);
    const stream = new FakeStream(['claude', 'gpt']);
    api.answer(continueSummary, () => stream.response);
    const drawer = await open();
    const kept = await within(drawer).findByRole('region', { name: 'Summary by Claude' });
    fireEvent.click(within(kept).getByRole('button', { name: 'Continue from this' }));
    fireEvent.click(within(kept).getByRole('button', { name: 'ChatGPT' }));
    fireEvent.change(within(kept).getByRole('textbox', { name: 'New message' }), { target: { value: 'Why?' } });
    fireEvent.click(within(kept).getByRole('button', { name: 'Continue' }));
    stream.accept().delta('claude', 'Because.');
    expect(await within(panel('Claude')).findByText('Because.')).toBeTruthy();
    expect(screen.queryByRole('dialog', { name: 'Summarize Responses' })).toBeNull();
    expect(api.callsOf(continueSummary)[0]).toMatchObject({
      url: `/api/summaries/${uuid(700)}/continue`,
      body: { newMessage: 'Why?', selectedAIs: ['gpt', 'claude'] },
    });
  });

  it('says what going on from it would cost, of the question and the summary alone, and asks first about much', async () => {
    const { api } = start(ofRound());
    api.answer(listSummaries, [summary({ content: 'Grüße', status: 'completed' })]);
    api.answer(continueSummary, () => new FakeStream(['claude']).response);
    const kept = await within(await open()).findByRole('region', { name: 'Summary by Claude' });
    fireEvent.click(within(kept).getByRole('button', { name: 'Continue from this' }));
    fireEvent.change(within(kept).getByRole('textbox', { name: 'New message' }), { target: { value: 'Why?' } });
    expect(await within(kept).findByText('≈ $0.03–0.09 · about 20 s · 1 service')).toBeTruthy();
    // "Hello", which both were asked, and the summary.
    const request = { selectedAIs: ['claude'], messageBytes: 4, contextBytes: 12 };
    expect(api.callsOf(estimateMessage).at(-1)!.body).toEqual(request);
    api.answer(estimateMessage, anEstimate(3.6));
    fireEvent.click(within(kept).getByRole('button', { name: 'ChatGPT' }));
    fireEvent.click(within(kept).getByRole('button', { name: 'Continue' }));
    const asked = await screen.findByRole('dialog', { name: 'This will cost about $1.20–3.60. Send?' });
    expect(api.callsOf(continueSummary)).toEqual([]);
    fireEvent.click(within(asked).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(api.callsOf(continueSummary)).toHaveLength(1));
  });

  it('is continued from once, however often one clicks, and once more by the same key when no answer came', async () => {
    const { api } = start(ofRound());
    api.answer(listSummaries, [summary({ content: 'One', status: 'completed' })]);
    let fail!: (fault: Error) => void;
    api.answer(continueSummary, () => new Promise((_resolve, reject) => (fail = reject)));
    const calls = () => api.callsOf(continueSummary);
    const kept = await within(await open()).findByRole('region', { name: 'Summary by Claude' });
    fireEvent.click(within(kept).getByRole('button', { name: 'Continue from this' }));
    const message = within(kept).getByRole('textbox', { name: 'New message' });
    fireEvent.change(message, { target: { value: 'Why?' } });
    // By the form, as a double Enter of a keyboard would.
    const submit = () => fireEvent.submit(message.closest('form')!);
    submit();
    submit();
    await waitFor(() => expect(calls()).toHaveLength(1));
    submit();
    act(() => fail(new TypeError('Failed to fetch')));
    await screen.findByText('Failed to send message', { selector: '.pl-toast-title' });
    expect(calls()).toHaveLength(1);
    submit();
    await waitFor(() => expect(calls()).toHaveLength(2));
    expect(calls()[1]?.headers.get('idempotency-key')).toBe(calls()[0]?.headers.get('idempotency-key'));
  });

  it('needs two responses', async () => {
    const { api } = start(two());
    const drawer = await open();
    fireEvent.click(within(drawer).getByRole('checkbox', { name: /Claude/ }));
    fireEvent.click(within(drawer).getByRole('button', { name: 'Summarize' }));
    await says('Insufficient responses', 'At least 2 AI responses are needed for comparison');
    expect(api.callsOf(summarizeResponses)).toHaveLength(0);
  });

  it('is asked for by the same key again when no answer came, and by another one then', async () => {
    const { api } = start(two());
    api.answer(summarizeResponses, () => {
      throw new TypeError('Failed to fetch');
    });
    const drawer = await open();
    const summarize = async (calls: number) => {
      fireEvent.click(within(drawer).getByRole('button', { name: 'Summarize' }));
      await waitFor(() => expect(api.callsOf(summarizeResponses)).toHaveLength(calls));
      await within(drawer).findByRole('button', { name: 'Summarize' });
    };
    await summarize(1);
    api.answer(summarizeResponses, refused(503));
    await summarize(2);
    await summarize(3);
    const [first, second, third] = api.callsOf(summarizeResponses).map(({ headers }) => headers.get('idempotency-key'));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it('says so when it fails', async () => {
    const { api } = start(two());
    api.answer(summarizeResponses, refused(503));
    const drawer = await open();
    fireEvent.click(within(drawer).getByRole('button', { name: 'Summarize' }));
    await says('Failed to generate summary', 'No.');
  });
});
