import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  cancelAgreementMap,
  createAgreementMap,
  deleteAgreementMap,
  estimateAgreementMap,
  estimateMergedAnswer,
  getAgreementMap,
  getCurrentUser,
  getPreferences,
  getDefaultExtractor,
  listAgreementMaps,
  listMergedAnswers,
  markClaim,
  type AgreementCell,
  type AgreementMap,
  type Estimate,
} from '@polylogue/api-contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { approved } from '../test/approved.js';
import { fakeApi, type FakeApi } from '../test/fake-api.js';
import { renderScreen } from '../test/render-screen.js';
import { AgreementMaps } from './agreement-maps.js';
import { answer } from './answer.fixture.js';
import { map, replies, services, showDialogs, uuid } from './map.fixture.js';

let api: FakeApi;
const onShow = jest.fn<(cell: AgreementCell) => void>();
const open = (...maps: AgreementMap[]) => {
  api.answer(listAgreementMaps, maps);
  renderScreen(<AgreementMaps replies={replies} services={services} accents={new Map()} onShow={onShow} />);
};
const refused = (status: number) => Response.json({ error: 'No.', code: 'no', requestId: 'r' }, { status });
const press = (name: string | RegExp) => fireEvent.click(screen.getByRole('button', { name }));
const grid = () => screen.findByRole('grid', { name: 'Agreement map by Demo Reader' });
const cellOf = (name: RegExp) => screen.getByRole('button', { name });
const toastTitle = (title: string) => screen.findByText(title, { selector: '.pl-toast-title' });

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  onShow.mockClear();
  showDialogs();
  api = fakeApi();
});
afterEach(() => {
  for (const close of screen.queryAllByRole('button', { name: 'Close' })) fireEvent.click(close);
  cleanup();
  api.restore();
  jest.restoreAllMocks();
  Reflect.deleteProperty(window, 'matchMedia');
});

const reader = { name: 'reader', displayName: 'Demo Reader', color: '#777777' };

describe('a new map', () => {
  it('is made of the replies by whom the server chooses, and followed until it is there', async () => {
    open();
    const pending = map({ status: 'pending', claims: [], agreement: null, timestamp: new Date().toISOString() });
    api.answer(createAgreementMap, () => {
      api.answer(listAgreementMaps, [pending]);
      return Response.json(pending, { status: 202 });
    });
    api.answer(getAgreementMap, pending);
    press('Map 3 replies');
    expect(await screen.findByText(/^Finding claims in 3 replies…/)).toBeTruthy();
    expect(api.callsOf(createAgreementMap)[0]?.body).toEqual({ messageIds: [uuid(11), uuid(12), uuid(13)] });
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Map 3 replies' }).disabled).toBe(true);
    api.answer(getAgreementMap, map());
    await grid();
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Agreement map by Demo Reader: 83 % agreement · 3 claims · 1 disputed',
    );
  });

  it.each([
    [{ aiService: reader }, 'Demo Reader, the default', undefined],
    [{ aiService: null, note: 'It is away.' }, 'A service that did not answer', 'It is away.'],
  ])('names whom administrators chose, or says why not: %j', async (found, label, note) => {
    api.answer(getDefaultExtractor, found);
    open();
    expect(await screen.findByRole('option', { name: label })).toBeTruthy();
    if (note) expect(await screen.findByText(new RegExp(`looked up in the reply. ${note}$`))).toBeTruthy();
    else expect(screen.getByText(/looked up in the reply\.$/)).toBeTruthy();
  });

  it('is made by a connected text service the user chooses', async () => {
    open();
    api.answer(createAgreementMap, () => Response.json(map(), { status: 202 }));
    const select = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Claims found by' });
    expect([...select.options].map(({ text }) => text)).toEqual([
      'A service that did not answer',
      'Demo Sage',
      'Demo Brief',
      'Demo Contrarian',
      'Demo Reader',
    ]);
    fireEvent.change(select, { target: { value: 'sage' } });
    press('Map 3 replies');
    await waitFor(() => expect(api.callsOf(createAgreementMap)[0]?.body).toMatchObject({ extractorAI: 'sage' }));
  });

  it('that cannot be started says why, and looks whether it was all the same', async () => {
    open();
    await waitFor(() => expect(api.callsOf(listAgreementMaps)).toHaveLength(1));
    api.answer(createAgreementMap, refused(429));
    press('Map 3 replies');
    await toastTitle('The agreement map could not be started');
    await waitFor(() => expect(api.callsOf(listAgreementMaps)).toHaveLength(2));
  });
});

describe('what a map costs', () => {
  const price = (more: Partial<Estimate> = {}): Estimate => ({
    services: [{ aiService: 'reader', price: 'known', cost: null, seconds: null }],
    cost: { low: 0.4, high: 1.2, currency: 'USD' },
    seconds: 8.3,
    ...more,
  });
  const made = () => api.callsOf(createAgreementMap).length;
  const start = (askAbove: number | null, known = price()) => {
    api.answer(getCurrentUser, approved);
    api.answer(getPreferences, { askAbove });
    api.answer(estimateAgreementMap, known);
    api.answer(createAgreementMap, () => Response.json(map(), { status: 202 }));
    open();
  };
  const question = () => screen.findByRole('dialog', { name: 'This will cost about $0.40–1.20. Map?' });

  it('stands before the click, for whom the user chooses', async () => {
    start(null);
    expect(await screen.findByText('≈ $0.40–1.20 · about 8 s')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Claims found by' }), { target: { value: 'sage' } });
    await waitFor(() =>
      expect(api.callsOf(estimateAgreementMap).at(-1)?.body).toEqual({
        messageIds: [uuid(11), uuid(12), uuid(13)],
        extractorAI: 'sage',
      }),
    );
    expect(made()).toBe(0);
  });

  it.each<[Partial<Estimate>, string]>([
    [{ cost: null, services: [{ aiService: 'r', price: 'free', cost: null, seconds: null }] }, 'Free · about 8 s'],
    [
      { cost: null, services: [{ aiService: 'r', price: 'unknown', cost: null, seconds: null, note: 'Not known.' }] },
      'Price unknown · about 8 s',
    ],
  ])('is said to be what it is: %j', async (more, line) => {
    start(null, price(more));
    expect(await screen.findByText(line)).toBeTruthy();
  });

  it('is asked about first above the amount of the user, and nothing is made when the answer is no', async () => {
    start(1);
    await screen.findByText(/^≈/);
    press('Map 3 replies');
    fireEvent.click(within(await question()).getByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(made()).toBe(0);
    press('Map 3 replies');
    fireEvent.click(within(await question()).getByRole('button', { name: 'Map' }));
    await waitFor(() => expect(made()).toBe(1));
  });

  it('is not asked about below it, nor while it is not known', async () => {
    start(5);
    await screen.findByText(/^≈/);
    press('Map 3 replies');
    await waitFor(() => expect(made()).toBe(1));
    api.answer(estimateAgreementMap, refused(503));
    fireEvent.change(screen.getByRole('combobox', { name: 'Claims found by' }), { target: { value: 'sage' } });
    expect(await screen.findByText('No estimate right now')).toBeTruthy();
    press('Map 3 replies');
    await waitFor(() => expect(made()).toBe(2));
  });

  it('stands on the map when it is made', async () => {
    open(map({ cost: { amount: 0.0123, currency: 'USD', source: 'estimate' } }));
    expect(await screen.findByText(/ · 4\.1 s · \$0\.012$/)).toBeTruthy();
  });
});

describe('the key of a click', () => {
  const keyOf = (index: number) => api.callsOf(createAgreementMap)[index]?.headers.get('idempotency-key');

  it('is the same for a double click and after a lost answer, and new after an answer', async () => {
    open();
    api.answer(createAgreementMap, () => {
      throw new Error('The line broke.');
    });
    press('Map 3 replies');
    press('Map 3 replies');
    await toastTitle('The agreement map could not be started');
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Map 3 replies' }).disabled).toBe(false),
    );
    const lost = api.callsOf(createAgreementMap).length;
    api.answer(createAgreementMap, () => Response.json(map(), { status: 202 }));
    press('Map 3 replies');
    await waitFor(() => expect(api.callsOf(createAgreementMap)).toHaveLength(lost + 1));
    await waitFor(() =>
      expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Map 3 replies' }).disabled).toBe(false),
    );
    press('Map 3 replies');
    await waitFor(() => expect(api.callsOf(createAgreementMap)).toHaveLength(lost + 2));
    const keys = api.callsOf(createAgreementMap).map((_call, index) => keyOf(index));
    expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
    expect(new Set(keys.slice(0, lost + 1)).size).toBe(1);
    expect(keys[lost + 1]).not.toBe(keys[0]);
  });
});

describe('a map that is being made', () => {
  it('is cancelled', async () => {
    open(map({ status: 'pending', claims: [], agreement: null }));
    api.answer(getAgreementMap, map({ status: 'pending', claims: [], agreement: null }));
    api.answer(cancelAgreementMap, () => {
      const cancelled = map({ status: 'cancelled', claims: [], agreement: null });
      api.answer(listAgreementMaps, [cancelled]);
      api.answer(getAgreementMap, cancelled);
      return { cancelled: true };
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('and was deleted elsewhere is gone', async () => {
    open(map({ status: 'pending', claims: [], agreement: null }));
    api.answer(getAgreementMap, () => {
      api.answer(listAgreementMaps, []);
      return refused(404);
    });
    await screen.findByText(/^Finding claims in/);
    await waitFor(() => expect(screen.queryByText(/^Finding claims in/)).toBeNull());
  });
});

describe('a map that did not come to its end', () => {
  it.each([
    ['failed', 'Failed'],
    ['interrupted', 'Interrupted'],
  ] as const)('%s: says why, and is made once more by the same', async (status, label) => {
    const ended = map({ status, claims: [], agreement: null, error: 'Demo Reader fell silent.' });
    open(ended);
    expect(await screen.findByText(label)).toBeTruthy();
    expect(screen.getByText(/Demo Reader fell silent\./)).toBeTruthy();
    api.answer(createAgreementMap, () => {
      api.answer(listAgreementMaps, [ended, map({ id: uuid(22) })]);
      return Response.json(map({ id: uuid(22) }), { status: 202 });
    });
    press('Retry');
    await waitFor(() =>
      expect(api.callsOf(createAgreementMap)[0]?.body).toEqual({
        messageIds: [uuid(11), uuid(12), uuid(13)],
        extractorAI: 'reader',
      }),
    );
    await grid();
  });
});

describe('a map', () => {
  it('shows claims down, services across, the figure of each claim and of all', async () => {
    open(map());
    const table = await grid();
    expect(screen.getByText('83 % agreement · 3 claims · 1 disputed', { ignore: '[role=status]' })).toBeTruthy();
    const headers = within(table).getAllByRole('columnheader');
    expect(headers.map(({ textContent }) => textContent)).toEqual([
      'Claim',
      'Demo Sage',
      'Demo Brief',
      'Demo Contrarian',
      'Agree',
    ]);
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows.map((row) => within(row).getAllByRole('gridcell').at(-1)?.textContent)).toEqual(['67 %', '100 %', '–']);
    const stances = within(rows[0]!).getAllByRole('gridcell');
    expect(stances.slice(0, 3).map(({ textContent }) => textContent)).toEqual(['says', 'says', 'contradicts']);
    expect(cellOf(/^Claim 1, Demo Contrarian: contradicts – “Leases only move the problem”$/)).toBeTruthy();
    expect(cellOf(/^Claim 2, Demo Brief: silent – does not speak of it$/)).toBeTruthy();
  });

  it('without claims says so', async () => {
    open(map({ claims: [], agreement: null }));
    expect(await screen.findByText('No claims were found that could be compared.')).toBeTruthy();
    expect(screen.queryByRole('grid')).toBeNull();
  });

  it('is walked through with the arrow keys, from one tab stop, and shows the quote of where one is', async () => {
    open(map());
    const table = await grid();
    const user = userEvent.setup();
    expect(
      within(table)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toHaveLength(1);
    within(table).getByRole('button', { name: 'Mark claim 1 as settled' }).focus();
    await user.keyboard('{End}');
    expect(document.activeElement).toBe(cellOf(/^Claim 1, Demo Contrarian/));
    expect(screen.getByText('“Leases only move the problem”')).toBeTruthy();
    await user.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}');
    expect(document.activeElement).toBe(cellOf(/^Claim 3, Demo Brief: unproven/));
    expect(screen.getByText(/no passage of the reply proves a stance/)).toBeTruthy();
    expect(
      within(table)
        .getAllByRole('button')
        .filter(({ tabIndex }) => tabIndex === 0),
    ).toEqual([document.activeElement]);
    await user.keyboard('{Enter}');
    expect(onShow).not.toHaveBeenCalled();
    await user.keyboard('{ArrowRight}{Enter}');
    expect(onShow).toHaveBeenCalledWith(map().claims[2]!.cells[2]!);
  });

  it('shows the quote under the pointer, and goes back to that of the focus', async () => {
    open(map());
    const table = await grid();
    fireEvent.focus(cellOf(/^Claim 1, Demo Sage/));
    fireEvent.pointerEnter(cellOf(/^Claim 2, Demo Contrarian/));
    expect(screen.getByText('“below the lease”')).toBeTruthy();
    fireEvent.pointerLeave(table);
    expect(screen.getByText('“hold each seat with a lease”')).toBeTruthy();
  });

  it('leads from a cell to its passage', async () => {
    open(map());
    await grid();
    fireEvent.click(cellOf(/^Claim 1, Demo Contrarian/));
    expect(onShow).toHaveBeenCalledWith(map().claims[0]!.cells[2]!);
  });

  it('is deleted, and stays when it cannot be', async () => {
    open(map());
    await grid();
    api.answer(deleteAgreementMap, refused(503));
    press('Delete this agreement map');
    await toastTitle('The agreement map could not be deleted');
    api.answer(deleteAgreementMap, new Response(null, { status: 204 }));
    press('Delete this agreement map');
    await waitFor(() => expect(screen.queryByRole('grid')).toBeNull());
  });

  it('of before is folded away under the newest', async () => {
    const newest = map({ id: uuid(22), extractor: { name: 'sage', displayName: 'Demo Sage', color: '#ac430e' } });
    open(map(), newest);
    expect(await screen.findByRole('region', { name: 'Agreement map by Demo Sage' })).toBeTruthy();
    const earlier = screen.getByText('1 earlier map').closest('details')!;
    expect(earlier.open).toBe(false);
    expect(within(earlier).getByText('Agreement map by Demo Reader')).toBeTruthy();
  });

  it.each([
    ['Write one answer', []],
    ['Rewrite', [answer()]],
    ['Retry', [answer({ status: 'failed', sentences: [] })]],
  ])('of before is not asked for the price of what is folded away: %s', async (deed, answers) => {
    api.answer(getCurrentUser, approved);
    api.answer(listMergedAnswers, answers);
    api.answer(estimateMergedAnswer, { services: [], cost: { low: 0.4, high: 1.2, currency: 'USD' }, seconds: 8.3 });
    open(map(), map({ id: uuid(22) }));
    await waitFor(() => expect(screen.getAllByRole('button', { name: deed, hidden: true })).toHaveLength(2));
    await screen.findByText('≈ $0.40–1.20 · about 8 s');
    const asked = api.callsOf(estimateMergedAnswer).map(({ url }) => url);
    expect(asked).toEqual([expect.stringContaining(uuid(22))]);
  });
});

describe('a mark', () => {
  const mark = (name: string) => screen.getByRole('button', { name: `Mark claim 1 as ${name}` });
  const isGiven = (name: string) => mark(name).getAttribute('aria-pressed') === 'true';

  it('is shown at once and kept; another takes its place, and the same again takes it away', async () => {
    open(map());
    await grid();
    api.answer(markClaim, map());
    fireEvent.click(mark('wrong'));
    await waitFor(() => expect(isGiven('wrong')).toBe(true));
    fireEvent.click(mark('important'));
    await waitFor(() => expect(isGiven('important')).toBe(true));
    expect(isGiven('wrong')).toBe(false);
    fireEvent.click(mark('important'));
    await waitFor(() => expect(isGiven('important')).toBe(false));
    await waitFor(() => expect(api.callsOf(markClaim)).toHaveLength(3));
    expect(api.callsOf(markClaim).map(({ body }) => body)).toEqual([
      { mark: 'wrong' },
      { mark: 'important' },
      { mark: null },
    ]);
    // By its id within the map, whatever its place in it.
    expect(api.callsOf(markClaim)[0]?.url).toBe(`/api/agreement-maps/${uuid(21)}/claims/2/mark`);
  });

  it('that could not be kept is taken back, with the reason', async () => {
    open(map());
    await grid();
    let answer: (response: Response) => void = () => undefined;
    api.answer(markClaim, () => new Promise<Response>((resolve) => (answer = resolve)));
    fireEvent.click(mark('settled'));
    await waitFor(() => expect(isGiven('settled')).toBe(true));
    await waitFor(() => expect(api.callsOf(markClaim)).toHaveLength(1));
    answer(refused(503));
    await toastTitle('The mark could not be kept');
    expect(isGiven('settled')).toBe(false);
  });
});

describe('on a phone', () => {
  beforeEach(() => {
    const list = { matches: true, addEventListener: () => undefined, removeEventListener: () => undefined };
    window.matchMedia = () => list as unknown as MediaQueryList;
  });

  it('a map is read claim by claim, with the quotes in sight', async () => {
    open(map());
    const list = await screen.findByRole('list', { name: 'Agreement map by Demo Reader' });
    expect(screen.queryByRole('grid')).toBeNull();
    expect(within(list).getByText('67 % agreement')).toBeTruthy();
    expect(within(list).getByText('“Leases only move the problem”')).toBeTruthy();
    fireEvent.click(cellOf(/^Claim 1, Demo Contrarian: contradicts/));
    expect(onShow).toHaveBeenCalledWith(map().claims[0]!.cells[2]!);
    expect(within(list).getByText('silent: Demo Brief')).toBeTruthy();
    expect(within(list).getByText(/^no passage of the reply proves a stance/)).toBeTruthy();
    expect(within(list).getByRole('button', { name: 'Mark claim 3 as wrong' }).textContent).toBe('Wrong');
  });
});
