import { afterEach, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  createSavedQuery,
  estimateMessage,
  getSavedQuery,
  getTimeline,
  getWebhook,
  listAiServices,
  listSavedQueries,
  type Execution,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { slice } from '../slice.js';

const label = { name: 'gpt', displayName: 'GPT', color: '#10a37f' };
const service = { ...label, id: 'gpt', category: 'text', status: 'connected', demo: true };
const query = {
  id: 7,
  title: 'Prices',
  content: 'What does it cost?',
  description: null,
  selectedAiServices: ['gpt'],
  isScheduled: false,
  scheduleFrequency: null,
  scheduleTime: null,
  scheduleDays: null,
  customSchedule: null,
  timeZone: 'UTC',
  isActive: true,
  lastRunAt: null,
  nextRunAt: null,
  createdAt: '2026-11-21T09:00:00Z',
  updatedAt: '2026-11-21T09:00:00Z',
  executionsTotal: 2,
  report: 'changes',
  watchFocus: 'only prices',
  baselineRuns: 3,
} as const;
const execution = (id: number, report: Execution['report']): Execution => ({
  id,
  status: 'completed',
  executedAt: '2026-11-21T09:00:00Z',
  triggerType: 'manual',
  successfulResponses: 1,
  totalResponses: 1,
  errorMessage: null,
  results: [
    { id, aiService: label, responseTime: 40, response: `The whole answer ${id}.`, createdAt: '2026-11-21T09:00:00Z' },
  ],
  report,
});
const quiet = { changedServices: 0, totalServices: 1, baseline: false, changes: [], furtherAnswers: 0 };
const change = {
  aiService: label,
  kind: 'number_changed',
  sentence: 'Gives another number than before: Pro costs $20.',
  before: 'Pro costs $20.',
  now: 'Pro is $25.',
} as const;
const cell = { executionId: 42, aiService: 'gpt', stance: 'contradicts', changed: true, quote: 'Pro is $25.' } as const;
const run = { executedAt: '2026-11-21T09:00:00Z', baseline: false, changedServices: 0 };

let api: FakeApi;
const user = userEvent.setup();
const open = (at: string) => renderScreen([{ path: '/saved-queries', children: slice.routes }], { at });

beforeAll(async () => {
  await import('../query-form/create-query.js');
  await import('../query-results/query-results.js');
  await import('./timeline-card.js');
}, 60_000);
beforeEach(() => {
  api = fakeApi([
    [listAiServices, [service]],
    [listSavedQueries, []],
    [getWebhook, { isOn: false }],
    [
      getSavedQuery,
      {
        ...query,
        executions: [
          execution(42, { ...quiet, changedServices: 1, changes: [change], furtherAnswers: 2 }),
          execution(41, quiet),
          execution(40, { ...quiet, baseline: true }),
        ],
      },
    ],
    [
      getTimeline,
      {
        runs: [
          { executionId: 41, ...run },
          { executionId: 42, ...run, changedServices: 1 },
        ],
        aiServices: [label],
        claims: [
          { id: 1, text: 'Support is by mail.', cells: [{ ...cell, stance: 'says', changed: false }] },
          { id: 2, text: 'Pro costs $20.', cells: [cell] },
        ],
      },
    ],
    [
      estimateMessage,
      {
        services: [{ aiService: 'gpt', price: 'known', cost: null, seconds: null }],
        cost: { low: 0.01, high: 0.02, currency: 'USD' },
        seconds: null,
        reading: {
          aiService: 'gpt',
          price: 'known',
          cost: { low: 0.05, high: 0.06, currency: 'USD' },
          seconds: null,
        },
      },
    ],
    [createSavedQuery, () => Response.json(query, { status: 201 })],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
});

it('folds watched runs to what changed, with both passages, and shows the whole run with a click', async () => {
  open('/saved-queries/7/results');
  const changed = await screen.findByRole('region', { name: 'Execution #42' });
  within(changed).getByText('1 of 1 changed');
  within(changed).getByText('“Pro costs $20.”');
  within(changed).getByText('“Pro is $25.”');
  expect(within(changed).queryByText('The whole answer 42.')).toBeNull();
  await user.click(within(changed).getByRole('button', { name: 'Show the whole run' }));
  await within(changed).findByText('The whole answer 42.');
  const silent = screen.getByRole('region', { name: 'Execution #41' });
  within(silent).getByText('Nothing changed');
  expect(within(silent).queryByText('The whole answer 41.')).toBeNull();
  const first = screen.getByRole('region', { name: 'Execution #40' });
  await within(first).findByText('The whole answer 40.');
  expect(within(first).queryByRole('button', { name: 'Show the whole run' })).toBeNull();
});

it('shows the claim that changed last in a picture, and in words', async () => {
  open('/saved-queries/7/results');
  await screen.findByRole('img', { name: /What the services said in 2 runs/ });
  await user.click(screen.getByText('The same as a table'));
  const table = within(screen.getByRole('region', { name: 'Timeline as a table' }));
  table.getByText(/contradicts it \(changed\)/);
  table.getByText('no answer');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Claim' }), 'Support is by mail.');
  table.getByText(/says it/);
});

it('numbers the runs of the timeline as their cards do, and none that is not loaded', async () => {
  const numbered = (id: number) => ({ ...execution(id, quiet), number: id - 39 });
  api.answer(getSavedQuery, { ...query, executions: [numbered(42), numbered(40)] });
  open('/saved-queries/7/results');
  await user.click(await screen.findByText('The same as a table'));
  await screen.findByRole('region', { name: 'Execution #3' });
  const headers = within(screen.getByRole('region', { name: 'Timeline as a table' })).getAllByRole('rowheader');
  expect(headers.map(({ textContent }) => /#\d+/.exec(textContent)?.[0])).toEqual([undefined, '#3']);
});

it('is asked for in the form: what counts, how often the first run asks, and what that costs', async () => {
  open('/saved-queries/new');
  await user.type(await screen.findByLabelText('Title'), 'Prices');
  await user.type(screen.getByLabelText('Query Content'), 'What does it cost?');
  await user.click(await screen.findByRole('checkbox', { name: 'GPT' }));
  expect(screen.queryByLabelText('What counts (optional)')).toBeNull();
  await user.click(screen.getByRole('radio', { name: /Only changes/ }));
  await user.type(screen.getByLabelText('What counts (optional)'), 'only prices');
  await user.selectOptions(screen.getByLabelText('Answers of the first run'), '2 of each service');
  const read = String.raw`read by GPT \(≈ \$0\.05–0\.06\)`;
  await screen.findByText(new RegExp(String.raw`^First run: ≈ \$0\.07–0\.10 · 2 answers of 1 service · ${read}\.$`));
  await screen.findByText(
    new RegExp(
      String.raw`^Later runs: ≈ \$0\.06–0\.08 · 1 service · ${read}\. A service that .* up to ≈ \$0\.48 where every service does\.$`,
    ),
  );
  await user.selectOptions(screen.getByLabelText('Claims read by'), 'GPT');
  const asked = () => api.callsOf(estimateMessage).map(({ body }) => (body as { reading?: unknown }).reading);
  for (const answers of [1, 2]) await waitFor(() => expect(asked()).toContainEqual({ answers, extractor: 'gpt' }));
  await user.click(screen.getByRole('button', { name: 'Create Query' }));
  await waitFor(() => expect(api.callsOf(createSavedQuery)).toHaveLength(1));
  const [call] = api.callsOf(createSavedQuery);
  const watched = { report: 'changes', watchFocus: 'only prices', baselineRuns: 2, watchExtractor: 'gpt' };
  expect(call?.body).toMatchObject(watched);
});

it('keeps a reader that is away for now, and says so', async () => {
  const reader = { ...query, watchExtractor: 'gone', executions: [] };
  api.restore();
  api = fakeApi([
    [listAiServices, [service]],
    [getSavedQuery, reader],
    [estimateMessage, { services: [], cost: null, seconds: null }],
  ]);
  open('/saved-queries/7/edit');
  const select = await screen.findByLabelText<HTMLSelectElement>('Claims read by');
  await within(select).findByRole('option', { name: 'gone (not available)' });
  expect(select.value).toBe('gone');
});
