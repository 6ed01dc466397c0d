import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  castSharedVote,
  getComparison,
  getSharedRound,
  getVote,
  listAgreementMaps,
  listAiServices,
  listConversations,
  listRoundShares,
  revokeRoundShare,
  shareRound,
  withdrawSharedVote,
  type RoundShare,
  type SharedRound,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import ComparisonPage from '../comparisons/comparison-page.js';
import SharedRoundPage from './shared-round-page.js';
import SharesPage from './shares-page.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-00000000000${at}`;
const time = '2026-11-21T09:12:00Z';
const label = (name: string, displayName: string) => ({ name, displayName, color: '#d97757' });
const hidden: SharedRound = {
  question: 'Which locking?',
  files: ['seats.md'],
  replies: ['a', 'b'].map((letter, at) => ({
    id: id(at + 1),
    aiService: label(`blind..${letter}`, `Service ${letter.toUpperCase()}`),
    content: `Lock **${letter}**.`,
  })),
  hidesNames: true,
  expiresAt: time,
  vote: null,
};
const shown: SharedRound = {
  ...hidden,
  hidesNames: false,
  replies: hidden.replies.map((reply, at) => ({
    ...reply,
    aiService: at === 0 ? label('claude', 'Claude') : label('gemini', 'Gemini'),
  })),
  vote: { outcome: 'best', best: [id(2)], reasons: [], comment: null, wasBlind: true, timestamp: time },
};
const share: RoundShare = {
  id: id(7),
  broadcastId: id(1),
  question: 'Which locking?',
  hidesNames: true,
  voters: 1,
  createdAt: time,
  expiresAt: time,
};
const thread = (at: number, name: string) => ({
  id: id(at),
  aiService: label(name, name),
  title: 'Seats',
  createdAt: time,
  updatedAt: time,
  messages: [
    { id: id(8), role: 'user', content: 'Which locking?', timestamp: time, status: 'completed', broadcastId: id(1) },
    { id: id(9), role: 'assistant', content: name, timestamp: time, status: 'completed', broadcastId: id(1) },
  ],
});
const comparison = {
  id: id(1),
  title: 'Seats',
  titleGiven: false,
  starred: false,
  tags: [],
  conversations: ['claude', 'gemini'].map((name, at) => ({ id: id(at + 5), aiService: label(name, name), pins: 0 })),
  messageCount: 2,
  preview: '',
  createdAt: time,
  updatedAt: time,
};

const routes = [
  { path: '/history/shared', element: <SharesPage /> },
  { path: '/history/shared/:id', element: <SharedRoundPage /> },
  { path: '/history/:id', element: <ComparisonPage /> },
];
let api: FakeApi;
beforeAll(async () => {
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
  await import('./share-round.js');
});
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([
    [listAiServices, []],
    [listConversations, [thread(5, 'claude'), thread(6, 'gemini')]],
    [getVote, { vote: null }],
    [listAgreementMaps, []],
  ]);
  api.answer(getComparison, comparison);
  api.answer(listRoundShares, []);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

describe('a round that somebody shares', () => {
  it('is read under aliases, voted on, and then has its names', async () => {
    api.answer(getSharedRound, hidden);
    api.answer(castSharedVote, shown);
    renderScreen(routes, { at: `/history/shared/${id(7)}` });
    await screen.findByText(/Who wrote which reply is shown when you have voted/);
    expect(screen.getByText('seats.md')).toBeTruthy();
    expect(within(screen.getByRole('article', { name: 'Reply of Service B' })).getByText('b')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Service B' }));
    fireEvent.click(screen.getByRole('button', { name: 'Vote and see the names' }));
    await screen.findByText(/Your vote: Gemini is best/);
    expect(screen.getByRole('article', { name: 'Reply of Claude' })).toBeTruthy();
    expect(api.callsOf(castSharedVote).map(({ url, body }) => [url, body])).toEqual([
      [`/api/shared-rounds/${id(7)}/vote`, { outcome: 'best', best: [id(2)], reasons: [] }],
    ]);
  });

  it('has its vote withdrawn, and then says that names were seen', async () => {
    api.answer(getSharedRound, shown);
    renderScreen(routes, { at: `/history/shared/${id(7)}` });
    const withdraw = await screen.findByRole('button', { name: 'Withdraw my vote' });
    api.answer(withdrawSharedVote, () => Response.json({ error: 'Not now.' }, { status: 503 }));
    fireEvent.click(withdraw);
    await screen.findByText('Not now.');
    screen.getByText(/Your vote: Gemini is best/);
    api.answer(withdrawSharedVote, () => new Response(null, { status: 204 }));
    api.answer(getSharedRound, { ...shown, vote: null });
    fireEvent.click(await screen.findByRole('button', { name: 'Withdraw my vote' }));
    await screen.findByText(/your vote does not count as cast blind/);
    const gemini = screen.getByRole<HTMLInputElement>('radio', { name: 'Gemini' });
    expect(gemini.checked).toBe(false);
    fireEvent.click(gemini);
    screen.getByRole('button', { name: 'Vote' });
    expect(api.callsOf(withdrawSharedVote).at(-1)!.url).toBe(`/api/shared-rounds/${id(7)}/vote`);
  });

  it('says when it is not shared, or not any more', async () => {
    api.answer(getSharedRound, Response.json({ error: 'There is no such shared round.' }, { status: 404 }));
    renderScreen(routes, { at: `/history/shared/${id(7)}` });
    await screen.findByText('This round is not shared');
  });

  it('keeps what was chosen when the vote could not be stored', async () => {
    api.answer(getSharedRound, hidden);
    api.answer(castSharedVote, () => Response.json({ error: 'Its owner has ended it.' }, { status: 404 }));
    renderScreen(routes, { at: `/history/shared/${id(7)}` });
    fireEvent.click(await screen.findByRole('radio', { name: 'Tie' }));
    fireEvent.click(screen.getByRole('button', { name: 'Vote and see the names' }));
    await screen.findByText('Its owner has ended it.');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Tie' }).checked).toBe(true);
  });
});

describe('sharing a round', () => {
  it('makes a link under the round, which can be copied and revoked', async () => {
    const copied: string[] = [];
    Object.defineProperty(navigator, 'clipboard', {
      configurable: true,
      value: { writeText: (text: string) => Promise.resolve(void copied.push(text)) },
    });
    api.answer(shareRound, () => Response.json(share, { status: 201 }));
    renderScreen(routes, { at: `/history/${id(1)}` });
    fireEvent.click(await screen.findByRole('button', { name: 'Share for votes' }));
    fireEvent.change(await screen.findByLabelText('Can be read for'), { target: { value: '7' } });
    fireEvent.click(screen.getByRole('checkbox', { name: 'Hide names until each has voted' }));
    api.answer(listRoundShares, [share]);
    fireEvent.click(screen.getByRole('button', { name: 'Make a link' }));
    const links = await screen.findByRole('list', { name: 'Links to this round' });
    expect(api.callsOf(shareRound).map(({ url, body }) => [url, body])).toEqual([
      [`/api/broadcasts/${id(1)}/shares`, { days: 7, hidesNames: false }],
    ]);
    const link = within(links).getByRole<HTMLInputElement>('textbox', { name: 'Link' }).value;
    expect(link.endsWith(`/history/shared/${id(7)}`)).toBe(true);
    within(links).getByText(/1 other has voted on this round · names are hidden until each has voted/);
    fireEvent.click(within(links).getByRole('button', { name: 'Copy link' }));
    await screen.findByText('Link copied');
    expect(copied).toEqual([link]);
    api.answer(revokeRoundShare, () => new Response(null, { status: 204 }));
    api.answer(listRoundShares, []);
    fireEvent.click(within(links).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('list', { name: 'Links to this round' })).toBeNull());
    expect(api.callsOf(revokeRoundShare)[0]!.url).toBe(`/api/round-shares/${id(7)}`);
  });

  it('lists all that are shared, and says when there is none', async () => {
    renderScreen(routes, { at: '/history/shared' });
    await screen.findByText('You share no round');
    cleanup();
    api.answer(listRoundShares, [share]);
    renderScreen(routes, { at: '/history/shared' });
    const list = await screen.findByRole('list', { name: 'Shared rounds' });
    within(list).getByText('Which locking?');
    within(list).getByRole('button', { name: 'Revoke' });
  });

  it('shows a link without how many voted while that is not known', async () => {
    const { voters: _unknown, ...rest } = share;
    api.answer(listRoundShares, [rest]);
    renderScreen(routes, { at: '/history/shared' });
    const list = await screen.findByRole('list', { name: 'Shared rounds' });
    within(list).getByText(/^names are hidden until each has voted · until /);
    within(list).getByRole('button', { name: 'Revoke' });
  });
});
