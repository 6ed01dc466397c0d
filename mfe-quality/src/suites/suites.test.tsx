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
  listSuiteResults,
  listSuiteRuns,
  listSuites,
  readPromptfoo,
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
  const [first, second] = await screen.findAllByRole('listitem');
  expect(first!.textContent).toContain('Capitals');
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

  it('says its price before it runs', async () => {
    show(`/${id}`);
    await screen.findByText('3 calls, ≈ $0.10–0.20');
    await click('Run now');
    await waitFor(() => expect(api.callsOf(beginSuiteRun)).toHaveLength(1));
  });

  it('runs by a schedule', async () => {
    show(`/${id}`);
    await screen.findByLabelText('How often');
    type('How often', 'weekly');
    type('Day', '3');
    type('Time', '07:30');
    await click('Run by this schedule');
    await waitFor(() =>
      expect(api.callsOf(setSuiteSchedule)[0]?.body).toMatchObject({
        schedule: { frequency: 'weekly', time: '07:30', days: [3] },
      }),
    );
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
