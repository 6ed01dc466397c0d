import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  changeComparison,
  deleteComparison,
  estimateJudging,
  exportComparison,
  exportComparisons,
  getComparison,
  getCurrentUser,
  getPreferences,
  listAgreementMaps,
  listAiServices,
  listAnswerPresets,
  listComparisons,
  listComparisonTags,
  listConversations,
  listMergedAnswers,
  listRubrics,
  runQualityAssessment,
  type Comparison,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import HistoryScreen from '../history-screen.js';
import ComparisonPage from './comparison-page.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-00000000000${at}`;
const time = '2026-11-21T09:12:00Z';
const label = (name: string) => ({ name, displayName: name === 'claude' ? 'Claude' : 'Gemini', color: '#d97757' });
const comparison = (at: number, title: string, more: Partial<Comparison> = {}): Comparison => ({
  id: id(at),
  title,
  titleGiven: false,
  starred: false,
  tags: [],
  conversations: [
    { id: id(5), aiService: label('claude'), pins: 0 },
    { id: id(6), aiService: label('gemini'), pins: 2 },
  ],
  messageCount: 4,
  preview: 'Hold seats with a lease.',
  createdAt: time,
  updatedAt: time,
  ...more,
});
const thread = (at: number, name: string, text: string) => ({
  id: id(at),
  aiService: label(name),
  title: 'Seat booking',
  createdAt: time,
  updatedAt: time,
  messages: [
    { id: id(7), role: 'user', content: 'Which locking?', timestamp: time, status: 'completed', broadcastId: id(1) },
    { id: id(8), role: 'assistant', content: text, timestamp: time, status: 'completed', broadcastId: id(1) },
  ],
});
const page = (rows: Comparison[]) => Response.json(rows, { headers: { 'x-total-count': String(rows.length) } });

let api: FakeApi;
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
    this.open = true;
  };
  // jsdom has none; a menu observes sizes only, which never change here.
  globalThis.ResizeObserver ??= class {
    observe() {}
    unobserve() {}
    disconnect() {}
  };
});
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([
    [listAiServices, ['claude', 'gemini'].map((name) => ({ ...label(name), id: name, category: 'text' }))],
  ]);
  const kept = [comparison(1, 'Seat booking', { tags: ['work'] }), comparison(2, 'Terraform', { starred: true })];
  api.answer(listComparisons, () => page(kept));
  api.answer(listComparisonTags, ['travel', 'work']);
  api.answer(getComparison, kept[0]!);
  api.answer(listConversations, [thread(5, 'claude', 'Mine'), thread(6, 'gemini', 'Theirs')]);
});
afterEach(() => {
  cleanup();
  api.restore();
  Reflect.deleteProperty(globalThis, 'EventSource');
  jest.restoreAllMocks();
});

const routes = [
  { path: '/history', element: <HistoryScreen /> },
  { path: '/history/:id', element: <ComparisonPage /> },
];
const openList = async () => {
  const rendered = renderScreen(routes, { at: '/history?show=comparisons' });
  await screen.findByRole('link', { name: 'Seat booking' });
  return rendered;
};
const lists = () => api.callsOf(listComparisons).map(({ url }) => new URL(url, 'http://x').searchParams);

describe('the list of comparisons', () => {
  it('is chosen on the screen, and has one row for each, with its services and whose replies were pinned', async () => {
    const { router } = renderScreen(routes, { at: '/history' });
    fireEvent.click(await screen.findByRole('radio', { name: 'Comparisons' }));
    const link = await screen.findByRole('link', { name: 'Seat booking' });
    expect(router.state.location.search).toBe('?show=comparisons');
    const row = link.closest<HTMLElement>('[role="row"]')!;
    expect(within(row).getByRole('img', { name: 'Claude, Gemini' })).toBeTruthy();
    expect(within(row).getByText('Gemini')).toBeTruthy();
    expect(within(row).getByText('Hold seats with a lease.')).toBeTruthy();
    expect(link.getAttribute('href')).toBe(`/history/${id(1)}`);
    fireEvent.click(screen.getByRole('radio', { name: 'Conversations' }));
    expect(await screen.findByRole('table', { name: 'Conversations' })).toBeTruthy();
  });

  it('is narrowed by words, star and tag, and sorted', async () => {
    const { router } = await openList();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search comparisons' }), { target: { value: 'lease' } });
    await waitFor(() => expect(lists().at(-1)!.get('q')).toBe('lease'));
    fireEvent.click(screen.getByRole('button', { name: 'Starred' }));
    await waitFor(() => expect(lists().at(-1)!.get('starred')).toBe('true'));
    fireEvent.click(screen.getByRole('button', { name: 'work' }));
    await waitFor(() => expect(lists().at(-1)!.get('tag')).toBe('work'));
    const tags = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tag' });
    expect(tags.value).toBe('work');
    fireEvent.change(tags, { target: { value: '' } });
    await waitFor(() => expect(router.state.location.search).toBe('?show=comparisons&q=lease&starred=true'));
    fireEvent.click(screen.getByRole('button', { name: 'Created' }));
    await waitFor(() => expect(lists().at(-1)!.get('sort')).toBe('createdAt'));
  });

  it('is narrowed by a tag of comparisons that are not loaded', async () => {
    await openList();
    const tags = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Tag' });
    expect([...tags.options].map(({ text }) => text)).toEqual(['All tags', 'travel', 'work']);
    fireEvent.change(tags, { target: { value: 'travel' } });
    await waitFor(() => expect(lists().at(-1)!.get('tag')).toBe('travel'));
  });

  it('has a choice of tags also for a link with one that is gone, and none where there are none', async () => {
    api.answer(listComparisonTags, []);
    renderScreen(routes, { at: '/history?show=comparisons&tag=gone' });
    await screen.findByRole('link', { name: 'Seat booking' });
    const tags = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Tag' });
    expect([...tags.options].map(({ text }) => text)).toEqual(['All tags', 'gone']);
    fireEvent.change(tags, { target: { value: '' } });
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Tag' })).toBeNull());
  });

  it('has the tags that another device gave, once it is told', async () => {
    const listeners = new Map<string, (event: { data: string }) => void>();
    globalThis.EventSource = class {
      addEventListener = (name: string, listener: (event: { data: string }) => void) =>
        void listeners.set(name, listener);
      close = () => undefined;
    } as unknown as typeof EventSource;
    await openList();
    await screen.findByRole('option', { name: 'travel' });
    api.answer(listComparisonTags, ['home']);
    act(() => listeners.get('comparison')!({ data: JSON.stringify({ comparisonId: id(2) }) }));
    await screen.findByRole('option', { name: 'home' });
  });

  it.each([
    ['/history?q=a&service=gemini&sort=lastMessage&order=asc&open=x', 'Comparisons', '?show=comparisons&q=a'],
    ['/history?show=comparisons&q=a&service=gemini&starred=true&tag=work&sort=createdAt', 'Conversations', '?q=a'],
  ])(
    'on the way from %s to %s keeps words and service, and leaves what only one list has',
    async (at, kind, address) => {
      const { router } = renderScreen(routes, { at });
      fireEvent.click(await screen.findByRole('radio', { name: kind }));
      await waitFor(() => expect(router.state.location.search).toBe(`${address}&service=gemini`));
    },
  );

  it('shows what was sent since it was last open', async () => {
    const { router } = await openList();
    await router.navigate(`/history/${id(1)}`);
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Comparisons' })).toBeNull());
    api.answer(listComparisons, () => page([comparison(3, 'Just sent'), comparison(1, 'Seat booking')]));
    await router.navigate('/history?show=comparisons');
    expect(await screen.findByRole('link', { name: 'Just sent' })).toBeTruthy();
  });

  it('names the service that was judged best where none was pinned', async () => {
    const { conversations } = comparison(3, 'Judged');
    const scored = conversations.map((each, at) => ({ ...each, pins: 0, score: at === 0 ? 88.2 : 71 }));
    api.answer(listComparisons, () => page([comparison(3, 'Judged', { conversations: scored })]));
    renderScreen(routes, { at: '/history?show=comparisons' });
    const row = (await screen.findByRole('link', { name: 'Judged' })).closest<HTMLElement>('[role="row"]')!;
    expect(within(row).getByLabelText('judged best')).toBeTruthy();
    expect(within(row).getByText(scored[0]!.aiService.displayName)).toBeTruthy();
    expect(within(row).getByText('88')).toBeTruthy();
  });

  it.each([
    ['whose is best, where pins are even', [71, 88.2], 1, ['Gemini', '88']],
    ['of the only one that was judged', [undefined, 64.4], 0, ['Gemini', '64']],
    ['without a name, where all are even', [88.4, 88.2], 0, ['2 services', 'best 88']],
  ])('has the score %s', async (_what, scores, pins, texts) => {
    const { conversations } = comparison(3, 'Judged');
    const scored = conversations.map((each, at) => ({ ...each, pins, score: scores[at] }));
    api.answer(listComparisons, () => page([comparison(3, 'Judged', { conversations: scored })]));
    renderScreen(routes, { at: '/history?show=comparisons' });
    const row = (await screen.findByRole('link', { name: 'Judged' })).closest<HTMLElement>('[role="row"]')!;
    for (const text of texts) expect(within(row).getByText(text)).toBeTruthy();
    expect(within(row).queryByLabelText(/judged best|pinned/)).toBeNull();
  });

  it('exports what is found', async () => {
    api.answer(exportComparisons, new Response('{}'));
    renderScreen(routes, { at: '/history?show=comparisons&starred=true&tag=work' });
    await screen.findByRole('link', { name: 'Seat booking' });
    fireEvent.click(screen.getByRole('button', { name: 'Export Found' }));
    fireEvent.click(screen.getByRole('button', { name: 'CSV for spreadsheets' }));
    const address = '/api/export-comparisons?starred=true&tag=work&format=csv';
    await waitFor(() => expect(api.callsOf(exportComparisons)[0]?.url).toBe(address));
  });

  it('gives a star at once, and takes it back with the reason when it could not be stored', async () => {
    await openList();
    api.answer(changeComparison, comparison(1, 'Seat booking', { starred: true }));
    const star = () => screen.getByRole('button', { name: 'Star Seat booking' });
    fireEvent.click(star());
    await waitFor(() => expect(star().getAttribute('aria-pressed')).toBe('true'));
    expect(api.callsOf(changeComparison)[0]).toMatchObject({ body: { starred: true } });
    api.answer(changeComparison, Response.json({ error: 'The database is away.' }, { status: 503 }));
    fireEvent.click(star());
    expect(await screen.findByText('The database is away.')).toBeTruthy();
  });

  it('deletes a comparison with all its conversations, once that is confirmed', async () => {
    await openList();
    api.answer(deleteComparison, new Response(null, { status: 204 }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete Terraform' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Comparison deleted')).toBeTruthy();
    expect(screen.queryByText('Terraform')).toBeNull();
    await waitFor(() => expect(api.callsOf(listComparisonTags)).toHaveLength(2));
  });

  it('deletes many one by one, and is honest about those that stayed', async () => {
    api.answer(deleteComparison, ({ url }: { url: string }) =>
      url.endsWith(id(2))
        ? Response.json({ error: 'The database is away.' }, { status: 503 })
        : new Response(null, { status: 204 }),
    );
    await openList();
    fireEvent.click(screen.getByRole('button', { name: 'Select Multiple' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Seat booking' }));
    fireEvent.click(screen.getByRole('checkbox', { name: 'Select Terraform' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete Selected' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete comparison')).toBeTruthy();
    expect(await screen.findByText('1 selected')).toBeTruthy();
    expect(screen.getByText('Terraform')).toBeTruthy();
    expect(screen.queryByText('Seat booking')).toBeNull();
  });

  it('is narrowed by service and time, and says what each has cost', async () => {
    api.answer(listComparisons, () =>
      page([comparison(1, 'Seat booking', { cost: { amount: 0.42, currency: 'USD' } })]),
    );
    renderScreen(routes, { at: '/history?show=comparisons&service=gemini' });
    const row = (await screen.findByRole('link', { name: 'Seat booking' })).closest<HTMLElement>('[role="row"]')!;
    expect(within(row).getByText('$0.42')).toBeTruthy();
    expect(lists().at(-1)!.get('service')).toBe('gemini');
    expect(lists().at(-1)!.has('since')).toBe(false);
    fireEvent.change(screen.getByRole('combobox', { name: 'Date' }), { target: { value: 'week' } });
    await waitFor(() => expect(Date.parse(lists().at(-1)!.get('since')!)).toBeLessThan(Date.now()));
    expect(lists().at(-1)!.get('service')).toBe('gemini');
  });

  it.each(['comparisons', 'conversations'])('of %s is narrowed also by who is no longer offered', async (show) => {
    const offered = { ...label('claude'), id: 'claude', category: 'text', demo: false };
    const gone = { ...offered, id: 'llama', name: 'llama', displayName: 'Llama', former: true };
    api.answer(listAiServices, [offered, gone]);
    api.answer(listAnswerPresets, []);
    const terse = { name: 'claude..k3f9a2', displayName: 'Claude · terse', color: '#d97757' };
    const two = [label('claude'), terse].map((aiService, at) => ({ id: id(5 + at), aiService, pins: 0 }));
    api.answer(listComparisons, () => page([comparison(1, 'Seat booking', { conversations: two })]));
    api.answer(listConversations, [{ ...thread(6, 'claude', 'Mine'), aiService: terse }]);
    const { router } = renderScreen(routes, { at: `/history?show=${show}` });
    const group = await screen.findByRole('group', { name: 'No longer offered' });
    await within(group).findByRole('option', { name: 'Claude · terse' });
    const choice = screen.getByRole<HTMLSelectElement>('combobox', { name: 'AI service' });
    expect([...choice.options].map(({ text }) => text)).toEqual(['All services', 'Claude', 'Llama', 'Claude · terse']);
    expect(within(group).queryByRole('option', { name: 'Claude' })).toBeNull();
    // What another filter leaves says nothing of who else wrote.
    api.answer(listComparisons, () => page([]));
    api.answer(listConversations, []);
    fireEvent.change(choice, { target: { value: 'llama' } });
    await screen.findByText(`No ${show} found`);
    fireEvent.change(choice, { target: { value: terse.name } });
    await waitFor(() => expect(router.state.location.search).toContain('service=claude..k3f9a2'));
    expect(choice.selectedOptions[0]?.text).toBe('Claude · terse');
  });

  it('does not call a variant gone that the services only lack, as its preset says', async () => {
    const [terse, old] = ['k3f9a2', 'cccccc'].map((preset) => ({ ...label('claude'), name: `claude..${preset}` }));
    const two = [
      { id: id(5), aiService: { ...terse!, displayName: 'Claude · terse' }, pins: 0 },
      { id: id(6), aiService: { ...old!, displayName: 'Claude · old' }, pins: 0 },
    ];
    api.answer(listComparisons, () => page([comparison(1, 'Seat booking', { conversations: two })]));
    api.answer(listAiServices, [{ ...label('claude'), id: 'claude', category: 'text', demo: false }]);
    api.answer(listAnswerPresets, [
      { id: 'k3f9a2', name: 'terse', settings: {}, aiServices: ['claude'], updatedAt: time },
    ]);
    await openList();
    const group = await screen.findByRole('group', { name: 'No longer offered' });
    expect(
      within(group)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Claude · old']);
    expect(screen.getByRole('option', { name: 'Claude · terse' })).toBeTruthy();
  });

  it('says that there is none, and that it failed', async () => {
    api.answer(listComparisons, () => page([]));
    renderScreen(routes, { at: '/history?show=comparisons' });
    expect(await screen.findByText('No comparisons found')).toBeTruthy();
    cleanup();
    api.answer(listComparisons, () => Response.json({ error: 'No.' }, { status: 403 }));
    renderScreen(routes, { at: '/history?show=comparisons' });
    expect(await screen.findByText('Failed to fetch comparisons')).toBeTruthy();
  });
});

describe('a comparison at its address', () => {
  const open = async () => {
    const rendered = renderScreen(routes, { at: `/history/${id(1)}` });
    await screen.findByRole('heading', { name: 'Seat booking' });
    return rendered;
  };

  it('shows the replies of all services to one message beside each other', async () => {
    await open();
    const round = await screen.findByRole('region', { name: 'Round: Which locking?' });
    expect(within(round).getByRole('article', { name: 'Reply of Claude' }).textContent).toContain('Mine');
    expect(within(round).getByRole('article', { name: 'Reply of Gemini' }).textContent).toContain('Theirs');
    const asked = new URL(api.callsOf(listConversations)[0]!.url, 'http://x').searchParams;
    expect(Object.fromEntries(asked)).toMatchObject({ includeAll: 'true', comparison: id(1) });
    const services = screen.getByRole('list', { name: 'AI services' });
    expect(within(services).getByRole('link', { name: 'Gemini' }).getAttribute('href')).toBe(`/history?open=${id(6)}`);
    expect(within(services).getByLabelText('pinned most often')).toBeTruthy();
  });

  it('says how services answer in it, where that is said for all of them', async () => {
    const settings = { systemPrompt: 'As a lawyer.', temperature: 0.2 };
    api.answer(getComparison, comparison(1, 'Seat booking', { settings }));
    await open();
    expect(screen.getByText('Settings of this comparison: temperature 0.2 · “As a lawyer.”')).toBeTruthy();
  });

  it('lets its settings be changed where it is read, from the next message on', async () => {
    await open();
    expect(screen.getByText('Each service answers as it would.')).toBeTruthy();
    const change = () => screen.getByRole('button', { name: 'Change the settings of this comparison' });
    fireEvent.click(change());
    const form = await screen.findByRole('form', { name: 'This comparison' });
    expect(document.activeElement).toBe(within(form).getByRole('textbox', { name: 'Instructions' }));
    expect(within(form).queryByRole('button', { name: 'Remove all' })).toBeNull();
    fireEvent.change(within(form).getByLabelText(/^Temperature/), { target: { value: '3' } });
    fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
    expect(within(form).getByText('The temperature must be between 0 and 2.')).toBeTruthy();
    expect(api.callsOf(changeComparison)).toEqual([]);

    fireEvent.change(within(form).getByLabelText(/^Temperature/), { target: { value: '0,2' } });
    const refused = { error: 'Storage is away.', code: 'unavailable' };
    api.answer(changeComparison, () => Response.json(refused, { status: 503 }));
    fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('The settings could not be saved')).toBeTruthy();
    expect(within(form).getByLabelText<HTMLInputElement>(/^Temperature/).value).toBe('0,2');

    api.answer(changeComparison, comparison(1, 'Old title', { settings: { temperature: 0.2 } }));
    fireEvent.click(within(form).getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Settings of this comparison: temperature 0.2')).toBeTruthy();
    expect(api.callsOf(changeComparison).at(-1)!.body).toEqual({ settings: { temperature: 0.2 } });
    expect(document.activeElement).toBe(change());
    // What else changed meanwhile is not brought back.
    expect(screen.getByRole('heading', { level: 1, name: 'Seat booking' })).toBeTruthy();
  });

  it('loses all its settings at once, and none when that is given up', async () => {
    api.answer(getComparison, comparison(1, 'Seat booking', { settings: { webSearch: true } }));
    await open();
    const change = () => screen.getByRole('button', { name: 'Change the settings of this comparison' });
    fireEvent.click(change());
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(document.activeElement).toBe(change());
    api.answer(changeComparison, comparison(1, 'Seat booking'));
    fireEvent.click(change());
    fireEvent.click(await screen.findByRole('button', { name: 'Remove all' }));
    expect(await screen.findByText('Each service answers as it would.')).toBeTruthy();
    expect(api.callsOf(changeComparison).map(({ body }) => body)).toEqual([{ settings: {} }]);
  });

  it('is renamed, and not when that is given up', async () => {
    await open();
    api.answer(changeComparison, comparison(1, 'Locks', { titleGiven: true }));
    fireEvent.click(screen.getByRole('button', { name: 'Rename this comparison' }));
    fireEvent.keyDown(screen.getByRole('textbox', { name: 'Title' }), { key: 'Escape' });
    fireEvent.click(screen.getByRole('button', { name: 'Rename this comparison' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Title' }), { target: { value: ' Locks ' } });
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Locks' })).toBeTruthy();
    expect(api.callsOf(changeComparison).map(({ body }) => body)).toEqual([{ title: 'Locks' }]);
  });

  it.each<[string, () => void]>([
    ['saved', () => fireEvent.click(screen.getByRole('button', { name: 'Save' }))],
    ['saved with Enter', () => fireEvent.submit(screen.getByRole('textbox', { name: 'Title' }))],
    ['given up', () => fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
    [
      'given up with Escape',
      () => fireEvent.keyDown(screen.getByRole('textbox', { name: 'Title' }), { key: 'Escape' }),
    ],
  ])('goes back to its button once the title is %s', async (_how, end) => {
    await open();
    const pencil = () => screen.getByRole('button', { name: 'Rename this comparison' });
    fireEvent.click(pencil());
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Title' }));
    end();
    expect(document.activeElement).toBe(pencil());
  });

  it('goes from a tag that is taken away to the field for the next', async () => {
    await open();
    api.answer(changeComparison, comparison(1, 'Seat booking'));
    const button = screen.getByRole('button', { name: 'Remove the tag work' });
    button.focus();
    fireEvent.click(button);
    await waitFor(() => expect(screen.queryByRole('link', { name: 'work' })).toBeNull());
    expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Add a tag' }));
  });

  it('is changed by one click after the other, and shows none that was taken back since', async () => {
    const tags = ['work', 'later', 'own'];
    api.answer(getComparison, comparison(1, 'Seat booking', { tags }));
    await open();
    const answers: ((stored: Comparison | Response) => void)[] = [];
    api.answer(changeComparison, () => new Promise((resolve) => answers.push(resolve)));
    const remove = async (tag: string) => {
      fireEvent.click(screen.getByRole('button', { name: `Remove the tag ${tag}` }));
      await waitFor(() => expect(screen.queryByRole('link', { name: tag })).toBeNull());
    };
    for (const tag of tags) await remove(tag);
    const bodies = () => api.callsOf(changeComparison).map(({ body }) => body);
    expect(bodies()).toEqual([{ tags: ['later', 'own'] }]);
    answers[0]!(comparison(1, 'Seat booking', { tags: ['later', 'own'] }));
    await waitFor(() => expect(bodies()).toHaveLength(2));
    expect(screen.queryByRole('link', { name: 'later' })).toBeNull();
    answers[1]!(Response.json({ error: 'The database is away.' }, { status: 503 }));
    await waitFor(() => expect(bodies()).toHaveLength(3));
    expect(bodies().at(-1)).toEqual({ tags: [] });
    // What is stored is not read before all of it is.
    expect(api.calls.filter(({ method, url }) => method === 'GET' && url.endsWith(`/${id(1)}`))).toHaveLength(1);
    answers[2]!(comparison(1, 'Seat booking', { tags: [], titleGiven: true }));
    await screen.findByText('The database is away.');
    expect(screen.queryByRole('link', { name: /^(work|later|own)$/ })).toBeNull();
  });

  it('takes tags, each once, and lets them go', async () => {
    await open();
    api.answer(changeComparison, comparison(1, 'Seat booking', { tags: ['work', 'later'] }));
    const box = screen.getByRole('combobox', { name: 'Add a tag' });
    for (const tag of ['later', 'work']) {
      fireEvent.change(box, { target: { value: tag } });
      fireEvent.submit(box);
    }
    expect(await screen.findByRole('link', { name: 'later' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Remove the tag work' }));
    await waitFor(() =>
      expect(api.callsOf(changeComparison).map(({ body }) => body)).toEqual([
        { tags: ['work', 'later'] },
        { tags: ['later'] },
      ]),
    );
  });

  it('suggests the tags of other comparisons, read again once it was given another', async () => {
    await open();
    const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Add a tag' });
    const suggested = () => [...box.list!.options].map(({ value }) => value);
    await waitFor(() => expect(suggested()).toEqual(['travel']));
    api.answer(changeComparison, comparison(1, 'Seat booking', { tags: ['work', 'later'] }));
    api.answer(listComparisonTags, ['home', 'later', 'travel', 'work']);
    fireEvent.change(box, { target: { value: 'later' } });
    fireEvent.submit(box);
    await waitFor(() => expect(suggested()).toEqual(['home', 'travel']));
  });

  it('says which limit a title breaks, keeps what was pasted, and is not saved until that is mended', async () => {
    await open();
    api.answer(changeComparison, comparison(1, 'Locks', { titleGiven: true }));
    fireEvent.click(screen.getByRole('button', { name: 'Rename this comparison' }));
    const box = screen.getByRole<HTMLInputElement>('textbox', { name: 'Title' });
    fireEvent.change(box, { target: { value: 'x'.repeat(10_000) } });
    const sentence = 'A title can have at most 200 characters.';
    expect(screen.getByRole('alert').textContent).toBe(sentence);
    expect(screen.getByRole('textbox', { name: 'Title', description: sentence })).toBe(box);
    expect(box.getAttribute('aria-invalid')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(box.value).toHaveLength(10_000);
    fireEvent.change(box, { target: { value: ` ${'x'.repeat(200)} ` } });
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('heading', { name: 'Locks' })).toBeTruthy();
    expect(api.callsOf(changeComparison).map(({ body }) => body)).toEqual([{ title: 'x'.repeat(200) }]);
  });

  it('keeps a title of a first message that is longer than one that is given', async () => {
    api.answer(getComparison, comparison(1, 'x'.repeat(300)));
    renderScreen(routes, { at: `/history/${id(1)}` });
    fireEvent.click(await screen.findByRole('button', { name: 'Rename this comparison' }));
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(screen.getByRole('heading', { name: 'x'.repeat(300) })).toBeTruthy();
    expect(api.callsOf(changeComparison)).toEqual([]);
  });

  it('says which limit a tag breaks, keeps it, and takes it once it is shorter', async () => {
    await open();
    api.answer(changeComparison, comparison(1, 'Seat booking', { tags: ['work', 'later'] }));
    const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Add a tag' });
    fireEvent.change(box, { target: { value: 'x'.repeat(41) } });
    fireEvent.submit(box);
    fireEvent.blur(box);
    expect(screen.getByRole('alert').textContent).toBe('A tag can have at most 40 characters.');
    expect(box.value).toHaveLength(41);
    fireEvent.change(box, { target: { value: 'later' } });
    fireEvent.blur(box);
    expect(await screen.findByRole('link', { name: 'later' })).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
    expect(api.callsOf(changeComparison).map(({ body }) => body)).toEqual([{ tags: ['work', 'later'] }]);
  });

  it('says that there are as many tags as there can be, to who wants one more', async () => {
    const tags = Array.from({ length: 20 }, (_tag, at) => `Tag ${at}`);
    api.answer(getComparison, comparison(1, 'Seat booking', { tags }));
    await open();
    expect(screen.queryByRole('alert')).toBeNull();
    const box = screen.getByRole<HTMLInputElement>('combobox', { name: 'Add a tag' });
    fireEvent.change(box, { target: { value: 'later' } });
    fireEvent.submit(box);
    expect(screen.getByRole('alert').textContent).toBe('A comparison can have at most 20 tags.');
    expect(box.value).toBe('later');
    expect(api.callsOf(changeComparison)).toEqual([]);
  });

  it.each([
    ['Web page, side by side', 'html', 'format=html&layout=columns'],
    ['Web page, one after the other', 'html', 'format=html&layout=turns'],
    ['Markdown, side by side', 'md', 'format=md&layout=columns'],
    ['Markdown, one after the other', 'md', 'format=md&layout=turns'],
    ['JSON, can be imported again', 'json', 'format=json'],
    ['CSV, a row per reply', 'csv', 'format=csv'],
  ])('is exported as one file: %s', async (choice, ending, query) => {
    await open();
    api.answer(exportComparison, new Response('# Seat booking'));
    URL.createObjectURL = () => 'blob:x';
    fireEvent.click(screen.getByRole('button', { name: 'Export' }));
    fireEvent.click(screen.getByRole('button', { name: choice }));
    expect(await screen.findByText(`The comparison is saved as comparison-${id(1)}.${ending}.`)).toBeTruthy();
    expect(api.callsOf(exportComparison)[0]!.url).toBe(`/api/comparisons/${id(1)}/export?${query}`);
  });

  it('leads back to the list once it is deleted', async () => {
    const { router } = await open();
    api.answer(deleteComparison, new Response(null, { status: 204 }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(router.state.location.search).toBe('?show=comparisons'));
  });

  it('says when it is gone', async () => {
    api.answer(getComparison, Response.json({ error: 'There is no such comparison.' }, { status: 404 }));
    renderScreen(routes, { at: `/history/${id(1)}` });
    expect(await screen.findByText('Comparison not found')).toBeTruthy();
  });
});

describe('the judging of a comparison', () => {
  const tone = {
    id: id(3),
    version: 2,
    versionId: id(4),
    shared: true,
    isDefault: true,
    createdAt: time,
    text: { name: 'Tone', criteria: [] },
  };

  it('is by the rubric that is chosen for it, first the default of the installation, and says where it stands', async () => {
    api.answer(listRubrics, { rubrics: [tone], builtInIsDefault: false });
    api.answer(runQualityAssessment, () =>
      Response.json({ broadcastId: id(1), state: 'waiting', total: 0, completed: 0, failed: 0, gaps: [] }),
    );
    api.answer(getCurrentUser, { role: 'user', isApproved: true });
    api.answer(getPreferences, { askAbove: 1 });
    const free = { aiService: label('claude'), calls: 2, price: 'free', cost: null };
    api.answer(estimateJudging, { calls: 2, judges: [free], cost: null, responseTime: 3_000, leftOut: [] });
    renderScreen(routes, { at: `/history/${id(1)}` });
    fireEvent.click(await screen.findByRole('button', { name: 'Judge the replies' }));
    await screen.findByRole('option', { name: 'Tone (version 2, shared)' });
    const choice = screen.getByLabelText<HTMLSelectElement>('Judge with');
    expect(choice.value).toBe(tone.id);
    fireEvent.change(choice, { target: { value: 'built-in' } });
    await waitFor(() =>
      expect(api.callsOf(estimateJudging).at(-1)?.body).toEqual({ broadcastIds: [id(1)], rubricId: 'built-in' }),
    );
    await screen.findByText('2 calls · Free · about 3 s');
    fireEvent.click(screen.getByRole('button', { name: 'Judge the round' }));
    const link = await screen.findByRole('link', { name: 'Quality Assessment' });
    expect(link.getAttribute('href')).toBe(`/quality-assessment?round=${id(1)}`);
    expect(api.callsOf(runQualityAssessment).map(({ body }) => body)).toEqual([
      { broadcastId: id(1), rubricId: 'built-in' },
    ]);
  });

  it('says why it was not started, and is not offered where only one replied', async () => {
    api.answer(listRubrics, { rubrics: [], builtInIsDefault: true });
    api.answer(runQualityAssessment, () =>
      Response.json({ error: 'Judging is switched off.', code: 'judging_off' }, { status: 409 }),
    );
    renderScreen(routes, { at: `/history/${id(1)}` });
    fireEvent.click(await screen.findByRole('button', { name: 'Judge the replies' }));
    const start = await screen.findByRole<HTMLButtonElement>('button', { name: 'Judge the round' });
    await waitFor(() => expect(start.disabled).toBe(false));
    fireEvent.click(start);
    await screen.findByText('Judging is switched off.');
    cleanup();
    api.answer(listConversations, [thread(5, 'claude', 'Mine')]);
    renderScreen(routes, { at: `/history/${id(1)}` });
    await screen.findByRole('article', { name: 'Reply of Claude' });
    expect(screen.queryByRole('button', { name: 'Judge the replies' })).toBeNull();
  });
});

describe('the agreement of a round', () => {
  const cell = (messageId: string, stance: string, text: string) => ({
    messageId,
    stance,
    quote: { text, start: 0, end: text.length },
  });
  const map = {
    id: id(9),
    broadcastId: id(1),
    status: 'completed',
    extractor: label('gemini'),
    replies: [
      { messageId: id(3), aiService: label('claude') },
      { messageId: id(4), aiService: label('gemini') },
    ],
    claims: [
      {
        id: 1,
        text: 'A lease.',
        agreement: 50,
        cells: [cell(id(3), 'says', 'Mine'), cell(id(4), 'contradicts', 'Not so')],
      },
    ],
    agreement: 50,
    timestamp: time,
  };
  const said = (at: number, name: string, text: string) => {
    const one = thread(at, name, text);
    return {
      ...one,
      messages: one.messages.map((each) => (each.role === 'user' ? each : { ...each, id: id(at - 2) })),
    };
  };

  it('stands in a line, unfolds, and leads from a cell to the passage in its column', async () => {
    Element.prototype.scrollIntoView = () => undefined;
    Element.prototype.scrollBy = () => undefined;
    window.scrollBy = () => undefined;
    Range.prototype.getBoundingClientRect = () => ({ top: 0, height: 20 }) as DOMRect;
    api.answer(listConversations, [said(5, 'claude', 'Mine'), said(6, 'gemini', '**Not** so')]);
    api.answer(listAgreementMaps, [map]);
    api.answer(listMergedAnswers, []);
    renderScreen(routes, { at: `/history/${id(1)}` });
    const unfold = await screen.findByRole('button', { name: 'Agreement 50 % agreement · 1 claim · 1 disputed' });
    expect(api.callsOf(listAgreementMaps)[0]?.url).toBe(`/api/broadcasts/${id(1)}/agreement-maps`);
    expect(screen.queryByRole('grid')).toBeNull();
    fireEvent.click(unfold);
    fireEvent.click(await screen.findByRole('button', { name: /^Claim 1, Gemini: contradicts/ }));
    const column = screen.getByRole('article', { name: 'Reply of Gemini' });
    expect(column.querySelector('[data-passage]')?.textContent).toBe('Not so');
    fireEvent.click(unfold);
    expect(document.querySelector('[data-passage]')).toBeNull();
  });

  it('is not offered where only one replied', async () => {
    api.answer(listConversations, [thread(5, 'claude', 'Mine')]);
    renderScreen(routes, { at: `/history/${id(1)}` });
    await screen.findByRole('article', { name: 'Reply of Claude' });
    expect(screen.queryByRole('button', { name: /^Agreement/ })).toBeNull();
    expect(api.callsOf(listAgreementMaps)).toHaveLength(0);
  });
});
