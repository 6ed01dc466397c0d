import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  continueConversation,
  estimateMessage,
  getComparison,
  getConversation,
  getCurrentUser,
  getPreferences,
  listAiServices,
  listAnswerPresets,
  listConversations,
  replayBroadcast,
  type AiService,
  type AnswerSettings,
  type Comparison,
} from '@polylogue/api-contract';
import { approved, fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import ConversationHistory from '../conversation-history.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-00000000000${at}`;
const time = '2026-11-21T09:12:00Z';
const label = (name: string, displayName: string) => ({ name, displayName, color: '#d97757' });
const service = (name: string, displayName: string, more: Partial<AiService> = {}) => ({
  ...label(name, displayName),
  id: name,
  category: 'text',
  status: 'connected',
  demo: false,
  ...more,
});
const message = { timestamp: time, status: 'completed', broadcastId: id(9) };
const conversation = {
  id: id(1),
  aiService: label('claude', 'Claude'),
  title: 'Seat booking',
  createdAt: time,
  updatedAt: time,
  messages: [
    { ...message, id: id(5), role: 'user', content: 'Which locking?' },
    { ...message, id: id(6), role: 'assistant', content: 'Leases.' },
  ],
};
const comparison = (settings: AnswerSettings): Comparison => ({
  id: id(8),
  title: 'Seat booking',
  titleGiven: false,
  starred: false,
  tags: [],
  settings,
  conversations: [],
  messageCount: 2,
  preview: '',
  createdAt: time,
  updatedAt: time,
});
const estimate = (high: number) => ({
  services: [{ aiService: 'claude', price: 'known', cost: null, seconds: 20 }],
  cost: { low: high / 3, high, currency: 'USD' },
  seconds: 20,
  judging: null,
});
let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  // What jsdom lacks.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  api = fakeApi([
    [getCurrentUser, approved],
    [getPreferences, { askAbove: 1 }],
    [estimateMessage, estimate(0.09)],
    [listAiServices, [service('claude', 'Claude'), service('gemini', 'Gemini', { supports: ['systemPrompt'] })]],
    [listConversations, Response.json([{ ...conversation, messages: [], comparisonId: id(8) }])],
    [getConversation, { ...conversation, siblings: [] }],
    [getComparison, comparison({ temperature: 0.2 })],
    [continueConversation, () => new Promise(() => {})],
    [replayBroadcast, () => new Promise(() => {})],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const line = '≈ $0.03–0.09 · about 20 s · 1 service';
const open = async () => {
  renderScreen(<ConversationHistory />, { at: `/?open=${id(1)}` });
  await screen.findByText('Goes to 1 service');
};
const type = (value: string) => fireEvent.change(screen.getByLabelText('New message'), { target: { value } });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const estimated = () => api.callsOf(estimateMessage).map(({ body }) => body);
const question = () => screen.findByRole('dialog', { name: 'This will cost about $1.20–3.60. Send?' });

describe('before a conversation is continued', () => {
  it('it is said what the message would cost on top of it, and nothing without a message', async () => {
    await open();
    type('Why?');
    expect(await screen.findByText(line)).toBeTruthy();
    expect(estimated()).toEqual([{ selectedAIs: ['claude'], messageBytes: 4, conversationId: id(1) }]);
    type(' ');
    await waitFor(() => expect(screen.queryByText(line)).toBeNull());
  });

  it('much is asked about first', async () => {
    api.answer(estimateMessage, estimate(3.6));
    await open();
    type('Why?');
    press('Continue');
    fireEvent.click(within(await question()).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(api.callsOf(continueConversation)).toHaveLength(1));
  });

  it('it is said which services do without something of the settings of its comparison', async () => {
    await open();
    const notes = screen.getByRole('status', { name: 'Before sending' });
    expect(notes.textContent).toBe('');
    press('Gemini');
    await waitFor(() => expect(notes.textContent).toBe('Gemini will be asked without a temperature.'));
    expect(api.callsOf(getComparison).map(({ url }) => url)).toEqual([`/api/comparisons/${id(8)}`]);
  });

  it('a variant is looked at by its preset, also where the conversation is in no comparison', async () => {
    const web = service('claude..k3f9a2', 'Claude · web', { variantOf: 'claude', supports: [] });
    const preset = {
      id: 'k3f9a2',
      name: 'web',
      settings: { webSearch: true },
      aiServices: ['claude'],
      updatedAt: time,
    };
    api.answer(listAiServices, [service('claude', 'Claude'), web]);
    api.answer(listAnswerPresets, [preset]);
    api.answer(listConversations, Response.json([{ ...conversation, messages: [] }]));
    await open();
    press('Claude · web');
    expect(await screen.findByText('Claude · web will be asked without web search.')).toBeTruthy();
    expect(api.callsOf(getComparison)).toEqual([]);
  });
});

describe('before a round is asked again', () => {
  it('it is said what that would cost, and much is asked about first', async () => {
    await open();
    press('Ask again like this');
    expect(await screen.findByText(line)).toBeTruthy();
    expect(estimated()).toEqual([{ selectedAIs: ['claude'], messageBytes: 14, conversationId: id(1) }]);
    api.answer(estimateMessage, estimate(3.6));
    fireEvent.click(
      within(screen.getByRole('group', { name: 'AI services to ask again' })).getByRole('button', { name: 'Gemini' }),
    );
    press('Ask again');
    const asked = await question();
    expect(api.callsOf(replayBroadcast)).toEqual([]);
    fireEvent.click(within(asked).getByRole('button', { name: 'Send' }));
    await waitFor(() => expect(api.callsOf(replayBroadcast)).toHaveLength(1));
  });
});
