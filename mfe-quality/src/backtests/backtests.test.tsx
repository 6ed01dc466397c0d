import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  cancelBacktest,
  chooseInBacktestPair,
  createBacktest,
  deleteBacktest,
  endBacktestPairs,
  estimateBacktest,
  getBacktest,
  getBacktestCase,
  getCurrentUser,
  getNextBacktestPair,
  getPreferences,
  listAiServices,
  listAnswerPresets,
  listBacktestCases,
  listBacktests,
  listComparisons,
  listSuites,
  listWorstBacktestCases,
  pauseBacktest,
  resumeBacktest,
  type Suite,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { slice } from '../slice.js';
import { backtest, estimate, id, lostCase, noFigures, service } from './backtest.fixture.js';

const user = {
  id,
  email: 'ada@example.org',
  firstName: 'Ada',
  lastName: 'L',
  profileImageUrl: null,
  role: 'user',
  isApproved: true,
};
const offered = (name: string, more = {}) => ({
  ...service(name),
  id: name,
  category: 'text',
  status: 'connected',
  demo: false,
  ...more,
});
const running = (change = {}) =>
  backtest({
    status: 'running',
    ended: 4,
    endedAt: null,
    result: { ...backtest().result, ...noFigures, byTag: [], cost: null, responseTime: null },
    ...change,
  });

/** A frozen set that was never run. */
const aSuite = (): Suite => ({
  id: lostCase().conversationId,
  name: 'Still right?',
  candidate: backtest().candidate,
  judge: null,
  budget: { usd: null, calls: 300 },
  assertions: [],
  cases: 9,
  leftOut: [],
  schedule: null,
  nextRunAt: null,
  createdAt: '2026-11-25T09:00:00.000Z',
  latestRun: null,
  version: 1,
});

let api: FakeApi;
beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi([
    [getCurrentUser, user],
    [getPreferences, { askAbove: 1 }],
    [listComparisons, []],
    [listAnswerPresets, []],
    [listAiServices, [offered('grok'), offered('claude'), offered('painter', { category: 'image' })]],
    [listSuites, []],
    [listBacktests, [backtest(), running({ name: 'Cheaper?' })]],
    [getBacktest, backtest()],
    [estimateBacktest, estimate()],
    [listWorstBacktestCases, [lostCase()]],
    [listBacktestCases, { cases: [lostCase()], next: null }],
    [
      getBacktestCase,
      { ...lostCase(), texts: { question: 'How do I cancel?', baseline: '**Open** the page', candidate: 'No idea' } },
    ],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const show = (path = '') =>
  renderScreen([{ path: '/quality-assessment', children: slice.routes }], {
    at: `/quality-assessment/backtests${path}`,
  });
const click = async (name: string | RegExp, role = 'button') =>
  fireEvent.click(await screen.findByRole(role, { name }));
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const region = async (name: string) => within(await screen.findByRole('region', { name }));

describe('the list of backtests', () => {
  it('says of each how far it is, or what it found', async () => {
    show();
    const ended = (await screen.findByText('Completed')).closest('li');
    const open = screen.getByRole('heading', { name: /Cheaper\? Running/ }).closest('li');
    expect(ended!.textContent).toContain('Against 42 rounds tagged “support”');
    expect(ended!.textContent).toContain('Better 75 % (60 to 86 %)');
    within(ended!).getByRole('img', { name: '26 won, 8 tied, 6 lost' });
    expect(open!.textContent).toContain('4 of 42');
    expect(within(open!).getByRole('progressbar', { name: 'Rounds compared' }).getAttribute('value')).toBe('4');
  });

  it('says what a backtest is where there is none, and offers one to those who may', async () => {
    api.answer(listBacktests, []);
    show();
    await screen.findByRole('heading', { name: 'No backtests yet' });
    screen.getByText(/Would another model have answered your questions better\?/);
    expect((await screen.findByRole('link', { name: 'New backtest' })).getAttribute('href')).toBe(
      '/quality-assessment/backtests/new',
    );
    cleanup();
    api.answer(getCurrentUser, { ...user, isApproved: false });
    show();
    await screen.findByRole('heading', { name: 'No backtests yet' });
    expect(screen.queryByRole('link', { name: 'New backtest' })).toBeNull();
  });
});

describe('a new backtest', () => {
  const choose = async (name: string) => {
    await within(await screen.findByLabelText('AI service')).findByRole('option', { name: name.toUpperCase() });
    type('AI service', name);
  };

  it('says what is missing, offers those who write text, and asks nobody to judge itself', async () => {
    show('/new');
    await choose('grok');
    expect(within(screen.getByLabelText('AI service')).queryByRole('option', { name: 'PAINTER' })).toBeNull();
    const judges = within(screen.getByLabelText('Judge')).getAllByRole('option');
    expect(judges.map(({ textContent }) => textContent)).toEqual(['Chosen for each round', 'CLAUDE']);
    fireEvent.click(screen.getByRole('radio', { name: 'With a tag' }));
    await click('Start backtest');
    await screen.findByText('Name the tag.');
    screen.getByText(/it is said beside each field/);
    expect(api.callsOf(createBacktest)).toEqual([]);
  });

  it('shows price, calls, time and what is left out, and starts only then', async () => {
    api.answer(createBacktest, Response.json(running(), { status: 202 }));
    api.answer(getBacktest, running());
    const { router } = show('/new');
    await choose('grok');
    const start = screen.getByRole('button', { name: 'Start backtest' });
    expect((start as HTMLButtonElement).disabled).toBe(true);
    const before = await region('Before it starts');
    await before.findByText('≈ $0.10–0.20');
    before.getByText('114');
    before.getByText('about 6 min');
    before.getByText('3 rounds with pictures or other media');
    expect(before.getAllByRole('row')[2]!.textContent).toBe('CLAUDE compares76Free');
    type('Calls, at most', '100');
    before.getByText('It will pause after 100 of 114 calls: that is its budget.');
    await waitFor(() => expect((start as HTMLButtonElement).disabled).toBe(false));
    fireEvent.click(start);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/quality-assessment/backtests/${id}`));
    const [made] = api.callsOf(createBacktest);
    expect(made!.body).toEqual({
      candidate: { aiService: 'grok', settings: {} },
      sample: { source: 'newest', count: 50 },
      budget: { usd: null, calls: 100 },
    });
    expect(made!.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('takes all of a frozen set, and says what of it cannot be compared before it starts', async () => {
    const set = aSuite();
    api.answer(listSuites, [set]);
    api.answer(estimateBacktest, estimate({ rounds: 6, leftOut: [{ reason: 'gone', rounds: 3 }] }));
    show('/new');
    await choose('grok');
    fireEvent.click(screen.getByRole('radio', { name: 'Frozen set' }));
    expect(screen.queryByLabelText('Rounds, at most')).toBeNull();
    await click('Start backtest');
    await screen.findByText('Choose the frozen set.');
    await within(screen.getByLabelText('Which frozen set')).findByRole('option', { name: 'Still right?: 9 cases' });
    type('Which frozen set', set.id);
    await (await region('Before it starts')).findByText('3 rounds deleted since the set was frozen');
    const wanted = { candidate: { aiService: 'grok', settings: {} }, sample: { source: 'suite', suiteId: set.id } };
    await waitFor(() => expect(api.callsOf(estimateBacktest).at(-1)!.body).toEqual(wanted));
    expect(api.callsOf(createBacktest)).toEqual([]);
  });

  it('is opened on the frozen set that a link names', async () => {
    const set = aSuite();
    api.answer(listSuites, [set]);
    show(`/new?suite=${set.id}`);
    await screen.findByRole('option', { name: 'Still right?: 9 cases' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Frozen set' }).checked).toBe(true);
    expect(screen.getByLabelText<HTMLSelectElement>('Which frozen set').value).toBe(set.id);
  });

  it('asks first where it may cost more than is spent unasked', async () => {
    HTMLDialogElement.prototype.showModal ??= function (this: HTMLDialogElement) {
      this.open = true;
    };
    api.answer(getPreferences, { askAbove: 0.15 });
    show('/new');
    await choose('grok');
    const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Start backtest' });
    await waitFor(() => expect(start.disabled).toBe(false));
    fireEvent.click(start);
    await screen.findByText('This will cost about $0.10–0.20. Start?');
    expect(api.callsOf(createBacktest)).toEqual([]);
  });

  it('cannot be started without a round, and says why one was refused', async () => {
    api.answer(estimateBacktest, estimate({ rounds: 0, calls: 0, judges: [], cost: null }));
    show('/new');
    await choose('grok');
    await screen.findByText('There is no round that could be compared.');
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Start backtest' }).disabled).toBe(true);
    api.answer(estimateBacktest, Response.json({ error: 'Grok is not offered.' }, { status: 404 }));
    type('Rounds, at most', '12');
    await screen.findByText('Grok is not offered.');
  });
});

describe('a backtest under way', () => {
  it('follows itself, pauses, and is cancelled only after a question', async () => {
    api.answer(getBacktest, running());
    api.answer(pauseBacktest, running());
    api.answer(cancelBacktest, running());
    show(`/${id}`);
    const progress = await region('Progress');
    progress.getByText('4 of 42 rounds');
    progress.getByText('126 of 150 calls · $0.31 of $2.00 spent');
    expect(screen.queryByRole('region', { name: 'Worst losses' })).toBeNull();
    api.answer(getBacktest, running({ ended: 5 }));
    await progress.findByText('5 of 42 rounds');
    await click('Pause');
    await waitFor(() => expect(api.callsOf(pauseBacktest)).toHaveLength(1));
    await click('Cancel');
    await screen.findByRole('group', { name: 'Cancel backtest?' });
    expect(api.callsOf(cancelBacktest)).toEqual([]);
    await click('Cancel backtest');
    await waitFor(() => expect(api.callsOf(cancelBacktest)).toHaveLength(1));
  });

  it('says what it waits for, and is given another budget', async () => {
    const pause = { reason: 'budget' as const, sentence: 'The budget of $2.00 is used up.' };
    api.answer(getBacktest, running({ status: 'paused', pause }));
    api.answer(resumeBacktest, running());
    show(`/${id}`);
    const progress = await region('Progress');
    progress.getByText('The budget of $2.00 is used up.');
    expect(screen.queryByRole('button', { name: 'Resume' })).toBeNull();
    await progress.findByRole('form', { name: 'Another budget' });
    type('US dollars, at most (optional)', '5');
    await click('Resume with this budget');
    await waitFor(() => expect(api.callsOf(resumeBacktest)).toHaveLength(1));
    expect(api.callsOf(resumeBacktest)[0]!.body).toEqual({ budget: { usd: 5, calls: 150 } });
  });

  it('is resumed by its user, and says why it was not', async () => {
    const pause = { reason: 'user' as const, sentence: 'You paused it.' };
    api.answer(getBacktest, running({ status: 'paused', pause }));
    api.answer(resumeBacktest, Response.json({ error: 'You have no allowance left today.' }, { status: 429 }));
    show(`/${id}`);
    await click('Resume');
    await screen.findByText('You have no allowance left today.');
  });
});

describe('what a backtest found', () => {
  it('stands there as a sentence, figures and bars with words', async () => {
    show(`/${id}`);
    const result = await region('Result');
    result.getByText('GROK would have answered better.');
    result.getByText('75 %');
    result.getByRole('img', { name: '60 to 86 %, between 0 and 100 %' });
    result.getByRole('img', { name: '26 won, 8 tied, 6 lost' });
    result.getByText(/In 3 rounds the judge contradicted itself .* 2 rounds ended without a verdict, and are not/);
    const [, cost, time] = (await region('Cost and time')).getAllByRole('row');
    expect(cost!.textContent).toBe('Cost$0.003 less (75 %)$0.004$0.00140');
    expect(time!.textContent).toBe('Time1.0 s more (50 %)2.0 s3.0 s41');
    const [, billing, support] = (await region('By tag')).getAllByRole('row');
    expect(billing!.textContent).toBe('billing30 %Worse26862');
    expect(support!.textContent).toContain('75 %Better26');
    const [, judge] = (await region('Judges in both orders')).getAllByRole('row');
    expect(judge!.textContent).toBe('CLAUDE405 %1 to 17 %201');
  });

  it('shows the worst losses with both replies and what the judge said in either order', async () => {
    show(`/${id}`);
    const worst = await region('Worst losses');
    const line = await worst.findByRole('button', { name: '=How do I cancel?' });
    expect(api.callsOf(getBacktestCase)).toEqual([]);
    fireEvent.click(line);
    expect(line.getAttribute('aria-expanded')).toBe('true');
    const baseline = await worst.findByRole('group', { name: 'Baseline of round 7' });
    await waitFor(() => expect(baseline.querySelector('strong')?.textContent).toBe('Open'));
    worst.getByText('GPT, pinned · 1.2 s · $0.004');
    worst.getByText('1.0 s · cost not known');
    worst.getByText('Baseline far better');
    worst.getByText('The candidate guesses.');
    expect(worst.getByRole('link', { name: /History/ }).getAttribute('href')).toBe(
      `/history?open=${lostCase().conversationId}`,
    );
  });

  it('lists all rounds by outcome, and as CSV page after page', async () => {
    const saved: Blob[] = [];
    URL.createObjectURL = (file) => `blob:${saved.push(file as Blob)}`;
    URL.revokeObjectURL = () => undefined;
    api.answer(listBacktestCases, ({ url }: { url: string }) => {
      if (url.includes('outcome=failed'))
        return { cases: [lostCase({ number: 9, outcome: 'failed', question: null })], next: null };
      return url.includes('after=0')
        ? { cases: [lostCase()], next: 7 }
        : { cases: [lostCase({ number: 8, question: 'And the next?' })], next: null };
    });
    show(`/${id}`);
    const all = await region('All rounds');
    await all.findByText('=How do I cancel?');
    fireEvent.click(all.getByRole('button', { name: 'Show more' }));
    await all.findByText('And the next?');
    fireEvent.click(all.getByRole('radio', { name: 'No verdict 2' }));
    await all.findByText('The round was deleted.');
    await click('Export CSV');
    await waitFor(() => expect(saved).toHaveLength(1));
    expect((await saved[0]!.text()).split('\r\n').map((line) => line.split(',')[0])).toEqual(['Case', '7', '8', '']);
  });

  it('says that further rounds could not be loaded', async () => {
    api.answer(listBacktestCases, ({ url }: { url: string }) =>
      url.includes('after=0') ? { cases: [lostCase()], next: 7 } : Response.json({ error: 'No.' }, { status: 403 }),
    );
    show(`/${id}`);
    const all = await region('All rounds');
    fireEvent.click(await all.findByRole('button', { name: 'Show more' }));
    expect((await all.findByRole('alert')).textContent).toBe('The rest could not be loaded. Try again.');
  });

  it('is deleted after a question, and not found then', async () => {
    api.answer(deleteBacktest, new Response(null, { status: 204 }));
    const { router } = show(`/${id}`);
    await click('Delete');
    await click('Delete backtest');
    await waitFor(() => expect(router.state.location.pathname).toBe('/quality-assessment/backtests'));
    cleanup();
    api.answer(getBacktest, Response.json({ error: 'There is no such backtest.' }, { status: 404 }));
    show(`/${id}`);
    await screen.findByText('Backtest not found');
  });
});

describe('people who compare', () => {
  const none = { wins: 0, ties: 0, losses: 0, bothBad: 0, win: null, tie: null, loss: null, score: null };
  const open = { open: true, pairs: 3, compared: 1, ...none, agreements: [] };
  const pair = (number: number) => ({
    number,
    question: 'And in French?',
    earlier: [{ fromUser: true, text: 'How do I cancel?' }],
    first: `**One** ${number}`,
    second: `Two ${number}`,
  });
  const next = (compared: number, number?: number) => ({
    pairs: 3,
    compared,
    open: true,
    pair: number === undefined ? null : pair(number),
  });

  it('choose by click and by key, a pair after another, until none is left', async () => {
    api.answer(getNextBacktestPair, next(1, 2));
    api.answer(chooseInBacktestPair, next(2, 5));
    show(`/${id}/compare`);
    const first = await region('Pair 2 of 3');
    await waitFor(() => expect(first.getByRole('group', { name: 'Reply 1' }).querySelector('strong')).not.toBeNull());
    first.getByText('How do I cancel?');
    fireEvent.click(first.getByRole('button', { name: 'Tie' }));
    await screen.findByRole('region', { name: 'Pair 3 of 3' });
    expect(document.activeElement?.textContent).toBe('Pair 3 of 3');
    api.answer(chooseInBacktestPair, { ...next(3), open: false });
    fireEvent.keyDown(document.activeElement!, { key: '2', ctrlKey: true });
    fireEvent.keyDown(document.activeElement!, { key: '2' });
    await screen.findByRole('heading', { name: 'All pairs are compared' });
    const made = api.callsOf(chooseInBacktestPair).map(({ url, body }) => [url.split('/').at(-1), body]);
    expect(made).toEqual([
      ['2', { choice: 'tie' }],
      ['5', { choice: 'second' }],
    ]);
    expect(screen.queryByRole('button', { name: 'Show who wrote what' })).toBeNull();
  });

  it('see no round before they have ended, and end it only after a question', async () => {
    api.answer(getBacktest, backtest({ people: open }));
    api.answer(endBacktestPairs, backtest());
    show(`/${id}`);
    const people = await region('Compared by you');
    people.getByText(/^1 of 3 pairs compared/);
    const link = people.getByRole('link', { name: 'Go on comparing' });
    expect(link.getAttribute('href')).toBe(`/quality-assessment/backtests/${id}/compare`);
    expect(screen.queryByRole('region', { name: 'All rounds' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Export CSV' })).toBeNull();
    expect(api.callsOf(listBacktestCases)).toEqual([]);
    await click('Show who wrote what');
    expect(api.callsOf(endBacktestPairs)).toEqual([]);
    api.answer(getBacktest, backtest({ people: { ...open, open: false } }));
    await click('Show names');
    await region('All rounds');
    expect(api.callsOf(endBacktestPairs)).toHaveLength(1);
  });

  it('have a table of their own, and how far each judge says the same', async () => {
    const share = { share: 0.5, low: 0.3, high: 0.7 };
    const agreement = { judge: service('claude'), pairs: 14, same: 12, kappa: 0.7, interval: { low: 0.4, high: 1 } };
    const people = {
      ...open,
      open: false,
      compared: 3,
      wins: 1,
      losses: 1,
      bothBad: 1,
      win: share,
      loss: share,
      tie: { share: 0, low: 0, high: 0.6 },
      score: share,
      agreements: [agreement, { ...agreement, judge: service('grok'), pairs: 2, same: 2, kappa: null, interval: null }],
    };
    api.answer(getBacktest, backtest({ people }));
    show(`/${id}`);
    const [, row] = (await region('Compared by you')).getAllByRole('row');
    expect(row!.textContent).toBe(
      'No clear difference150 % (30 to 70 %)00 % (0 to 60 %)150 % (30 to 70 %)50 %30 to 70 %1',
    );
    const [, claude, grok] = (await region('Judges and you')).getAllByRole('row');
    expect(claude!.textContent).toBe('CLAUDE12 of 14 (86 %)+0.70+0.40 to +1.00');
    expect(grok!.textContent).toBe('GROK2 of 2 (100 %)not enough pairs yet');
    (await region('Result')).getByText('75 %');
  });

  it('are asked for where a backtest is begun', async () => {
    api.answer(createBacktest, Response.json(running(), { status: 202 }));
    show('/new');
    await within(await screen.findByLabelText('AI service')).findByRole('option', { name: 'GROK' });
    type('AI service', 'grok');
    fireEvent.click(screen.getByLabelText('I compare the replies blind as well'));
    const start = screen.getByRole<HTMLButtonElement>('button', { name: 'Start backtest' });
    await waitFor(() => expect(start.disabled).toBe(false));
    fireEvent.click(start);
    await waitFor(() => expect(api.callsOf(createBacktest)[0]?.body).toMatchObject({ peopleCompare: true }));
  });
});
