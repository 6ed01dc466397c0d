import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  estimateSummary,
  getCurrentUser,
  getPreferences,
  listSummaries,
  summarizeResponses,
  type Estimate,
} from '@polylogue/api-contract';
import { approved, fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { threeServices, uuid } from '../../dashboard/dashboard.fixture.js';
import type { FinishedReply } from '../finished-replies.rules.js';
import SummaryDrawer from './summary-drawer.js';

const reply = (index: number, aiService: string): FinishedReply => ({
  messageId: uuid(index),
  aiService,
  displayName: aiService,
  question: 'Which lock?',
  text: 'Row locks.',
  timestamp: '2026-11-21T09:00:00Z',
  broadcastId: uuid(9),
});
const price = (more: Partial<Estimate> = {}): Estimate => ({
  services: [{ aiService: 'gpt', price: 'known', cost: null, seconds: null }],
  cost: { low: 0.4, high: 1.2, currency: 'USD' },
  seconds: 8.3,
  ...more,
});
let api: FakeApi;
const onClose = jest.fn();
const open = (askAbove: number | null) => {
  api = fakeApi([
    [getCurrentUser, approved],
    [getPreferences, { askAbove }],
    [listSummaries, []],
    [estimateSummary, price()],
    [summarizeResponses, () => Response.json({ error: 'No.', code: 'no', requestId: 'r' }, { status: 400 })],
  ]);
  const replies = [reply(11, 'gpt'), reply(12, 'claude'), reply(13, 'grok')];
  renderScreen(<SummaryDrawer replies={replies} services={threeServices()} accents={new Map()} onClose={onClose} />);
};
const made = () => api.callsOf(summarizeResponses).length;
const estimated = () => api.callsOf(estimateSummary).map(({ body }) => body);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const question = () => screen.findByRole('dialog', { name: 'This will cost about $0.40–1.20. Summarize?' });
const line = () => screen.findByText('≈ $0.40–1.20 · about 8 s · by ChatGPT');
const all = [uuid(11), uuid(12), uuid(13)];

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  onClose.mockClear();
  // What jsdom lacks of dialogs.
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

describe('what a summary costs', () => {
  it('stands before the click, for the replies, the kind and the service the user chooses', async () => {
    open(null);
    await line();
    expect(estimated()).toEqual([{ messageIds: all, kind: 'compare' }]);
    fireEvent.click(screen.getByText('One answer'));
    await waitFor(() => expect(estimated().at(-1)).toEqual({ messageIds: all, kind: 'merge' }));
    fireEvent.change(screen.getByRole('combobox', { name: 'Summarized by' }), { target: { value: 'claude' } });
    fireEvent.click(screen.getAllByRole('checkbox')[0]!);
    await waitFor(() =>
      expect(estimated().at(-1)).toEqual({ messageIds: all.slice(1), kind: 'merge', summarizerAI: 'claude' }),
    );
    expect(made()).toBe(0);
  });

  it('is that of an instruction by its length, once the user does not type on', async () => {
    open(null);
    await line();
    fireEvent.click(screen.getByText('Own words'));
    await waitFor(() => expect(screen.queryByText(/^≈/)).toBeNull());
    const instruction = screen.getByRole('textbox', { name: 'What it should do' });
    fireEvent.change(instruction, { target: { value: 'Als Haik' } });
    fireEvent.change(instruction, { target: { value: 'Grüße als Haiku' } });
    await waitFor(() =>
      expect(estimated().slice(1)).toEqual([{ messageIds: all, kind: 'instruction', instructionBytes: 17 }]),
    );
  });

  it.each<[Partial<Estimate>, string]>([
    [{ cost: null, services: [{ aiService: 'r', price: 'free', cost: null, seconds: null }] }, 'Free · about 8 s'],
    [
      { cost: null, services: [{ aiService: 'r', price: 'unknown', cost: null, seconds: null }] },
      'Price unknown · about 8 s',
    ],
  ])('is said to be what it is: %j', async (more, text) => {
    open(null);
    api.answer(estimateSummary, price(more));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is asked about first above the amount of the user, and nothing is written when the answer is no', async () => {
    open(1);
    await line();
    press('Summarize');
    fireEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.getAllByRole('dialog')).toHaveLength(1));
    expect(made()).toBe(0);
    press('Summarize');
    fireEvent.click(within(await question()).getByRole('button', { name: 'Summarize' }));
    await waitFor(() => expect(made()).toBe(1));
  });

  it('is asked about in the drawer, which Esc does not close then', async () => {
    open(1);
    await line();
    press('Summarize');
    fireEvent.keyDown(await question(), { key: 'Escape' });
    expect(onClose).not.toHaveBeenCalled();
  });

  it('is not asked about below it, nor while it is not known', async () => {
    open(5);
    await line();
    press('Summarize');
    await waitFor(() => expect(made()).toBe(1));
    api.answer(estimateSummary, Response.json({ error: 'No.', code: 'no', requestId: 'r' }, { status: 503 }));
    fireEvent.click(screen.getByText('One answer'));
    expect(await screen.findByText('No estimate right now')).toBeTruthy();
    await waitFor(() => screen.getByRole('button', { name: 'Summarize' }));
    press('Summarize');
    await waitFor(() => expect(made()).toBe(2));
  });

  it.each([
    [1, true],
    [null, false],
  ])(
    'that cannot be read again at the click is asked about as it was read last, above %s: %s',
    async (askAbove, isAsked) => {
      open(askAbove);
      await line();
      const now = Date.now();
      jest.spyOn(Date, 'now').mockImplementation(() => now + 11_000);
      api.answer(estimateSummary, Response.json({ error: 'No.', code: 'no', requestId: 'r' }, { status: 503 }));
      press('Summarize');
      if (isAsked) await question();
      else await waitFor(() => expect(made()).toBe(1));
      expect([made(), screen.getAllByRole('dialog').length]).toEqual(isAsked ? [0, 2] : [1, 1]);
    },
  );

  it('is not looked for where there are too few responses', async () => {
    open(1);
    await line();
    for (const box of screen.getAllByRole('checkbox').slice(1)) fireEvent.click(box);
    await waitFor(() => expect(screen.queryByText(/^≈/)).toBeNull());
    const before = estimated().length;
    press('Summarize');
    await screen.findByText('Insufficient responses', { selector: '.pl-toast-title' });
    expect([made(), estimated().length]).toEqual([0, before]);
  });
});
