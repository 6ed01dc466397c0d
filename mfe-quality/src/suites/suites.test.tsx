import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  beginSuiteRun,
  createSuite,
  estimateSuiteRun,
  getCurrentUser,
  getPreferences,
  getSuite,
  listAiServices,
  listAnswerPresets,
  listBacktests,
  listSuiteCases,
  listSuiteResults,
  listSuiteRuns,
  listSuites,
  previewSuiteSchedule,
  readPromptfoo,
  setSuiteAssertions,
  setSuiteSchedule,
  type Suite,
  type SuiteAssertion,
  type SuiteRun,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { backtest, id, service } from '../backtests/backtest.fixture.js';
import { slice } from '../slice.js';

const assertion = (kind: SuiteAssertion['kind'], more: Partial<SuiteAssertion> = {}): SuiteAssertion => ({
  kind,
  not: false,
  ignoreCase: false,
  within: false,
  ...more,
});
const aRun = (change: Partial<SuiteRun> = {}): SuiteRun => ({
  id,
  suiteId: id,
  candidate: { aiService: service('grok'), settings: {} },
  judge: null,
  status: 'completed',
  stopped: null,
  scheduled: true,
  cases: 3,
  passed: 1,
  failed: 2,
  undecided: 0,
  worse: [2],
  unsteady: 0,
  spent: { calls: 4, usd: 0.02, unknown: 0 },
  createdAt: '2026-11-26T09:00:00.000Z',
  endedAt: '2026-11-26T09:01:00.000Z',
  version: 2,
  ...change,
});
const aSuite = (change: Partial<Suite> = {}): Suite => ({
  id,
  name: 'Capitals',
  candidate: { aiService: service('grok'), settings: {} },
  judge: null,
  budget: { usd: null, calls: 300 },
  assertions: [assertion('contains', { text: 'Bern', not: true })],
  cases: 3,
  leftOut: [],
  schedule: null,
  nextRunAt: null,
  createdAt: '2026-11-25T09:00:00.000Z',
  latestRun: aRun(),
  version: 2,
  ...change,
});
const user = {
  id,
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'L',
  profileImageUrl: null,
  role: 'user',
  isApproved: true,
};
const offered = (name: string) => ({ ...service(name), id: name, category: 'text', status: 'connected', demo: false });
const aTry = {
  passed: false,
  checks: [
    {
      assertion: assertion('contains', { text: 'Bern', not: true }),
      passed: false,
      score: null,
      reason: 'It must not contain this, and does.',
    },
    { assertion: assertion('length', { max: 9 }), passed: true, score: null, reason: null },
  ],
  answer: 'It is **Bern**.',
  cost: 0.002,
  responseTime: 900,
  error: null,
};
const results = [
  {
    number: 1,
    question: 'One?',
    conversationId: null,
    outcome: 'passed',
    worse: false,
    tries: [{ ...aTry, passed: true, checks: [] }],
  },
  { number: 2, question: 'Two?', conversationId: null, outcome: 'failed', worse: true, tries: [aTry, aTry] },
];

const aCase = (number: number, ...assertions: SuiteAssertion[]) => ({
  number,
  question: `Question ${number}?`,
  messageId: null,
  conversationId: null,
  messages: [],
  assertions,
});

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([
    [getCurrentUser, user],
    [getPreferences, { askAbove: 1 }],
    [listAnswerPresets, []],
    [listAiServices, [offered('grok'), offered('claude')]],
    [listBacktests, [backtest()]],
    [listSuites, [aSuite(), aSuite({ id: '0191f0a0-0000-7000-8000-00000000000b', name: 'New one', latestRun: null })]],
    [getSuite, aSuite()],
    [listSuiteRuns, { runs: [aRun()], hasMore: false }],
    [listSuiteResults, { results, next: null }],
    [estimateSuiteRun, { calls: 3, cost: { low: 0.1, high: 0.2, currency: 'USD' }, unknownPrice: false }],
    [createSuite, aSuite()],
    [beginSuiteRun, aRun({ status: 'running' })],
    [setSuiteSchedule, aSuite()],
    [previewSuiteSchedule, { nextRuns: ['2026-11-25T06:30:00.000Z'], issues: [] }],
    [setSuiteAssertions, aSuite({ version: 3 })],
    [listSuiteCases, [aCase(1), aCase(2, assertion('length', { max: 9 }))]],
    [
      readPromptfoo,
      {
        name: 'From a file',
        cases: [{ messages: [{ role: 'user', content: 'Hi' }], assertions: [assertion('json')] }],
        leftOut: [{ what: 'assert javascript', reason: 'Code of a configuration is not run here.', count: 2 }],
      },
    ],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const show = (path = '') =>
  renderScreen([{ path: '/quality-assessment', children: slice.routes }], { at: `/quality-assessment/suites${path}` });
const click = async (name: string | RegExp, role = 'button') =>
  fireEvent.click(await screen.findByRole(role, { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });

it('the list says of each suite what its newest run found', async () => {
  show();
  const first = (await screen.findByText('Capitals')).closest('li');
  const [second] = within(first!.parentElement!).getAllByRole('listitem').slice(1);
  expect(first!.textContent).toContain('Worse 1 of 3 passed');
  expect(second!.textContent).toContain('Not run yet');
});

describe('a suite', () => {
  it('shows each case with the assertions that do not hold', async () => {
    show(`/${id}`);
    const cases = within(await screen.findByRole('list', { name: 'Cases' }));
    const [one, two] = await cases.findAllByRole('heading', { level: 3 });
    expect(one!.textContent).toBe('1.One?Passed');
    expect(two!.textContent).toBe('2.Two?FailedWorse');
    const open = cases.getByRole('list', { name: 'Assertions of case 2 that do not hold' });
    expect(open.textContent).toBe('Does not contain “Bern”: It must not contain this, and does.');
    screen.getByText(/1 worse than before/);
  });

  it('says that further cases could not be loaded', async () => {
    api.answer(listSuiteResults, ({ url }: { url: string }) =>
      url.includes('after=0') ? { results, next: 2 } : Response.json({ error: 'No.' }, { status: 403 }),
    );
    show(`/${id}`);
    await click('Show more');
    expect((await screen.findByRole('alert')).textContent).toBe('The rest could not be loaded. Try again.');
  });

  it('leads to a backtest on its rounds', async () => {
    show(`/${id}`);
    await click('Start a backtest on these rounds', 'link');
    await screen.findByRole('form', { name: 'New backtest' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Frozen set' }).checked).toBe(true);
  });

  it('says its price before it runs', async () => {
    show(`/${id}`);
    await screen.findByText('3 calls, ≈ $0.10–0.20');
    await click('Run now');
    await waitFor(() => expect(api.callsOf(beginSuiteRun).map(({ body }) => body)).toEqual([{ version: 2 }]));
  });

  it('runs with another service and other settings once their price is said', async () => {
    show(`/${id}`);
    await click('Run with another service…');
    const card = within(screen.getByRole('region', { name: 'Run with another service' }));
    await card.findByRole('option', { name: 'CLAUDE' });
    fireEvent.change(card.getByLabelText('AI service'), { target: { value: 'claude' } });
    type('Temperature', 'hot');
    expect((card.getByRole('button', { name: 'Run with it' }) as HTMLButtonElement).disabled).toBe(true);
    type('Temperature', '0.5');
    await card.findByText('3 calls, ≈ $0.10–0.20');
    fireEvent.click(card.getByRole('button', { name: 'Run with it' }));
    const candidate = { aiService: 'claude', settings: { temperature: 0.5 } };
    await waitFor(() =>
      expect(api.callsOf(beginSuiteRun).map(({ body }) => body)).toEqual([{ version: 2, candidate }]),
    );
    expect(api.callsOf(estimateSuiteRun).at(-1)?.body).toEqual({ candidate });
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Run with another service' })).toBeNull());
  });

  it('says of each run who answered and by which assertions, where that differs', async () => {
    const other = aRun({
      id: '0191f0a0-0000-7000-8000-00000000000c',
      candidate: { aiService: service('claude'), settings: { temperature: 0.5 } },
      version: 1,
    });
    api.answer(listSuiteRuns, { runs: [aRun(), other], hasMore: false });
    show(`/${id}`);
    const runs = within(await screen.findByRole('region', { name: 'Runs' }));
    await runs.findByText(/version 1 of the assertions/);
    const [, own, others] = runs.getAllByRole('row');
    expect(own!.textContent).not.toMatch(/GROK|version/);
    expect(others!.textContent).toContain('by CLAUDE temperature 0.5 by version 1 of the assertions');
  });

  it('that was changed elsewhere is not run, and is read again with its price', async () => {
    const sentence = 'This suite was changed elsewhere.';
    api.answer(
      beginSuiteRun,
      Response.json({ error: sentence, code: 'suite_changed', requestId: 'r', issues: [] }, { status: 409 }),
    );
    show(`/${id}`);
    await screen.findByText('3 calls, ≈ $0.10–0.20');
    api.answer(getSuite, aSuite({ version: 3 }));
    await click('Run now');
    await screen.findByText(sentence);
    await waitFor(() => expect(api.callsOf(estimateSuiteRun)).toHaveLength(2));
    api.answer(beginSuiteRun, aRun({ status: 'running' }));
    await click('Run now');
    await waitFor(() => expect(api.callsOf(beginSuiteRun).at(-1)?.body).toEqual({ version: 3 }));
  });
});

describe('the schedule of a suite', () => {
  const card = () => within(screen.getByRole('region', { name: 'Schedule' }));
  const cronSchedule = {
    frequency: 'custom' as const,
    time: null,
    days: [],
    cron: '0 9 * * 1-5',
    monthDay: null,
    timeZone: 'Europe/Zurich',
  };

  it('is set by the fields of saved queries, with the next runs', async () => {
    show(`/${id}`);
    await click('Run on a schedule…');
    card().getByText('By hand');
    type('Frequency', 'weekly');
    fireEvent.click(card().getByRole('checkbox', { name: 'Wednesday' }));
    type('Time', '07:30');
    type('Time zone', 'Europe/Zurich');
    await card().findByText('At 07:30 AM, only on Wednesday, Europe/Zurich time');
    card().getByText('Wed, Nov 25, 2026 7:30 AM');
    await click('Run by this schedule');
    const schedule = { frequency: 'weekly', time: '07:30', days: [3], cron: null, timeZone: 'Europe/Zurich' };
    await waitFor(() => expect(api.callsOf(setSuiteSchedule)[0]?.body).toEqual({ schedule }));
    expect(api.callsOf(previewSuiteSchedule).at(-1)?.body).toEqual({ schedule });
  });

  it('says beside the field what is wrong with an expression, and that saving it failed', async () => {
    const message = 'This fires too often: leave at least 5 minutes between two runs.';
    api.answer(previewSuiteSchedule, { nextRuns: [], issues: [{ path: 'schedule.cron', message }] });
    show(`/${id}`);
    await click('Run on a schedule…');
    type('Frequency', 'custom');
    await card().findByText('The next runs stand here once the expression is typed.');
    expect(card().queryByLabelText('Time')).toBeNull();
    card().getByText(/Enter a valid cron expression, e.g. '0 9 \* \* 1-5' for weekdays at 9 AM/);
    type('Cron expression', '* * * * *');
    await card().findByText(message);
    card().getByText('There is no next run until the schedule is put right.');
    const refused = { error: `No: ${message}`, code: 'invalid_suite', requestId: 'r', issues: [] };
    api.answer(setSuiteSchedule, Response.json(refused, { status: 400 }));
    await click('Run by this schedule');
    await screen.findByText(`No: ${message}`);
  });

  it('is shown and stopped, and what is not touched follows what another device saved', async () => {
    api.answer(getSuite, aSuite({ schedule: cronSchedule, nextRunAt: '2026-11-27T08:00:00.000Z' }));
    show(`/${id}`);
    await screen.findByRole('region', { name: 'Schedule' });
    await card().findByText(/^Cron 0 9 \* \* 1-5 \(Europe\/Zurich\); next/);
    const field = (label: string) => card().getByLabelText<HTMLInputElement>(label).value;
    expect([field('Frequency'), field('Cron expression')]).toEqual(['custom', '0 9 * * 1-5']);
    const monthly = { ...cronSchedule, frequency: 'monthly' as const, time: '10:15', cron: null, monthDay: 30 };
    api.answer(getSuite, aSuite({ schedule: monthly }));
    fireEvent(window, new Event('visibilitychange'));
    await card().findByText('Every month on day 30 (its last day when it is shorter) at 10:15 (Europe/Zurich)');
    expect([field('Frequency'), field('Time')]).toEqual(['monthly', '10:15']);
    await click('Stop schedule');
    await waitFor(() => expect(api.callsOf(setSuiteSchedule)[0]?.body).toEqual({ schedule: null }));
  });
});

describe('assertions of a suite', () => {
  const save = () => click('Save assertions');
  const group = (name: string) => within(screen.getByRole('group', { name }));

  it('are changed for all cases and for one; only what was changed is sent', async () => {
    show(`/${id}/assertions`);
    await screen.findByRole('form', { name: 'Assertions of Capitals' });
    fireEvent.change(group('Assertion 1').getByLabelText('Text'), { target: { value: 'Basel' } });
    await click('Add an assertion of case 1');
    await save();
    screen.getByText('One of the assertions is not whole.');
    group('Assertion 1 of case 1').getByText('Write the text that counts.');
    fireEvent.change(group('Assertion 1 of case 1').getByLabelText('Text'), { target: { value: 'Zug' } });
    await save();
    await waitFor(() =>
      expect(api.callsOf(setSuiteAssertions).map(({ body }) => body)).toEqual([
        {
          version: 2,
          assertions: [assertion('contains', { text: 'Basel', not: true })],
          cases: [{ number: 1, assertions: [assertion('contains', { text: 'Zug' })] }],
        },
      ]),
    );
    await screen.findByRole('heading', { name: 'Capitals' });
  });

  it('say beside each field what the server refuses, and that another device was first', async () => {
    const refused = (status: number, code: string, issues: object[] = []) =>
      Response.json({ error: `It is ${code}.`, code, requestId: 'r', issues }, { status });
    const issue = { path: 'assertions.0.text', message: 'It cannot be used.' };
    api.answer(setSuiteAssertions, refused(400, 'invalid_suite', [issue]));
    show(`/${id}/assertions`);
    await screen.findByRole('form', { name: 'Assertions of Capitals' });
    await save();
    await group('Assertion 1').findByText('It cannot be used.');
    api.answer(setSuiteAssertions, refused(409, 'suite_changed'));
    await save();
    await screen.findByText('It is suite_changed.');
    api.answer(getSuite, aSuite({ version: 5, assertions: [assertion('equals', { text: 'Chur' })] }));
    await click('Load it again');
    await waitFor(() => expect(group('Assertion 1').getByLabelText<HTMLInputElement>('Text').value).toBe('Chur'));
  });

  it('cannot be taken away from a case altogether', async () => {
    show(`/${id}/assertions`);
    await click('Remove assertion 1');
    await save();
    screen.getByText('A case without an assertion could not fail: say what has to hold.');
    expect(api.callsOf(setSuiteAssertions)).toEqual([]);
  });
});

describe('a new suite', () => {
  const chooseService = async () => {
    await within(await screen.findByLabelText('AI service')).findByRole('option', { name: 'GROK' });
    type('AI service', 'grok');
  };

  it('is made of a backtest’s rounds and assertions, and says what is missing', async () => {
    show(`/new?backtest=${id}`);
    await chooseService();
    await click('Make suite');
    screen.getByText('Give the suite a name.');
    screen.getByText('Say what has to hold of each answer.');
    type('Name', 'Mine');
    await click('Add an assertion');
    type('Text', 'Bern');
    fireEvent.click(screen.getByLabelText('Not'));
    await click('Make suite');
    await waitFor(() =>
      expect(api.callsOf(createSuite)[0]?.body).toEqual({
        name: 'Mine',
        candidate: { aiService: 'grok', settings: {} },
        budget: { usd: null, calls: 300 },
        assertions: [assertion('contains', { text: 'Bern', not: true })],
        backtestId: id,
      }),
    );
  });

  it('is read from promptfoo, with all that does not map', async () => {
    show('/new');
    await chooseService();
    await click('From promptfoo', 'radio');
    type('Configuration (promptfooconfig.yaml)', 'prompts: [Hi]');
    await click('Read it');
    await screen.findByText('It becomes 1 case.');
    expect(screen.getByRole('region', { name: 'Left out' }).textContent).toContain(
      'assert javascript (2 times): Code of a configuration is not run here.',
    );
    expect((screen.getByLabelText('Name') as HTMLInputElement).value).toBe('From a file');
    await click('Make suite');
    await waitFor(() =>
      expect(api.callsOf(createSuite)[0]?.body).toMatchObject({
        cases: [{ assertions: [{ kind: 'json' }] }],
        leftOut: [{ count: 2 }],
      }),
    );
  });
});
