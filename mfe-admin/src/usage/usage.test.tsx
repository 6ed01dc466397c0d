import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getUsage, listEstimateAccuracy, type Usage, type UsageSums } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import UsageAndCost from './usage-and-cost.js';
import { dayOf } from './usage.rules.js';

const sums = (fields: Partial<UsageSums> = {}): UsageSums => ({
  calls: 40,
  failures: 3,
  inputTokens: 1200,
  outputTokens: 800,
  uncountedCalls: 0,
  unpricedCalls: 4,
  cachedTokens: 0,
  reasoningTokens: 0,
  cost: { amount: 1.5, reported: 1, estimated: 0.5, currency: 'USD' },
  ...fields,
});
const today = dayOf(Date.now());

function answerFor(url: string, total = sums()): Usage {
  const query = new URL(url, 'http://x').searchParams;
  const group = (query.get('group') ?? 'service') as Usage['group'];
  const aiService = { name: 'gpt', displayName: 'ChatGPT', color: '#10a37f' };
  const rows = {
    service: [
      { aiService, sums: total },
      {
        aiService: { ...aiService, name: 'sage', displayName: 'Sage' },
        sums: sums({ cost: { ...total.cost, amount: 0 } }),
      },
    ],
    user: [
      { user: { id: 'u', name: 'Ada L', email: 'ada@b.example' }, sums: total },
      { user: null, sums: sums() },
    ],
    day: [{ day: today, sums: total }],
    key: [
      {
        apiKey: { id: 'k', name: 'CI', prefix: 'pl_live_Ab' },
        user: { id: 'u', name: 'Ada L', email: 'ada@b.example' },
        sums: total,
      },
      { apiKey: { id: 'gone', name: null, prefix: null }, user: null, sums: sums() },
    ],
  };
  const range = { from: query.get('from') ?? '', to: query.get('to') ?? '' };
  return { ...range, group, rows: rows[group], found: rows[group].length, total };
}

describe('Usage & Cost', () => {
  let api: FakeApi;
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api = fakeApi([
      [getUsage, ({ url }: { url: string }) => answerFor(url)],
      [listEstimateAccuracy, []],
    ]);
  });
  afterEach(() => {
    cleanup();
    api.restore();
    jest.restoreAllMocks();
  });

  it('says what was spent, where that comes from, and what is unknown', async () => {
    renderScreen(<UsageAndCost />);
    expect((await screen.findAllByText('≈ $1.50')).length).toBeGreaterThan(0);
    expect(screen.getByText('$1.00 by providers, $0.50 estimated')).toBeTruthy();
    expect(screen.getByText('3 failed')).toBeTruthy();
    expect(screen.getByText('1,200 in, 800 out')).toBeTruthy();
    const row = (await screen.findByRole('rowheader', { name: 'Sage' })).closest('tr')!;
    expect(within(row).getByText('Unknown')).toBeTruthy();
    expect(within(row).getByText('4 calls')).toBeTruthy();
  });

  it('says that the table could not be read, under figures that could', async () => {
    api.answer(getUsage, ({ url }: { url: string }) =>
      url.includes('group=day') ? answerFor(url) : Response.json({ error: 'No.' }, { status: 403 }),
    );
    renderScreen(<UsageAndCost />);
    expect(await screen.findByText('This table could not be read.')).toBeTruthy();
    expect(screen.getByText('3 failed')).toBeTruthy();
  });

  it('groups by API key, named beside its owner as long as there is one', async () => {
    renderScreen(<UsageAndCost />);
    fireEvent.click(await screen.findByRole('radio', { name: 'API Key' }));
    expect(await screen.findByText('CI (pl_live_Ab…)')).toBeTruthy();
    expect(screen.getByText('ada@b.example')).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Revoked key' })).toBeTruthy();
  });

  it('groups by user and by day', async () => {
    renderScreen(<UsageAndCost />);
    fireEvent.click(await screen.findByRole('radio', { name: 'User' }));
    expect(await screen.findByText('ada@b.example')).toBeTruthy();
    expect(screen.getByRole('rowheader', { name: 'Erased accounts' })).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Day' }));
    expect(await screen.findByRole('rowheader', { name: today })).toBeTruthy();
  });

  it('has its chart as a table too, of cost, calls or tokens', async () => {
    renderScreen(<UsageAndCost />);
    const region = () => screen.getByRole('region', { name: /per day$/, hidden: true });
    await screen.findByText('Cost per day');
    expect(within(region()).getAllByRole('row', { hidden: true })).toHaveLength(31);
    expect(within(region()).getByText('≈ $1.50')).toBeTruthy();
    fireEvent.click(screen.getByRole('radio', { name: 'Tokens' }));
    expect(within(region()).getByText('2,000')).toBeTruthy();
    expect(screen.getByText(`at most 2,000, on ${today} (UTC)`)).toBeTruthy();
  });

  it('requests other days, but no range that is not valid', async () => {
    renderScreen(<UsageAndCost />);
    await screen.findByText('Cost per day');
    fireEvent.click(screen.getByRole('radio', { name: '7 days' }));
    await waitFor(() => expect(screen.getByText(/^at most/)).toBeTruthy());
    const requested = () => api.callsOf(getUsage).map(({ url }) => new URL(url, 'http://x').searchParams.get('from'));
    const week = dayOf(Date.now() - 6 * 86_400_000);
    await waitFor(() => expect(requested()).toContain(week));
    const before = requested().length;
    fireEvent.change(screen.getByLabelText('From'), { target: { value: '2020-01-01' } });
    expect(screen.getByRole('alert').textContent).toBe('Choose at most 366 days.');
    expect(requested()).toHaveLength(before);
    const link = screen.getByRole('link', { name: 'Export CSV' });
    expect(link.getAttribute('href')).toBe(`/api/admin/usage/export?from=${week}&to=${today}`);
  });

  it('says how good estimates were, per service', async () => {
    const gpt = { name: 'gpt', displayName: 'ChatGPT', color: '#10a37f' };
    api.answer(listEstimateAccuracy, [{ aiService: gpt, calls: 10, within: 7, medianRatio: 1.2 }]);
    renderScreen(<UsageAndCost />);
    const region = await screen.findByRole('region', { name: 'How good estimates were', hidden: false });
    expect(await within(region).findByText('70 % of 10 replies')).toBeTruthy();
    expect(within(region).getByText('20 % above the estimate')).toBeTruthy();
  });

  it('says that no estimate can be judged yet, and that it does not know', async () => {
    renderScreen(<UsageAndCost />);
    expect(await screen.findByText(/^No reply of these days had both/)).toBeTruthy();
    cleanup();
    api.answer(listEstimateAccuracy, Response.json({ error: 'Away.' }, { status: 403 }));
    renderScreen(<UsageAndCost />);
    const description = 'How good they were could not be read.';
    const retry = await screen.findByRole('button', { name: 'Retry', description });
    api.answer(listEstimateAccuracy, []);
    fireEvent.click(retry);
    expect(await screen.findByText(/^No reply of these days had both/)).toBeTruthy();
  });

  it('says when there is nothing', async () => {
    api.answer(getUsage, ({ url }: { url: string }) => ({
      ...answerFor(url, sums({ calls: 0, unpricedCalls: 0 })),
      rows: [],
      found: 0,
    }));
    renderScreen(<UsageAndCost />);
    expect(await screen.findByText('No usage in these days')).toBeTruthy();
  });

  it('begins with calls where no cost is known at all', async () => {
    const none = { amount: 0, reported: 0, estimated: 0, currency: 'USD' };
    api.answer(getUsage, ({ url }: { url: string }) => answerFor(url, sums({ cost: none, unpricedCalls: 40 })));
    renderScreen(<UsageAndCost />);
    expect(await screen.findByText('Calls per day')).toBeTruthy();
    expect(screen.getAllByText('Unknown').length).toBeGreaterThan(0);
  });

  it('is closed when the server says so', async () => {
    api.answer(getUsage, Response.json({ error: 'No.' }, { status: 403 }));
    renderScreen(<UsageAndCost />);
    expect(await screen.findByText('Admin Access Required')).toBeTruthy();
  });
});
