import { afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  createSavedQuery,
  estimateMessage,
  getSavedQuery,
  listAiServices,
  listRubrics,
  listSavedQueries,
  type Estimate,
  type Execution,
} from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { slice } from './slice.js';
import { maxPriceOf, whyUnjudged, runPriceOf } from './query-form/run-price.rules.js';

const service = (name: string, category = 'text') => ({
  id: name,
  name,
  displayName: name.toUpperCase(),
  color: '#10a37f',
  category,
  status: 'connected',
  demo: true,
});
const label = (name: string) => ({ name, displayName: name.toUpperCase(), color: '#10a37f' });
const estimate = (fields: Partial<Estimate> = {}): Estimate => ({
  services: ['gpt', 'claude'].map((aiService) => ({ aiService, price: 'known', cost: null, seconds: 8 })),
  cost: { low: 0.01, high: 0.01, currency: 'USD' },
  seconds: 8,
  judging: null,
  ...fields,
});
const judged = estimate({
  judging: {
    judges: ['gpt', 'claude'].map(label),
    count: 2,
    share: 1,
    cost: { low: 0.02, high: 0.02, currency: 'USD' },
  },
});
const query = {
  id: 7,
  title: 'Digest',
  content: 'Draw the tide',
  description: null,
  selectedAiServices: ['gpt', 'dalle'],
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
  executionsTotal: 1,
};
const broadcastId = '0197b2a4-0000-7000-8000-000000000001';
const rubric = {
  id: '0197b2a4-0000-7000-8000-000000000009',
  version: 2,
  versionId: '0197b2a4-0000-7000-8000-000000000008',
  shared: false,
  isDefault: false,
  createdAt: '2026-11-21T09:00:00Z',
  text: { name: 'Tone', criteria: [] },
};
const execution = (round: Execution['round'], fields: Partial<Execution> = {}): Execution => ({
  id: 41,
  number: 1,
  status: 'completed',
  executedAt: '2026-11-21T09:00:00Z',
  triggerType: 'manual',
  successfulResponses: 1,
  totalResponses: 1,
  errorMessage: null,
  results: [],
  round,
  ...fields,
});

let api: FakeApi;

beforeAll(async () => {
  await import('./query-form/create-query.js');
  await import('./query-results/query-results.js');
}, 60_000);
beforeEach(() => {
  api = fakeApi([
    [listAiServices, [service('gpt'), service('claude'), service('dalle', 'image')]],
    [listSavedQueries, []],
    [listRubrics, { rubrics: [rubric], builtInIsDefault: true }],
    [createSavedQuery, () => Response.json(query, { status: 201 })],
    [estimateMessage, () => Response.json(judged)],
  ]);
});
afterEach(() => {
  cleanup();
  api.restore();
});

const open = (at: string) => renderScreen([{ path: '/saved-queries', children: slice.routes }], { at });
const show = (one: Execution) => {
  api.answer(getSavedQuery, { ...query, executions: [one] });
  open('/saved-queries/7/results');
  return screen.findByRole('region', { name: 'Execution #1' });
};
const user = userEvent.setup();

describe('the form', () => {
  const keep = () => screen.findByRole<HTMLInputElement>('switch', { name: 'Keep runs in History' });
  const judge = () => screen.getByRole<HTMLInputElement>('switch', { name: 'Judge the replies' });

  it('keeps runs in History where they are judged, and judges none that are not kept', async () => {
    open('/saved-queries/new');
    const kept = await keep();
    expect([kept.checked, judge().checked]).toEqual([false, false]);
    await user.click(judge());
    expect([kept.checked, judge().checked]).toEqual([true, true]);
    await user.click(kept);
    expect([kept.checked, judge().checked]).toEqual([false, false]);
  });

  it('saves what was chosen, and says before what a run costs with its judges', async () => {
    const { router } = open('/saved-queries/new');
    await user.type(await screen.findByLabelText('Title'), 'Digest');
    await user.type(screen.getByLabelText('Query Content'), 'What is new?');
    for (const name of ['GPT', 'CLAUDE']) await user.click(await screen.findByRole('checkbox', { name }));
    await user.click(judge());
    await screen.findByRole('option', { name: 'Tone (version 2)' });
    await user.selectOptions(screen.getByLabelText('Judged by'), rubric.id);
    const isAsked = () =>
      expect(api.callsOf(estimateMessage).at(-1)?.body).toMatchObject({ run: { judged: true, rubricId: rubric.id } });
    await waitFor(isAsked);
    const line = /^Each run: ≈ \$0\.03 · .*judged by GPT, CLAUDE \(≈ \$0\.02\)\.$/;
    await waitFor(() => expect(screen.getByLabelText('Estimate of a run').textContent.trim()).toMatch(line));
    await user.click(screen.getByRole('button', { name: 'Create Query' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/saved-queries'));
    expect(api.callsOf(createSavedQuery)[0]!.body).toMatchObject({
      inHistory: true,
      judged: true,
      rubricId: rubric.id,
    });
  });

  it('says that the rubric it judges by is gone, and keeps the choice until another one is made', async () => {
    const gone = '0197b2a4-0000-7000-8000-000000000007';
    api.answer(getSavedQuery, { ...query, inHistory: true, judged: true, rubricId: gone, executions: [] });
    open('/saved-queries/7/edit');
    await screen.findByText(/The rubric that was chosen is gone\. Until another one is chosen/);
    const choice = screen.getByLabelText<HTMLSelectElement>('Judged by');
    expect([choice.value, choice.selectedOptions[0]?.textContent]).toEqual([gone, 'A rubric that is gone']);
    await user.selectOptions(choice, '');
    expect(screen.queryByRole('option', { name: 'A rubric that is gone' })).toBeNull();
    expect(choice.selectedOptions[0]?.textContent).toBe('Default of the installation (built-in rubric)');
  });

  it('says at once that what makes no text cannot be watched, and does not save it', async () => {
    open('/saved-queries/new');
    await user.type(await screen.findByLabelText('Title'), 'Digest');
    await user.type(screen.getByLabelText('Query Content'), 'Draw');
    await user.click(await screen.findByRole('checkbox', { name: 'DALLE' }));
    expect(screen.queryByRole('alert')).toBeNull();
    await user.click(screen.getByRole('radio', { name: /Only changes/ }));
    expect(screen.getByRole('alert').textContent).toBe(
      'Only changes can be reported of text: take out DALLE, or report everything.',
    );
    await user.click(screen.getByRole('button', { name: 'Create Query' }));
    expect(api.callsOf(createSavedQuery)).toHaveLength(0);
    await user.click(screen.getByRole('radio', { name: /Everything/ }));
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('a run', () => {
  it('leads to its comparison, and to how it was judged', async () => {
    const card = within(await show(execution({ broadcastId, state: 'kept', judged: true })));
    const href = (name: string) => card.getByRole('link', { name }).getAttribute('href');
    expect(href('Open in History')).toBe(`/history/${broadcastId}`);
    expect(href('Quality Assessment')).toBe(`/quality-assessment?round=${broadcastId}`);
  });

  it('says that it was judged by another rubric than its query wants', async () => {
    const note = 'The rubric that was chosen for this query is gone.';
    const card = within(await show(execution({ broadcastId, state: 'kept', judged: true, note })));
    expect(card.getByText(note)).toBeTruthy();
    expect(card.getByRole('link', { name: 'Quality Assessment' })).toBeTruthy();
  });

  it.each([
    [{ state: 'waiting' as const }, 'On its way into History…'],
    [{ state: 'deleted' as const }, 'Its comparison was deleted from History.'],
    [{ state: 'refused' as const, error: 'It is too large.' }, 'Not kept in History: It is too large.'],
    [{ state: 'kept' as const, error: 'Judging is switched off.' }, 'Not judged: Judging is switched off.'],
  ])('says what became of it: %j', async (what, sentence) => {
    const card = within(await show(execution({ broadcastId, judged: true, ...what })));
    expect(card.getByText(sentence)).toBeTruthy();
    expect(card.queryByRole('link', { name: 'Quality Assessment' })).toBeNull();
  });

  it('shows what a service made that is no text, and how its reply was judged', async () => {
    const media = [{ id: broadcastId, type: 'image/png', url: `/api/media/${broadcastId}`, name: 'tide.png' }];
    const result = {
      id: 1,
      aiService: label('dalle'),
      responseTime: 41,
      response: '',
      media,
      score: 87.6,
      createdAt: '2026-11-21T09:00:04Z',
    };
    const card = within(await show(execution(undefined, { results: [result] })));
    expect(card.getByRole('link', { name: 'Download tide.png' })).toBeTruthy();
    expect(card.getByText('score 88')).toBeTruthy();
    expect(card.queryByRole('link', { name: 'Open in History' })).toBeNull();
  });
});

describe('what a run costs', () => {
  const dollars = (low: number, high = low) => ({ low, high, currency: 'USD' });
  const reading = { aiService: 'gpt', price: 'known', cost: dollars(0.05, 0.07), seconds: 4 } as const;

  it('is that of all it pays for, judges among it: a few by name, many counted', () => {
    expect(runPriceOf(estimate())).toBe('≈ $0.01 · about 8 s · 2 services');
    expect(runPriceOf(judged)).toBe('≈ $0.03 · about 8 s · 2 services · judged by GPT, CLAUDE (≈ $0.02)');
    const many = { judges: ['a', 'b', 'c', 'd'].map(label), count: 4, share: 1 };
    expect(runPriceOf(estimate({ judging: many }))).toBe(
      '≈ $0.01 + judging of unknown price · about 8 s · 2 services · judged by 4 judges',
    );
  });

  it('is that of every answer of a first run, of who reads them, and of judges', () => {
    const first = { answers: 3, isRead: true, nameOf: (name: string) => name.toUpperCase() };
    expect(runPriceOf({ ...judged, reading }, first)).toBe(
      '≈ $0.10–0.12 · about 20 s · 6 answers of 2 services · read by GPT (≈ $0.05–0.07) · judged by GPT, CLAUDE (≈ $0.02)',
    );
    expect(runPriceOf(estimate({ reading }), { isRead: true })).toBe(
      '≈ $0.06–0.08 · about 12 s · 2 services · read by gpt (≈ $0.05–0.07)',
    );
  });

  it('is at most that of five further answers of each service, with who reads them; nothing where a price is not known', () => {
    expect(maxPriceOf(estimate({ reading }))).toBe('$0.48');
    expect(maxPriceOf({ ...judged, reading })).toBe('$0.50');
    expect(maxPriceOf(estimate())).toBeUndefined();
    expect(maxPriceOf({ ...judged, reading, judging: { ...judged.judging!, cost: undefined } })).toBeUndefined();
  });

  it('says what of it is free or not known', () => {
    const unread = '≈ $0.01 + reading of unknown price · about 8 s · 2 services · read by ';
    expect(runPriceOf(estimate(), { isRead: true })).toBe(`${unread}one service`);
    const unknown = { ...reading, price: 'unknown' as const, cost: null, seconds: null };
    expect(runPriceOf(estimate({ reading: unknown }), { isRead: true })).toBe(`${unread}gpt (price unknown)`);
    const free = ['gpt', 'claude'].map(
      (aiService) => ({ aiService, price: 'free', cost: null, seconds: null }) as const,
    );
    const demo = {
      services: free,
      cost: null,
      seconds: null,
      reading: free[0],
      judging: { ...judged.judging!, cost: undefined },
    };
    expect(runPriceOf(demo, { isRead: true })).toBe('Free · 2 services · read by gpt (free) · judged by GPT, CLAUDE');
  });

  it('says that nobody judges where it is so, and nothing where that is not known', () => {
    expect(whyUnjudged(judged)).toBeUndefined();
    expect(whyUnjudged(estimate({ judging: undefined }))).toBeUndefined();
    expect(whyUnjudged(estimate())).toMatch(/as this installation is set up/);
    expect(whyUnjudged(estimate({ services: estimate().services.slice(1) }))).toMatch(/takes two services/);
  });
});
