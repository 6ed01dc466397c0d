import { afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  createSavedQuery,
  deleteSavedQuery,
  executeSavedQuery,
  getSavedQuery,
  listAiServices,
  listSavedQueries,
  previewQueryText,
  previewSchedule,
  updateSavedQuery,
  type Execution,
  type SavedQuery,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { slice } from './slice.js';

const service = (name: string) => ({
  id: name,
  name,
  displayName: name.toUpperCase(),
  color: '#10a37f',
  category: 'text',
  status: 'connected',
  demo: true,
});
const query = (fields: Partial<SavedQuery> = {}): SavedQuery => ({
  id: 7,
  title: 'Weekly digest',
  content: 'What is new?',
  description: 'Mondays',
  selectedAiServices: ['gpt'],
  isScheduled: true,
  scheduleFrequency: 'weekly',
  scheduleTime: '09:00',
  scheduleDays: [1],
  customSchedule: null,
  timeZone: 'UTC',
  isActive: true,
  lastRunAt: null,
  executionsTotal: 0,
  nextRunAt: new Date(2026, 10, 23, 9, 0).toISOString(),
  createdAt: '2026-11-21T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
  ...fields,
});
const execution = (fields: Partial<Execution> = {}): Execution => ({
  id: 41,
  status: 'completed',
  executedAt: new Date(2026, 10, 21, 9, 0).toISOString(),
  triggerType: 'scheduled',
  successfulResponses: 1,
  totalResponses: 2,
  errorMessage: null,
  results: [
    {
      id: 1,
      aiService: { name: 'gpt', displayName: 'GPT', color: '#10a37f' },
      responseTime: 4120,
      tokens: 412,
      response: 'a'.repeat(1704),
      createdAt: new Date().toISOString(),
    },
  ],
  ...fields,
});

let api: FakeApi;
let logged: ReturnType<typeof jest.spyOn>;

// Screens are loaded when they are opened. Here they are loaded before, one after the other: no test waits for a module.
beforeAll(async () => {
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true;
  };
  HTMLDialogElement.prototype.close ??= function close(this: HTMLDialogElement) {
    this.open = false;
    this.dispatchEvent(new Event('close'));
  };
  await import('./query-list/query-list.js');
  await import('./query-form/create-query.js');
  await import('./query-form/edit-query.js');
  await import('./query-results/query-results.js');
}, 60_000);

beforeEach(() => {
  api = fakeApi([
    [listAiServices, [service('gpt'), service('claude')]],
    [listSavedQueries, [query()]],
    [getSavedQuery, { ...query(), executions: [] }],
    [previewSchedule, { nextRuns: ['2026-11-23T09:00:00.000Z', '2026-11-30T09:00:00.000Z'], issues: [] }],
    [createSavedQuery, () => Response.json(query(), { status: 201 })],
    [updateSavedQuery, query()],
    [deleteSavedQuery, new Response(null, { status: 204 })],
    [executeSavedQuery, () => Response.json({ executionId: 42 }, { status: 202 })],
  ]);
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  cleanup();
  api.restore();
  logged.mockRestore();
});

const open = (at = '/saved-queries') => renderScreen([{ path: '/saved-queries', children: slice.routes }], { at });
const user = userEvent.setup();
const toasted = async (title: string, text: string) => {
  await screen.findByText(title, { selector: '.pl-toast-title' });
  expect(screen.getByText(text, { selector: '.pl-toast-text' })).toBeTruthy();
};
const button = (name: string | RegExp) => screen.findByRole('button', { name });

describe('the list', () => {
  it('shows each query with its badge, schedule and links', async () => {
    api.answer(listSavedQueries, [
      query(),
      query({ id: 8, title: 'Paused', isActive: false, nextRunAt: null }),
      query({ id: 9, title: 'By hand', isScheduled: false }),
    ]);
    open();
    const rows = await screen.findAllByRole('listitem').then(() => [...document.querySelectorAll('li.pl-card')]);
    const texts = rows.map((row) => row.textContent);
    expect(texts[0]).toContain('Active');
    expect(texts[0]).toContain('weekly at 09:00 · Next run: Nov 23, 2026 9:00 AM');
    expect(texts[1]).toMatch(/Paused.*Resume/);
    expect(texts[2]).toContain('Manual');
    expect(texts[2]).not.toMatch(/Pause|Resume/);
    const link = within(rows[0] as HTMLElement).getByRole('link', { name: 'Weekly digest' });
    expect(link.getAttribute('href')).toBe('/saved-queries/7/results');
  });

  it('is empty with one thing to do', async () => {
    api.answer(listSavedQueries, []);
    open();
    await screen.findByText('No saved queries yet');
    expect(screen.getByRole('link', { name: 'New Query' }).getAttribute('href')).toBe('/saved-queries/new');
  });

  it('pauses with isActive alone, runs, and deletes after asking once more', async () => {
    open();
    await user.click(await button('Pause'));
    await waitFor(() => expect(api.callsOf(updateSavedQuery)[0]?.body).toEqual({ isActive: false }));
    await user.click(await button('Run Now'));
    await waitFor(() => expect(api.callsOf(executeSavedQuery)).toHaveLength(1));
    await user.click(await button('Delete Weekly digest'));
    expect(api.callsOf(deleteSavedQuery)).toHaveLength(0);
    await user.click(await button('Delete for good'));
    await waitFor(() => expect(api.callsOf(deleteSavedQuery)).toHaveLength(1));
  });

  it('says what failed and why, and logs it', async () => {
    const refusal = () => Response.json({ error: 'No.', code: 'x', requestId: 'r' }, { status: 500 });
    for (const route of [updateSavedQuery, executeSavedQuery, deleteSavedQuery]) api.answer(route, refusal);
    open();
    await user.click(await button('Pause'));
    await toasted('Failed to update query', 'No.');
    await user.click(await button('Run Now'));
    await toasted('Failed to execute query', 'No.');
    await user.click(await button('Delete Weekly digest'));
    await user.click(await button('Delete for good'));
    await toasted('Failed to delete query', 'No.');
    await waitFor(() => {
      const lines = logged.mock.calls.map(([line]: unknown[]) => line);
      expect(lines).toEqual(
        expect.arrayContaining(['Failed to update query', 'Failed to execute query', 'Failed to delete query: 500']),
      );
    });
  });

  it('asks for the values of a query that has variables, its defaults filled in, and runs with them', async () => {
    api.answer(listSavedQueries, [query({ variables: [{ name: 'city' }, { name: 'tone', default: 'calm' }] })]);
    open();
    await user.click(await button('Run Now'));
    const dialog = await screen.findByRole('dialog', { name: 'Run Weekly digest' });
    await user.click(within(dialog).getByRole('button', { name: 'Run' }));
    expect(within(dialog).getByRole('alert').textContent).toBe('This has no default: type a value.');
    await user.type(within(dialog).getByLabelText('city'), 'Rome');
    await user.click(within(dialog).getByRole('button', { name: 'Run' }));
    await waitFor(() => expect(api.callsOf(executeSavedQuery)).toHaveLength(1));
    expect(api.callsOf(executeSavedQuery)[0]!.body).toEqual({ variables: { city: 'Rome', tone: 'calm' } });
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('the form', () => {
  it('says what is missing, in the sentences of the specification', async () => {
    open('/saved-queries/new');
    await screen.findByRole('heading', { name: 'Create New Query' });
    await user.click(await button('Create Query'));
    for (const text of ['Title is required', 'Query content is required', 'Select at least one AI service']) {
      expect(screen.getByText(text)).toBeTruthy();
    }
    expect(api.callsOf(createSavedQuery)).toHaveLength(0);
  });

  it('leads back to the list by Back to Queries and by Cancel', async () => {
    const { router } = open('/saved-queries/new');
    const back = await screen.findByRole('link', { name: 'Back to Queries' });
    expect(back.getAttribute('href')).toBe('/saved-queries');
    await user.click(await button('Cancel'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-queries'));
    expect(api.callsOf(createSavedQuery)).toHaveLength(0);
  });

  it('lists the chosen services as badges', async () => {
    open('/saved-queries/new');
    await user.click(await screen.findByRole('checkbox', { name: 'CLAUDE' }));
    // The name stands on the tile, and once more on the badge.
    expect(screen.getAllByText('CLAUDE')).toHaveLength(2);
    expect(screen.getAllByText('GPT')).toHaveLength(1);
  });

  it('reads Creating... while it is saved', async () => {
    let finish = () => {};
    api.answer(createSavedQuery, () => new Promise((resolve) => (finish = () => resolve(query()))));
    const { router } = open('/saved-queries/new');
    await user.type(await screen.findByLabelText('Title'), 'Digest');
    await user.type(screen.getByLabelText('Query Content'), 'What is new?');
    await user.click(await screen.findByRole('checkbox', { name: 'GPT' }));
    await user.click(await button('Create Query'));
    expect((await button('Creating...')).hasAttribute('disabled')).toBe(true);
    finish();
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-queries'));
  });

  it('offers services of every category, and says what one makes that answers in no text', async () => {
    api.answer(listAiServices, [service('gpt'), { ...service('painter'), category: 'image' }]);
    open('/saved-queries/new');
    expect(await screen.findByRole('checkbox', { name: 'GPT', description: '' })).toBeTruthy();
    expect(screen.getByRole('checkbox', { name: 'PAINTER', description: 'Makes images' })).toBeTruthy();
  });

  it('saves what was filled in and goes back to the list', async () => {
    const { router } = open('/saved-queries/new');
    await user.type(await screen.findByLabelText('Title'), 'Digest');
    await user.type(screen.getByLabelText('Query Content'), 'What is new?');
    await user.click(await screen.findByRole('checkbox', { name: 'CLAUDE' }));
    await user.click(screen.getByRole('switch', { name: 'Run this query on a schedule' }));
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Weekly');
    await user.click(screen.getByRole('checkbox', { name: 'Friday' }));
    await user.click(await button('Create Query'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-queries'));
    const [call] = api.callsOf(createSavedQuery);
    expect(call!.body).toMatchObject({
      title: 'Digest',
      content: 'What is new?',
      description: null,
      selectedAiServices: ['claude'],
      isScheduled: true,
      scheduleFrequency: 'weekly',
      scheduleTime: '09:00',
      scheduleDays: [5],
      isActive: true,
      customSchedule: null,
    });
    expect(call!.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('shows fields only where they belong, the schedule as a sentence, and its next runs', async () => {
    open('/saved-queries/new');
    const turnedOn = await screen.findByRole('switch', { name: 'Run this query on a schedule' });
    expect(screen.queryByLabelText('Frequency')).toBeNull();
    await user.click(turnedOn);
    await screen.findByText(/At 09:00 AM, every day/);
    expect(screen.getByText(/^Mon, Nov (23|24), 2026/)).toBeTruthy();
    expect(screen.queryByRole('checkbox', { name: 'Friday' })).toBeNull();
    const message = 'This fires too often: leave at least 5 minutes between two runs.';
    api.answer(previewSchedule, { nextRuns: [], issues: [{ path: 'customSchedule', message }] });
    await user.selectOptions(screen.getByLabelText('Frequency'), 'Custom (Cron)');
    await screen.findByText('The next runs stand here once the expression is typed.');
    const asked = api.callsOf(previewSchedule).map(({ body }) => (body as { customSchedule?: string }).customSchedule);
    expect(asked).not.toContain('');
    await user.type(screen.getByLabelText('Cron expression'), '* * * * *');
    expect(screen.getByText(/Enter a valid cron expression, e.g. '0 9 \* \* 1-5' for weekdays at 9 AM/)).toBeTruthy();
    await screen.findByText(message);
    expect(screen.queryByLabelText('Time')).toBeNull();
  });

  it('shows the schedule with its own runs, also while the next ones are looked for', async () => {
    open('/saved-queries/new');
    await user.click(await screen.findByRole('switch', { name: 'Run this query on a schedule' }));
    const runs = screen.getByRole('status', { name: 'When it will run' });
    await within(runs).findByText(/At 09:00 AM, every day/);
    const former = within(runs).getByText(/^Mon, Nov (23|24), 2026/).textContent;
    expect(runs.getAttribute('aria-busy')).toBe('false');
    let arrive = () => {};
    const later = { nextRuns: ['2026-12-01T10:30:00.000Z'], issues: [] };
    api.answer(previewSchedule, () => new Promise((resolve) => (arrive = () => resolve(later))));
    const asked = api.callsOf(previewSchedule).length;
    fireEvent.change(screen.getByLabelText('Time'), { target: { value: '10:30' } });
    await waitFor(() => expect(api.callsOf(previewSchedule)).toHaveLength(asked + 1));
    expect(runs.getAttribute('aria-busy')).toBe('true');
    expect(within(runs).getByText(/At 09:00 AM, every day/)).toBeTruthy();
    arrive();
    await within(runs).findByText(/At 10:30 AM, every day/);
    expect(within(runs).queryByText(former!)).toBeNull();
    expect(runs.getAttribute('aria-busy')).toBe('false');
  });

  it('says why when saving fails, and logs it', async () => {
    api.answer(createSavedQuery, () =>
      Response.json({ error: 'There is no AI service called "x".', code: 'x', requestId: 'r' }, { status: 400 }),
    );
    const { router } = open('/saved-queries/new');
    await user.type(await screen.findByLabelText('Title'), 'Digest');
    await user.type(screen.getByLabelText('Query Content'), 'What is new?');
    await user.click(await screen.findByRole('checkbox', { name: 'GPT' }));
    await user.click(await button('Create Query'));
    await waitFor(() => expect(logged).toHaveBeenCalledWith('There is no AI service called "x".'));
    expect(router.state.location.pathname).toBe('/saved-queries/new');
    await toasted('Failed to create query', 'There is no AI service called "x".');
  });

  it('takes only names that are known, adds them by a click, and shows the text as it will be sent', async () => {
    api.answer(previewQueryText, { text: 'News of 2026-11-24 in Rome', issues: [] });
    open('/saved-queries/new');
    await user.type(await screen.findByLabelText('Title'), 'Digest');
    await user.type(screen.getByLabelText('Query Content'), 'News of {{{{date}} in {{{{city}}');
    await user.click(await screen.findByRole('checkbox', { name: 'GPT' }));
    await user.click(await button('Create Query'));
    expect(screen.getByRole('alert').textContent).toContain('{{city}} is not a variable of this query.');
    await user.click(await button('Add {{city}}'));
    await user.click(screen.getByRole('switch', { name: 'Run this query on a schedule' }));
    expect(screen.getByRole('alert').textContent).toBe('A scheduled run has no value for {{city}}. Give it a default.');
    await user.type(screen.getByLabelText('Default (optional)'), 'Rome');
    await user.click(await button('Preview'));
    await screen.findByText('News of 2026-11-24 in Rome');
    const asked = api.callsOf(previewQueryText).at(-1)!.body;
    expect(asked).toMatchObject({
      content: 'News of {{date}} in {{city}}',
      variables: [{ name: 'city', default: 'Rome' }],
    });
    await user.click(await button('Create Query'));
    await waitFor(() => expect(api.callsOf(createSavedQuery)).toHaveLength(1));
    expect(api.callsOf(createSavedQuery)[0]!.body).toMatchObject({ variables: [{ name: 'city', default: 'Rome' }] });
  });

  it('shows why the text would not be sent', async () => {
    api.answer(previewQueryText, { issues: [{ path: 'content', message: 'There is no value.' }] });
    open('/saved-queries/new');
    await user.click(await button('Preview'));
    await screen.findByText('There is no value.');
    await user.click(await button('Hide preview'));
    expect(screen.queryByText('There is no value.')).toBeNull();
  });

  it('is prefilled for an edit, and reads Updating... meanwhile', async () => {
    let finish = () => {};
    api.answer(updateSavedQuery, () => new Promise((resolve) => (finish = () => resolve(query()))));
    const { router } = open('/saved-queries/7/edit');
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Weekly digest');
    await user.click(await button('Update Query'));
    expect((await button('Updating...')).hasAttribute('disabled')).toBe(true);
    finish();
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-queries'));
  });

  it('edits the query as it is now, not as another page read it before', async () => {
    const { router } = open('/saved-queries/7/results');
    await screen.findByText('No Executions Yet');
    const now = { title: 'Renamed', isActive: false };
    api.answer(getSavedQuery, { ...query(now), executions: [] });
    await router.navigate('/saved-queries/7/edit');
    expect((await screen.findByLabelText<HTMLInputElement>('Title')).value).toBe('Renamed');
    await user.click(await button('Update Query'));
    await waitFor(() => expect(api.callsOf(updateSavedQuery)[0]?.body).toMatchObject(now));
  });

  it.each(['edit', 'results'])('shows a skeleton until the query is there (%s)', async (screenName) => {
    let arrive = () => {};
    api.answer(getSavedQuery, () => new Promise((resolve) => (arrive = () => resolve({ ...query(), executions: [] }))));
    open(`/saved-queries/7/${screenName}`);
    expect(await screen.findByRole('status', { name: 'Loading' })).toBeTruthy();
    arrive();
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull());
    expect(await screen.findByRole('button', { name: /Update Query|Run Now/ })).toBeTruthy();
  });

  it.each(['edit', 'results'])('says when there is no such query (%s)', async (screenName) => {
    api.answer(getSavedQuery, () => Response.json({ error: 'x', code: 'x', requestId: 'r' }, { status: 404 }));
    open(`/saved-queries/99/${screenName}`);
    await screen.findByText('Query Not Found');
    expect(screen.getByText('The requested query could not be found.')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Saved Queries' }).getAttribute('href')).toBe('/saved-queries');
  });
});

describe('the results', () => {
  it('say when nothing was executed yet', async () => {
    open('/saved-queries/7/results');
    await screen.findByText('No Executions Yet');
    const help = "This query hasn't been executed yet. Run it manually or wait for the scheduled execution.";
    expect(screen.getByText(help)).toBeTruthy();
    expect(screen.getByText('0 execution(s)')).toBeTruthy();
    expect(screen.getByText('weekly at 09:00')).toBeTruthy();
    expect(screen.getByText('(Next run: Nov 23, 2026 9:00 AM)')).toBeTruthy();
  });

  it('show each execution with its figures, and 500 characters of each response', async () => {
    const failed = {
      id: 40,
      status: 'failed',
      errorMessage: 'All refused.',
      successfulResponses: 0,
      results: [],
    } as const;
    const executions = [
      execution({ number: 2, sentText: 'News of today' }),
      execution({ ...failed, results: [], triggerType: 'manual' }),
    ];
    api.answer(getSavedQuery, { ...query({ executionsTotal: 2 }), executions });
    open('/saved-queries/7/results');
    const card = await screen.findByRole('region', { name: 'Execution #2' });
    for (const text of [
      'Execution #2',
      'Nov 21, 2026 9:00 AM',
      'Scheduled execution',
      '1/2 successful',
      'completed',
      'GPT',
      '4,120 ms',
      '412 tokens',
      'just now',
    ]) {
      expect(within(card).getByText(text)).toBeTruthy();
    }
    await user.click(within(card).getByRole('button', { name: 'Show More (1,204 more characters)' }));
    expect(within(card).getByText('a'.repeat(1704))).toBeTruthy();
    await user.click(within(card).getByRole('button', { name: 'Show Less' }));
    expect(within(card).getByText('News of today')).toBeTruthy();
    const other = screen.getByRole('region', { name: 'Execution #40' });
    expect(other.textContent).toMatch(/Manual execution.*0\/2 successful.*failed.*Error All refused\./);
  });

  it.each([
    ['completed', 'circle-check', 'ok'],
    ['failed', 'circle-x', 'error'],
    ['running', 'circle-dot', 'warn'],
    ['pending', 'circle-dot', 'warn'],
  ] as const)('has the icon and the colour of its status: %s', async (status, icon, tone) => {
    api.answer(getSavedQuery, { ...query({ executionsTotal: 1 }), executions: [execution({ status })] });
    open('/saved-queries/7/results');
    const card = await screen.findByRole('region', { name: 'Execution #41' });
    expect([...card.querySelector('header > svg')!.classList]).toContain(`lucide-${icon}`);
    expect([...within(card).getByText(status).classList]).toContain(`pl-badge-${tone}`);
  });

  it('show how far a running execution is, and do not let the user start another', async () => {
    api.answer(getSavedQuery, { ...query({ executionsTotal: 1 }), executions: [execution({ status: 'running' })] });
    open('/saved-queries/7/results');
    await screen.findByText('1 of 2 have answered');
    expect((await button('Running...')).hasAttribute('disabled')).toBe(true);
  });

  it('say of an answer without a word that it is empty', async () => {
    const results = [{ ...execution().results[0]!, response: '' }];
    api.answer(getSavedQuery, { ...query({ executionsTotal: 1 }), executions: [execution({ results })] });
    open('/saved-queries/7/results');
    expect(await screen.findByText('The reply is empty.')).toBeTruthy();
  });

  it('show what changed since the last answer of a service', async () => {
    const said = (id: number, response: string) =>
      execution({ id, results: [{ ...execution().results[0]!, id, response }] });
    const executions = [said(41, 'The new plan.'), said(40, 'The old plan.')];
    api.answer(getSavedQuery, { ...query({ executionsTotal: 2 }), executions });
    open('/saved-queries/7/results');
    await user.click(await button('Changes since #40'));
    expect(document.querySelector('ins')?.textContent).toBe('new');
    expect(document.querySelector('del')?.textContent).toBe('old');
  });

  describe('behind the first page', () => {
    /** Two runs a page, numbered as they come. */
    const pagesOf = (...ids: number[]) => {
      const of = (id: number) => execution({ id, number: id - Math.min(...ids) + 1, status: 'completed' });
      api.answer(getSavedQuery, ({ url }: { url: string }) => {
        const before = Number(new URL(url, 'http://x').searchParams.get('executionsBefore') ?? Infinity);
        const page = ids.filter((id) => id < before).slice(0, 2);
        return { ...query({ executionsTotal: ids.length }), executions: page.map(of) };
      });
    };
    const shown = () =>
      screen.getAllByRole('region', { name: /^Execution #/ }).map((card) => card.getAttribute('aria-label'));
    const numbered = (...numbers: number[]) => numbers.map((number) => `Execution #${number}`);
    const showEarlier = async () => user.click(await button('Show earlier executions'));

    it('stay as they were loaded while further ones come', async () => {
      pagesOf(42, 41, 40);
      open('/saved-queries/7/results');
      await showEarlier();
      await screen.findByRole('region', { name: 'Execution #1' });
      for (const ids of [[43], [44, 43], [45, 44, 43]]) {
        pagesOf(...ids, 42, 41, 40);
        await user.click(await button('Run Now'));
        await screen.findByRole('region', { name: `Execution #${ids.length + 3}` });
      }
      expect(shown()).toEqual(numbered(6, 5, 4, 3, 2, 1));
      expect(screen.queryByRole('button', { name: 'Show earlier executions' })).toBeNull();
    });

    it.each([
      ['more came than a page holds', [46, 45, 44, 43, 42, 41, 40, 39], [8, 7], [6, 5]],
      ['the oldest were removed', [42, 41, 40], [3, 2], [1]],
    ])('begin anew where %s', async (_, ids, newest, earlier) => {
      pagesOf(42, 41, 40, 39);
      open('/saved-queries/7/results');
      await showEarlier();
      await screen.findByRole('region', { name: 'Execution #1' });
      pagesOf(...ids);
      await user.click(await button('Run Now'));
      await waitFor(() => expect(shown()).toEqual(numbered(...newest)));
      await showEarlier();
      await waitFor(() => expect(shown()).toEqual(numbered(...newest, ...earlier)));
    });

    it('say that they could not be loaded', async () => {
      pagesOf(42, 41, 40);
      open('/saved-queries/7/results');
      await button('Show earlier executions');
      api.answer(getSavedQuery, () => Response.json({ error: 'No.', code: 'x', requestId: 'r' }, { status: 403 }));
      await showEarlier();
      await toasted('Failed to load executions', 'No.');
      pagesOf(42, 41, 40);
      await showEarlier();
      await screen.findByRole('region', { name: 'Execution #1' });
    });
  });
});
