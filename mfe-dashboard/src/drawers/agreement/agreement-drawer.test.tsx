import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listAgreementMaps, listMergedAnswers, type AgreementMap, type Conversation } from '@polylogue/api-contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { broadcastId, panel, startDashboard, uuid } from '../../dashboard/dashboard.fixture.js';

let dashboard: ReturnType<typeof startDashboard>;
const at = '2025-07-10T10:00:00.000Z';
const label = (name: string, displayName: string) => ({ name, displayName, color: '#0B6472' });
const conversation = (index: number, name: string, displayName: string, content: string): Conversation => ({
  id: uuid(300 + index),
  aiService: label(name, displayName),
  title: 'Hello',
  createdAt: at,
  updatedAt: at,
  messages: [
    { id: uuid(400 + index), role: 'user', content: 'Hello', timestamp: at, status: 'completed', broadcastId },
    { id: uuid(500 + index), role: 'assistant', content, timestamp: at, status: 'completed', broadcastId },
  ],
});
const gpt = conversation(0, 'gpt', 'ChatGPT', 'Good morning. It is **early**.');
const claude = conversation(1, 'claude', 'Claude', 'Good evening.');
const map: AgreementMap = {
  id: uuid(800),
  broadcastId,
  status: 'completed',
  extractor: label('claude', 'Claude'),
  replies: [
    { messageId: uuid(500), aiService: label('gpt', 'ChatGPT') },
    { messageId: uuid(501), aiService: label('claude', 'Claude') },
  ],
  claims: [
    {
      id: 1,
      text: 'It is early.',
      agreement: 50,
      cells: [
        { messageId: uuid(500), stance: 'says', quote: { text: 'It is early.', start: 14, end: 26 } },
        { messageId: uuid(501), stance: 'contradicts', quote: { text: 'Good evening.', start: 0, end: 13 } },
      ],
    },
  ],
  agreement: 50,
  timestamp: at,
};
const start = async (conversations: Conversation[]) => {
  dashboard = startDashboard({ conversations });
  dashboard.api.answer(listAgreementMaps, [map]);
  dashboard.api.answer(listMergedAnswers, []);
  return screen.findByRole<HTMLButtonElement>('button', { name: 'Agreement' });
};
const drawer = () => screen.queryByRole('dialog', { name: 'Agreement' });
const choose = async (name: RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const outlined = () => document.querySelector('[data-passage]')?.textContent;
/** Panels fill the page, and the drawer begins so many pixels from the left. */
const layOut = (drawerLeft: number) =>
  jest.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return { top: 0, height: 100, left: this.matches('[role=dialog]') ? drawerLeft : 0, right: 600 } as DOMRect;
  });

beforeEach(() => {
  localStorage.clear();
  Element.prototype.scrollBy = () => undefined;
  window.scrollBy = () => undefined;
  Range.prototype.getBoundingClientRect = () => ({ top: 0, height: 20 }) as DOMRect;
});
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  dashboard.api.restore();
  jest.restoreAllMocks();
});

describe('Agreement', () => {
  it('needs two replies to one question', async () => {
    expect((await start([gpt])).disabled).toBe(true);
    cleanup();
    expect((await start([gpt, claude])).disabled).toBe(false);
  });

  it('shows the maps of the newest round of two, and a cell lights its passage beside the drawer', async () => {
    layOut(600);
    fireEvent.click(await start([gpt, claude]));
    await choose(/^Claim 1, ChatGPT: says/);
    expect(dashboard.api.callsOf(listAgreementMaps)[0]?.url).toBe(`/api/broadcasts/${broadcastId}/agreement-maps`);
    expect(outlined()).toBe('Good morning. It is early.');
    expect(panel('ChatGPT').contains(document.querySelector('[data-passage]'))).toBe(true);
    expect(drawer()).toBeTruthy();
    fireEvent.click(within(drawer()!).getByRole('button', { name: 'Close' }));
    expect(outlined()).toBeUndefined();
  });

  it('leaves the passage to be read where the drawer would stand over it', async () => {
    layOut(400);
    fireEvent.click(await start([gpt, claude]));
    await choose(/^Claim 1, Claude: contradicts/);
    await waitFor(() => expect(drawer()).toBeNull());
    expect(outlined()).toBe('Good evening.');
    expect(document.activeElement).toBe(panel('Claude'));
  });

  it('lights a passage that later questions have pushed out of the page', async () => {
    layOut(600);
    const later = Array.from({ length: 12 }, (_, round) =>
      conversation(10 + round, 'gpt', 'ChatGPT', `Later ${round}.`),
    );
    const messages = [
      ...gpt.messages,
      ...later.flatMap((one, round) => one.messages.map((each) => ({ ...each, content: `${each.content} ${round}` }))),
    ];
    const button = await start([{ ...gpt, messages }, claude]);
    expect(screen.queryByText('Good morning', { exact: false })).toBeNull();
    fireEvent.click(button);
    await choose(/^Claim 1, ChatGPT: says/);
    expect(outlined()).toBe('Good morning. It is early.');
  });

  it('brings a panel back that another one hides', async () => {
    layOut(600);
    const button = await start([gpt, claude]);
    fireEvent.click(screen.getByRole('button', { name: /^Maximise .*ChatGPT/ }));
    const hidden = document.querySelector<HTMLElement>('[data-panel=claude]')!;
    expect(hidden.hidden).toBe(true);
    fireEvent.click(button);
    await choose(/^Claim 1, Claude: contradicts/);
    expect(hidden.hidden).toBe(false);
    expect(outlined()).toBe('Good evening.');
  });
});
