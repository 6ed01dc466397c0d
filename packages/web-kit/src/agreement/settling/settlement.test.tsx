import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  cancelSettling,
  createSettling,
  estimateSettling,
  getCurrentUser,
  getPreferences,
  getSettling,
  listAgreementMaps,
  type Estimate,
  type SettleAnswer,
  type SettleRound,
  type Settling,
} from '@polylogue/api-contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { approved } from '../../test/approved.js';
import { fakeApi, type FakeApi } from '../../test/fake-api.js';
import { renderScreen } from '../../test/render-screen.js';
import { AgreementMaps } from '../agreement-maps.js';
import { map, replies, services, showDialogs, uuid } from '../map.fixture.js';

let api: FakeApi;
const disputed = map({
  claims: map().claims.map((claim) => (claim.id === 1 ? { ...claim, agreement: 50 } : claim)),
});
const label = (index: number) => disputed.replies[index]!.aiService;
const answer = (index: number, more: Partial<SettleAnswer> = {}): SettleAnswer => ({
  messageId: uuid(11 + index),
  aiService: label(index),
  status: 'completed',
  views: [],
  ...more,
});
const round = (more: Partial<SettleRound> = {}): SettleRound => ({
  id: uuid(31),
  number: 1,
  status: 'completed',
  claims: [2, 1],
  answers: [],
  timestamp: '2026-11-24T09:12:00Z',
  ...more,
});
const settling = (more: Partial<Settling> = {}): Settling => ({
  mapId: disputed.id,
  roundsLeft: 2,
  rounds: [],
  claims: [],
  open: [
    { claim: 2, aiServices: ['sage', 'brief', 'contrarian'] },
    { claim: 1, aiServices: ['sage', 'contrarian'] },
  ],
  ...more,
});
const price: Estimate = {
  services: [
    { aiService: 'sage', price: 'known', cost: null, seconds: null },
    { aiService: 'brief', price: 'known', cost: null, seconds: null },
  ],
  cost: { low: 0.01, high: 0.04, currency: 'USD' },
  seconds: 7.8,
};
const settled = settling({
  roundsLeft: 1,
  rounds: [
    round({
      answers: [
        answer(0, {
          views: [
            { claim: 2, view: 'changed', reason: 'A lease lapses.' },
            { claim: 1, view: 'kept', reason: 'Time is short.' },
          ],
          generation: {
            service: { displayName: 'Demo Sage', color: '#ac430e' },
            model: 'sage-1',
            settings: { webSearch: true },
            sources: [{ url: 'https://example.org/leases', title: 'On leases' }],
          },
        }),
        answer(1, { status: 'failed', error: 'The provider said overloaded.' }),
        answer(2, { views: [{ claim: 2, view: 'unsure', reason: 'It depends.' }] }),
      ],
      responseTime: 7_200,
      cost: { amount: 0.0312, currency: 'USD', source: 'estimate' },
    }),
  ],
  claims: [
    { claim: 2, before: 66.667, after: 100 },
    { claim: 1, before: 50, after: null },
  ],
  open: [{ claim: 1, aiServices: ['sage', 'contrarian'] }],
});

const open = (known: Settling) => {
  api.answer(getSettling, known);
  renderScreen(<AgreementMaps replies={replies} services={services} accents={new Map()} onShow={() => undefined} />);
};
const disputes = () => screen.findByRole('region', { name: 'Disputes' });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const begun = () => api.callsOf(createSettling);

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  showDialogs();
  api = fakeApi([
    [getCurrentUser, approved],
    [getPreferences, { askAbove: 1 }],
    [listAgreementMaps, [disputed]],
    [estimateSettling, price],
  ]);
});
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

describe('the disputes of a map', () => {
  it('go back when the user wants it, all or some, with the price of those before the click', async () => {
    open(settling());
    const region = await disputes();
    await within(region).findByText('≈ $0.01–0.04 · about 8 s · 2 services');
    expect(within(region).getByText('2 rounds left')).toBeTruthy();
    fireEvent.click(
      within(region).getByRole('checkbox', { name: '1 A booking system should hold a seat with a lease.' }),
    );
    await waitFor(() => expect(api.callsOf(estimateSettling).at(-1)?.body).toEqual({ claims: [1] }));
    api.answer(createSettling, () => {
      const answers = [answer(0, { status: 'pending' }), answer(2, { status: 'completed' })];
      const known = settling({ roundsLeft: 1, rounds: [round({ status: 'pending', claims: [1], answers })] });
      api.answer(getSettling, known);
      return Response.json(known, { status: 202 });
    });
    press('Settle 1 dispute');
    await within(region).findByText(/^1 of 2 services has answered…/);
    expect(within(region).getByText(/is asked…/)).toBeTruthy();
    expect(begun()[0]?.body).toEqual({ claims: [1] });
    expect(begun()[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
    expect(within(region).queryByRole('button', { name: /^Settle/ })).toBeNull();
    // Followed until it has ended.
    api.answer(getSettling, settled);
    await within(region).findByText('A lease lapses.', { exact: false });
  });

  it('are asked about first above the amount of the user', async () => {
    api.answer(estimateSettling, { ...price, cost: { low: 1, high: 3, currency: 'USD' } });
    open(settling());
    await screen.findByText(/^≈ \$1\.00–3\.00/);
    press('Settle 2 disputes');
    const question = await screen.findByRole('dialog', { name: 'This will cost about $1.00–3.00. Settle?' });
    fireEvent.click(within(question).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(begun()).toHaveLength(0);
  });

  it('cannot go back when none is chosen', async () => {
    open(settling());
    for (const box of within(await disputes()).getAllByRole('checkbox')) fireEvent.click(box);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Settle 0 disputes' }).disabled).toBe(true);
  });

  it('that could not go back say why', async () => {
    open(settling());
    await disputes();
    const sentence = 'This map is being settled. Wait for the round to end, or stop it.';
    api.answer(createSettling, Response.json({ error: sentence, code: 'being_settled' }, { status: 409 }));
    press('Settle 2 disputes');
    await screen.findByText('The disputes could not be settled', { selector: '.pl-toast-title' });
    expect(screen.getAllByText(sentence).length).toBeGreaterThan(0);
  });

  it('are not asked for where there are none', async () => {
    api.answer(listAgreementMaps, [map({ claims: map().claims.slice(1) })]);
    open(settling());
    await screen.findByRole('grid');
    expect(api.callsOf(getSettling)).toHaveLength(0);
    expect(screen.queryByRole('region', { name: 'Disputes' })).toBeNull();
  });
});

describe('what came of a round', () => {
  it('stands by claim: who changed its mind and why, with sources, and the figure after beside that of the map', async () => {
    open(settled);
    const list = within(await disputes()).getByRole('list', { name: 'Claims that went back' });
    const [first, second] = within(list)
      .getAllByText(/agreement/)
      .map((each) => each.closest('li')!);
    expect(first!.textContent).toContain('67 % agreement → 100 % after settling');
    expect(first!.textContent).toContain('Demo Sage changed its mind: A lease lapses.');
    expect(first!.textContent).toContain('Demo Contrarian is not sure any more: It depends.');
    expect(
      within(first!)
        .getByRole('link', { name: /On leases/ })
        .getAttribute('href'),
    ).toBe('https://example.org/leases');
    expect(second!.textContent).toContain('50 % agreement → – after settling');
    expect(second!.textContent).toContain('Demo Sage keeps its view: Time is short.');
    // The figures of the map stay.
    expect(screen.getByText('83 % agreement · 3 claims · 2 disputed', { ignore: '[role=status]' })).toBeTruthy();
    const figures = screen
      .getAllByRole('gridcell')
      .filter(({ textContent }) => textContent?.includes('after settling'));
    expect(figures.map(({ textContent }) => textContent)).toEqual([
      '67 %after settling → 100 %',
      '50 %after settling → –',
    ]);
  });

  it('says who gave no view and why, and what it cost', async () => {
    open(settled);
    const region = await disputes();
    expect(region.textContent).toContain('Demo Brief gave no view. The provider said overloaded.');
    expect(within(region).getByText(/^Round 1 · .* · 7\.2 s · \$0\.031$/)).toBeTruthy();
    expect(within(region).getByRole('group', { name: 'Settle what is still in dispute' })).toBeTruthy();
    expect(within(region).getAllByRole('checkbox')).toHaveLength(1);
  });

  it('says what is said now, what was said before, and offers no third round', async () => {
    const [one] = settled.rounds;
    const again = round({
      id: uuid(32),
      number: 2,
      answers: [answer(0, { views: [{ claim: 1, view: 'kept', reason: 'So.' }] })],
    });
    open({ ...settled, roundsLeft: 0, rounds: [one!, again] });
    const region = await disputes();
    expect(region.textContent).toContain('Demo Sage keeps its view: So.');
    const before = within(region).getByText('What they said in round 1').closest('details')!;
    expect(before.textContent).toContain('Demo Sage keeps its view: Time is short.');
    expect(within(region).getAllByText(/^What they said/)).toHaveLength(1);
    expect(within(region).queryByRole('button')).toBeNull();
  });
});

describe('a round under way', () => {
  it('is cancelled, and what ended it is said', async () => {
    const answers = [answer(0, { status: 'pending' })];
    open(settling({ rounds: [round({ status: 'pending', answers })] }));
    api.answer(cancelSettling, () => {
      const stopped = round({
        status: 'cancelled',
        error: 'Stopped.',
        answers: [answer(0, { status: 'cancelled', error: 'Stopped.' })],
      });
      api.answer(getSettling, settling({ rounds: [stopped] }));
      return { cancelled: true };
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect((await disputes()).textContent).toContain('Cancelled Stopped.');
    expect((await disputes()).textContent).not.toContain('gave no view');
  });
});
