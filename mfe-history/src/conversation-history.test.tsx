import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  continueConversation,
  deleteConversation,
  exportAll,
  exportConversation,
  getConversation,
  listAiServices,
  listConversations,
  replayBroadcast,
  type FoundConversation,
} from '@polylogue/api-contract';
import { accentsOf } from '@polylogue/web-kit';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import ConversationHistory from './conversation-history.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-00000000000${at}`;
const time = '2026-11-21T09:12:00Z';
const label = (name: string) => ({ name, displayName: name === 'claude' ? 'Claude' : 'Gemini', color: '#d97757' });
const row = (at: number, title: string): FoundConversation => ({
  id: id(at),
  aiService: label('claude'),
  title,
  createdAt: time,
  updatedAt: time,
  messages: [],
  messageCount: 2,
  preview: 'Hold seats with a lease.',
});
const service = (name: string) => ({
  ...label(name),
  id: name,
  category: 'text',
  status: 'connected',
  demo: true,
  model: 'm',
});
const reply = (at: number, content: string) => ({
  id: id(at),
  role: 'assistant',
  content,
  timestamp: time,
  status: 'completed',
  broadcastId: id(9),
});
const view = {
  ...row(1, 'Seat booking'),
  messageCount: undefined,
  preview: undefined,
  messages: [
    { id: id(5), role: 'user', content: 'Which locking?', timestamp: time, status: 'completed' },
    reply(6, 'Mine'),
  ],
  siblings: [{ broadcastId: id(9), conversationId: id(2), aiService: label('gemini'), message: reply(7, 'Theirs') }],
};
const page = (rows: FoundConversation[], headers: Record<string, string> = {}) =>
  Response.json(rows, { headers: { 'x-total-count': String(rows.length), ...headers } });

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
  api = fakeApi([[listAiServices, [service('claude'), service('gemini')]]]);
  api.answer(listConversations, page([row(1, 'Seat booking'), row(2, 'Terraform'), row(3, 'CAP theorem')]));
  api.answer(getConversation, view);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const lists = () => api.callsOf(listConversations).map(({ url }) => new URL(url, 'http://x').searchParams);

describe('the list', () => {
  it('gives a service the accent it has on the dashboard, whichever of them speak here', async () => {
    renderScreen(<ConversationHistory />);
    const title = await screen.findByRole('button', { name: 'Seat booking' });
    const accent = accentsOf([service('claude'), service('gemini')]).get('claude')!;
    const shown = () => title.closest<HTMLElement>('[role="row"]')!.style.getPropertyValue('--a-light');
    await waitFor(() => expect(shown()).toBe(accent.light));
  });

  it('asks Postgres for what the address says, and puts what is chosen into the address', async () => {
    const { router } = renderScreen(<ConversationHistory />, {
      at: '/?q=seats&service=claude&sort=createdAt&order=asc',
    });
    await screen.findByText('Seat booking');
    expect(Object.fromEntries(lists()[0]!)).toMatchObject({
      includeAll: 'true',
      q: 'seats',
      service: 'claude',
      sort: 'createdAt',
      order: 'asc',
      messages: 'none',
    });
    fireEvent.click(screen.getByRole('button', { name: 'Messages' }));
    await waitFor(() => expect(lists().at(-1)!.get('sort')).toBe('messageCount'));
    expect(router.state.location.search).toBe('?q=seats&service=claude&sort=messageCount');
    fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'lease' } });
    await waitFor(() => expect(lists().at(-1)!.get('q')).toBe('lease'));
    await router.navigate(-1);
    await waitFor(() => expect((screen.getByRole('searchbox') as HTMLInputElement).value).toBe('seats'));
  });

  it('leaves what is typed as it is while the address follows', async () => {
    renderScreen(<ConversationHistory />);
    await screen.findByText('Seat booking');
    const box = screen.getByRole<HTMLInputElement>('searchbox');
    const shown: string[] = [];
    const observer = new MutationObserver(() => shown.push(box.value));
    observer.observe(box, { attributeFilter: ['value'] });
    for (const text of ['lease', 'leases']) {
      fireEvent.change(box, { target: { value: text } });
      await waitFor(() => expect(lists().at(-1)!.get('q')).toBe(text));
    }
    observer.disconnect();
    expect(shown).toEqual(['lease', 'leases']);
  });

  it('highlights what was found, and goes on where the link leads', async () => {
    const found = { ...row(1, 'Seat booking'), snippet: { text: 'Hold a seat', marks: [{ start: 7, end: 11 }] } };
    const link = '</api/conversations?cursor=two>; rel="next"';
    api.answer(listConversations, ({ url }: { url: string }) =>
      url.includes('cursor=two') ? page([row(2, 'Second page')]) : page([found], { link, 'x-total-count': '2' }),
    );
    renderScreen(<ConversationHistory />);
    expect((await screen.findByText('seat')).tagName).toBe('MARK');
    expect(screen.getByText('1–1 of 2')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Second page')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();
  });

  it('says that the next page could not be loaded, until it is', async () => {
    const link = '</api/conversations?cursor=two>; rel="next"';
    let next = () => Response.json({ error: 'No.' }, { status: 403 });
    api.answer(listConversations, ({ url }: { url: string }) =>
      url.includes('cursor=two') ? next() : page([row(1, 'Seat booking')], { link }),
    );
    renderScreen(<ConversationHistory />);
    fireEvent.click(await screen.findByRole('button', { name: 'Show more' }));
    expect((await screen.findByRole('alert')).textContent).toBe('The rest could not be loaded. Try again.');
    expect(screen.getByText('Seat booking')).toBeTruthy();
    next = () => page([row(2, 'Second page')]);
    fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
    expect(await screen.findByText('Second page')).toBeTruthy();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it("says 'No conversations found', and that it failed", async () => {
    api.answer(listConversations, page([]));
    renderScreen(<ConversationHistory />);
    expect(await screen.findByText('No conversations found')).toBeTruthy();
    cleanup();
    api.answer(listConversations, Response.json({ error: 'No.' }, { status: 403 }));
    renderScreen(<ConversationHistory />);
    expect(await screen.findByText('Failed to fetch conversations')).toBeTruthy();
    api.answer(listConversations, page([row(1, 'Back again')]));
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Back again')).toBeTruthy();
  });
});

describe('deleting', () => {
  it('asks first, takes the row out, and says so', async () => {
    api.answer(deleteConversation, new Response(null, { status: 204 }));
    renderScreen(<ConversationHistory />);
    fireEvent.click(await screen.findByRole('button', { name: 'Delete Terraform' }));
    expect(api.callsOf(deleteConversation)).toHaveLength(0);
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Conversation deleted')).toBeTruthy();
    expect(screen.getByText('The conversation has been permanently removed.')).toBeTruthy();
    expect(screen.queryByText('Terraform')).toBeNull();
    expect(screen.getByText('1–2 of 2')).toBeTruthy();
  });

  it('of many goes one by one, and is honest about those that stayed', async () => {
    api.answer(deleteConversation, ({ url }: { url: string }) =>
      url.endsWith(id(2))
        ? Response.json({ error: 'The database is away.' }, { status: 503 })
        : new Response(null, { status: 204 }),
    );
    renderScreen(<ConversationHistory />);
    await screen.findByText('Terraform');
    fireEvent.click(screen.getByRole('button', { name: 'Select Multiple' }));
    fireEvent.click(screen.getByRole('button', { name: 'Select all 3 shown' }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete Selected' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('Failed to delete conversation')).toBeTruthy();
    expect(
      screen.getByText(/2 of 3 were deleted; the rest stay in the list, selected. The database is away./),
    ).toBeTruthy();
    // The toast is drawn a moment before the selection is.
    expect(await screen.findByText('1 selected')).toBeTruthy();
    expect(screen.getByText('Terraform')).toBeTruthy();
    api.answer(deleteConversation, new Response(null, { status: 204 }));
    fireEvent.click(screen.getByRole('button', { name: 'Delete Selected' }));
    fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Delete' }));
    expect(await screen.findByRole('button', { name: 'Select Multiple' })).toBeTruthy();
  });
});

/** The stream of a round that was stored. */
const accepted = () => {
  const line = `event: accepted\nid: 1\ndata: ${JSON.stringify({ broadcastId: id(8), targets: [] })}\n\n`;
  return new Response(line, { headers: { 'content-type': 'text/event-stream' } });
};
const routes = [
  { path: '/history', element: <ConversationHistory /> },
  { path: '/', element: <p>The dashboard</p> },
];

describe('a conversation', () => {
  it('is read with its sibling replies beside it, and continued once there is a message and a service', async () => {
    api.answer(continueConversation, accepted());
    renderScreen(routes, { at: `/history?open=${id(1)}` });
    expect((await screen.findByRole('article', { name: 'Reply of Claude' })).textContent).toContain('Mine');
    expect(screen.getByRole('article', { name: 'Reply of Gemini' }).textContent).toContain('Theirs');
    const isChosen = (name: string) => screen.getByRole('tab', { name }).getAttribute('aria-selected');
    fireEvent.keyDown(screen.getByRole('tab', { name: 'Claude' }), { key: 'ArrowLeft' });
    expect([isChosen('Claude'), isChosen('Gemini')]).toEqual(['false', 'true']);
    expect(document.activeElement).toBe(screen.getByRole('tab', { name: 'Gemini' }));
    fireEvent.click(screen.getByRole('tab', { name: 'Claude' }));
    expect(isChosen('Claude')).toBe('true');
    const go = screen.getByRole('button', { name: 'Continue' }) as HTMLButtonElement;
    expect(go.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('New message'), { target: { value: '  ' } });
    expect(go.disabled).toBe(true);
    fireEvent.change(screen.getByLabelText('New message'), { target: { value: 'And then?' } });
    expect(go.disabled).toBe(false);
    fireEvent.click(screen.getByRole('button', { name: 'Claude' }));
    expect(go.disabled).toBe(true);
    fireEvent.click(screen.getByRole('button', { name: 'Gemini' }));
    fireEvent.click(go);
    expect(await screen.findByText('The dashboard')).toBeTruthy();
    expect(await screen.findByText('Conversation continued')).toBeTruthy();
    expect(api.callsOf(continueConversation)[0]!.body).toEqual({
      conversationId: id(1),
      selectedAIs: ['gemini'],
      newMessage: 'And then?',
    });
  });

  it('says when it could not be continued, and keeps what was typed', async () => {
    api.answer(continueConversation, Response.json({ error: 'The budget of today is spent.' }, { status: 429 }));
    renderScreen(routes, { at: `/history?open=${id(1)}` });
    fireEvent.change(await screen.findByLabelText('New message'), { target: { value: 'And then?' } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
    expect(await screen.findByText('Failed to continue conversation')).toBeTruthy();
    expect(screen.getByText('The budget of today is spent.')).toBeTruthy();
    expect((screen.getByLabelText('New message') as HTMLTextAreaElement).value).toBe('And then?');
  });

  it('has its rounds asked again, of the services one chooses', async () => {
    api.answer(replayBroadcast, accepted());
    renderScreen(routes, { at: `/history?open=${id(1)}` });
    const opener = await screen.findByRole('button', { name: 'Ask again like this' });
    fireEvent.click(opener);
    expect(opener.getAttribute('aria-expanded')).toBe('true');
    const chips = within(screen.getByRole('group', { name: 'AI services to ask again' }));
    const pressed = () => chips.queryAllByRole('button', { pressed: true }).map(({ textContent }) => textContent);
    expect(pressed()).toEqual(['Claude', 'Gemini']);
    fireEvent.click(chips.getByRole('button', { name: 'Claude' }));
    fireEvent.click(screen.getByRole('button', { name: 'Ask again' }));
    expect(await screen.findByText('The dashboard')).toBeTruthy();
    expect(await screen.findByText('Asked again')).toBeTruthy();
    expect(api.callsOf(replayBroadcast)[0]).toMatchObject({
      url: `/api/broadcasts/${id(9)}/replay`,
      body: { selectedAIs: ['gemini'] },
    });
  });

  it('takes the keyboard along when it is opened and closed', async () => {
    renderScreen(<ConversationHistory />);
    const opener = await screen.findByRole('button', { name: 'View Terraform' });
    opener.focus();
    fireEvent.click(opener);
    const pane = await screen.findByRole('complementary', { name: 'Conversation' });
    await waitFor(() => expect(pane.querySelector('h2')).toBe(document.activeElement));
    fireEvent.click(await within(pane).findByRole('button', { name: 'Export this conversation' }));
    fireEvent.keyDown(within(pane).getByRole('button', { name: /^JSON/ }), { key: 'Escape' });
    expect(within(pane).queryByRole('button', { name: /^JSON/ })).toBeNull();
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    await waitFor(() => expect(screen.queryByRole('complementary', { name: 'Conversation' })).toBeNull());
    expect(document.activeElement).toBe(opener);
  });

  it('that is very long is laid out portion by portion', async () => {
    const before = globalThis.IntersectionObserver;
    // A reader who stays where they are.
    globalThis.IntersectionObserver = class {
      observe() {}
      unobserve() {}
      disconnect() {}
    } as never;
    const long = (at: number) => ({
      ...reply(0, `Part ${at}`),
      id: `0191f0a0-0000-7000-8000-${String(at).padStart(12, '0')}`,
    });
    api.answer(getConversation, { ...view, messages: Array.from({ length: 60 }, (_, at) => long(at)), siblings: [] });
    try {
      renderScreen(<ConversationHistory />, { at: `/?open=${id(1)}` });
      await screen.findByText('Part 0');
      expect(screen.queryByText('Part 59')).toBeNull();
      const pane = screen.getByRole('region', { name: 'Messages' });
      fireEvent.click(within(pane).getByRole('button', { name: 'Show more' }));
      expect(await screen.findByText('Part 59')).toBeTruthy();
      expect(within(pane).queryByRole('button', { name: 'Show more' })).toBeNull();
    } finally {
      globalThis.IntersectionObserver = before;
    }
  });

  it('that is gone says so', async () => {
    api.answer(getConversation, Response.json({ error: 'No.' }, { status: 404 }));
    renderScreen(<ConversationHistory />, { at: `/?open=${id(4)}` });
    expect(await screen.findByText('Conversation not found')).toBeTruthy();
  });
});

it('says that an export has begun', async () => {
  api.answer(exportConversation, new Response('{}'));
  const saved: string[] = [];
  jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  URL.createObjectURL ??= () => 'blob:made';
  URL.revokeObjectURL ??= () => undefined;
  renderScreen(<ConversationHistory />);
  fireEvent.click(await screen.findByRole('button', { name: 'Export Terraform' }));
  expect(await screen.findByText('Export started')).toBeTruthy();
  expect(saved).toEqual([`conversation-${id(2)}.json`]);
  expect(api.callsOf(exportConversation)[0]!.url).toBe(`/api/conversations/${id(2)}/export?format=json`);
});

it('says when an export failed', async () => {
  api.answer(exportAll, Response.json({ error: 'Away.' }, { status: 503 }));
  renderScreen(<ConversationHistory />);
  await screen.findByText('Terraform');
  fireEvent.click(screen.getByRole('button', { name: 'Export All' }));
  fireEvent.click(await screen.findByText('Markdown'));
  expect(await screen.findByText('Export failed')).toBeTruthy();
});
