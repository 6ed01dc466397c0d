import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import {
  cancelMergedAnswer,
  continueMergedAnswer,
  createMergedAnswer,
  deleteMergedAnswer,
  estimateMergedAnswer,
  exportMergedAnswer,
  followMergedAnswer,
  getCurrentUser,
  getPreferences,
  listMergedAnswers,
  type AgreementCell,
  type Estimate,
  type MergedAnswer,
} from '@polylogue/api-contract';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { approved } from '../test/approved.js';
import { fakeApi, type FakeApi } from '../test/fake-api.js';
import { renderScreen } from '../test/render-screen.js';
import { answer, sentence } from './answer.fixture.js';
import { map, services, showDialogs, uuid } from './map.fixture.js';
import MergedAnswers from './merged-answers.js';

let api: FakeApi;
const onShow = jest.fn<(cell: AgreementCell) => void>();
const open = (...answers: MergedAnswer[]) => {
  api.answer(listMergedAnswers, answers);
  return renderScreen(<MergedAnswers map={map()} isNewest services={services} accents={new Map()} onShow={onShow} />);
};
const events = (...frames: [event: string, data: unknown][]) =>
  new Response(frames.map(([event, data]) => `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
const refused = (status: number) => Response.json({ error: 'No.', code: 'no', requestId: 'r' }, { status });
const button = (name: string | RegExp) => screen.findByRole<HTMLButtonElement>('button', { name });
const press = async (name: string | RegExp) => fireEvent.click(await button(name));
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
});

describe('a first answer', () => {
  it('is begun with a click, once however often it is sent, and comes sentence by sentence', async () => {
    open();
    const pending = answer({ status: 'pending', sentences: [], timestamp: new Date().toISOString() });
    api.answer(createMergedAnswer, () => {
      throw new TypeError('The line broke.');
    });
    await press('Write one answer');
    await toastTitle('The answer could not be started');
    api.answer(createMergedAnswer, () => {
      api.answer(listMergedAnswers, [pending]);
      return Response.json(pending, { status: 202 });
    });
    let end = () => {};
    api.answer(followMergedAnswer, () => {
      const text = new TextEncoder();
      const written = { sentences: [sentence('Keep time-outs below the lease.', [1])] };
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => {
          controller.enqueue(text.encode(`event: written\ndata: ${JSON.stringify(written)}\n\n`));
          end = () => {
            controller.enqueue(text.encode(`event: done\ndata: ${JSON.stringify(answer())}\n\n`));
            controller.close();
          };
        },
      });
      return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
    });
    await press('Write one answer');
    expect(await screen.findByText(/^Keep time-outs below the lease\./)).toBeTruthy();
    expect(screen.getByText(/^Writing one answer…/)).toBeTruthy();
    const keys = api.callsOf(createMergedAnswer).map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    end();
    await waitFor(() =>
      expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
        'One answer by Demo Reader: 3 sentences · 1 disputed · 1 unproven',
      ),
    );
  });

  it('is written by a connected text service the user chooses', async () => {
    open();
    api.answer(createMergedAnswer, () => Response.json(answer(), { status: 202 }));
    const select = await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Written by' });
    expect([...select.options].map(({ text }) => text)).toEqual([
      'Demo Reader, who found the claims',
      'Demo Sage',
      'Demo Brief',
      'Demo Contrarian',
    ]);
    fireEvent.change(select, { target: { value: 'sage' } });
    await press('Write one answer');
    await waitFor(() => expect(api.callsOf(createMergedAnswer)[0]?.body).toEqual({ writerAI: 'sage' }));
  });

  it('that is not loaded is not taken for none', async () => {
    api.answer(listMergedAnswers, () => refused(400));
    renderScreen(<MergedAnswers map={map()} isNewest services={services} accents={new Map()} onShow={onShow} />);
    await screen.findByText(/could not be loaded/);
    expect(screen.queryByRole('button', { name: 'Write one answer' })).toBeNull();
    api.answer(listMergedAnswers, []);
    await press('Retry');
    await button('Write one answer');
  });
});

describe('an answer', () => {
  it('leads from each sentence to the passages behind it', async () => {
    open(answer());
    const version = await screen.findByRole('region', { name: 'One answer by Demo Reader, version 1' });
    expect(within(version).getByText('Unproven')).toBeTruthy();
    expect(version.textContent).toContain('No reply stands behind this.');
    await press('Demo Sage says: “shorter than the lease”');
    expect(onShow).toHaveBeenCalledWith(map().claims[1]!.cells[0]!);
  });

  it('keeps a dispute, and unfolds both sides', async () => {
    open(answer());
    const toggle = await button('Both sides: 2 for, 1 against');
    expect(toggle.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText('The writer left this out.', { exact: false })).toBeTruthy();
    expect(screen.queryByRole('button', { name: /^Demo Contrarian contradicts/ })).toBeNull();
    fireEvent.click(toggle);
    await press('Demo Contrarian contradicts: “Leases only move the problem”');
    expect(onShow).toHaveBeenCalledWith(map().claims[0]!.cells[2]!);
    expect(screen.getByRole('button', { name: 'Demo Brief says: “Take a lease.”' })).toBeTruthy();
  });

  it('is rewritten from its claims, by a wish or own words, and all versions stay', async () => {
    const second = answer({
      id: uuid(32),
      version: 2,
      steering: 'Shorter',
      basedOn: 1,
      sentences: [sentence('Brief.')],
    });
    open(answer());
    api.answer(createMergedAnswer, () => Response.json(second, { status: 202 }));
    await press('Shorter');
    await screen.findByText(/^Brief\./);
    expect(api.callsOf(createMergedAnswer)[0]!.body).toEqual({ steering: 'Shorter', basedOn: uuid(31) });
    const versions = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Version' });
    expect([...versions.options].map(({ text }) => text)).toEqual(['Version 1', 'Version 2 · Shorter']);
    fireEvent.change(versions, { target: { value: uuid(31) } });
    await screen.findByText(/^Keep time-outs/);
    fireEvent.change(screen.getByRole('textbox', { name: 'How it should be instead' }), {
      target: { value: ' for a lawyer ' },
    });
    await press('Rewrite');
    await waitFor(() =>
      expect(api.callsOf(createMergedAnswer)[1]?.body).toEqual({ steering: 'for a lawyer', basedOn: uuid(31) }),
    );
  });

  it('that was refused says so', async () => {
    open(answer());
    api.answer(createMergedAnswer, refused(429));
    await press('In plain words');
    await toastTitle('The answer could not be started');
  });

  it('is copied and saved as a file', async () => {
    open(answer());
    const writeText = jest.fn<(text: string) => Promise<void>>().mockResolvedValue();
    Object.defineProperty(navigator, 'clipboard', { value: { writeText }, configurable: true });
    const createObjectURL = jest.fn(() => 'blob:1');
    Object.assign(URL, { createObjectURL, revokeObjectURL: () => undefined });
    jest.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    api.answer(exportMergedAnswer, new Response('# One answer'));
    await press('Copy');
    await button('Copied');
    expect(writeText).toHaveBeenCalledWith('# One answer');
    await press('Web page');
    await waitFor(() => expect(createObjectURL).toHaveBeenCalled());
    expect(api.callsOf(exportMergedAnswer).map(({ url }) => url)).toEqual([
      `/api/merged-answers/${uuid(31)}/export?format=md`,
      `/api/merged-answers/${uuid(31)}/export?format=html`,
    ]);
    api.answer(exportMergedAnswer, refused(500));
    await press('Markdown');
    await toastTitle('The answer could not be saved');
  });

  it('is gone on from in a comparison of its own', async () => {
    const { router } = open(answer());
    const begun = { broadcastId: uuid(41), targets: [] };
    api.answer(continueMergedAnswer, events(['accepted', begun], ['done', { broadcastId: uuid(41), results: [] }]));
    await press('Continue from this');
    await press('Demo Sage');
    fireEvent.change(screen.getByRole('textbox', { name: 'New message' }), { target: { value: 'And now?' } });
    await press('Continue');
    await waitFor(() => expect(router.state.location.pathname).toBe(`/history/${uuid(41)}`));
    expect(api.callsOf(continueMergedAnswer)[0]!.body).toEqual({
      newMessage: 'And now?',
      selectedAIs: ['sage', 'reader'],
    });
  });

  it('is deleted', async () => {
    open(answer());
    api.answer(deleteMergedAnswer, new Response(null, { status: 204 }));
    await press('Delete version 1 of this answer');
    await button('Write one answer');
  });
});

describe('an answer that is not whole', () => {
  it('is cancelled while it is written', async () => {
    const cancelled = answer({ status: 'cancelled', error: 'Stopped.' });
    let end = (_response: Response) => {};
    api.answer(followMergedAnswer, () => new Promise<Response>((resolve) => (end = resolve)));
    api.answer(cancelMergedAnswer, () => {
      end(events(['done', cancelled]));
      return { cancelled: true };
    });
    open(answer({ status: 'pending', sentences: [] }));
    await press('Cancel');
    expect(await screen.findByText('Cancelled')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Cancel' })).toBeNull();
  });

  it('is read again where its line broke', async () => {
    let reads = 0;
    api.answer(followMergedAnswer, () => {
      reads += 1;
      return reads === 1 ? events(['written', { sentences: [sentence('Half.')] }]) : events(['done', answer()]);
    });
    open(answer({ status: 'pending', sentences: [] }));
    await screen.findByText(/^Half\./);
    await screen.findByText(/^Keep time-outs/);
    expect(reads).toBe(2);
  });

  it.each([
    ['failed', 'Failed'],
    ['interrupted', 'Interrupted'],
  ] as const)('%s says why, and is written once more with the same wish', async (status, label) => {
    const ended = { id: uuid(32), version: 2, steering: 'Shorter', basedOn: 1, sentences: [] };
    open(answer(), answer({ ...ended, status, error: 'Demo Reader fell silent.' }));
    expect(await screen.findByText(label)).toBeTruthy();
    expect(screen.getByText(/Demo Reader fell silent\./)).toBeTruthy();
    api.answer(createMergedAnswer, () => Response.json(answer({ id: uuid(33), version: 3 }), { status: 202 }));
    await press('Retry');
    await waitFor(() =>
      expect(api.callsOf(createMergedAnswer)[0]?.body).toEqual({ steering: 'Shorter', basedOn: uuid(31) }),
    );
  });

  it('was cut short and says so', async () => {
    open(answer({ stopReason: 'length' }));
    expect(await screen.findByText(/It was cut short/)).toBeTruthy();
  });
});

describe('what an answer costs', () => {
  const price = (more: Partial<Estimate> = {}): Estimate => ({
    services: [{ aiService: 'reader', price: 'known', cost: null, seconds: null }],
    cost: { low: 0.4, high: 1.2, currency: 'USD' },
    seconds: 8.3,
    ...more,
  });
  const made = () => api.callsOf(createMergedAnswer).map(({ body }) => body);
  const estimated = () => api.callsOf(estimateMergedAnswer).map(({ body }) => body);
  const start = (askAbove: number | null, ...answers: MergedAnswer[]) => {
    api.answer(getCurrentUser, approved);
    api.answer(getPreferences, { askAbove });
    api.answer(estimateMergedAnswer, price());
    api.answer(createMergedAnswer, () => Response.json(answer(), { status: 202 }));
    open(...answers);
  };
  const line = () => screen.findByText('≈ $0.40–1.20 · about 8 s');
  const say = async (deed: string, wanted: string) => {
    const question = await screen.findByRole('dialog', { name: `This will cost about $0.40–1.20. ${deed}?` });
    fireEvent.click(within(question).getByRole('button', { name: wanted }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };

  it('stands before the click, for the writer the user chooses', async () => {
    start(null);
    await line();
    fireEvent.change(await screen.findByRole('combobox', { name: 'Written by' }), { target: { value: 'sage' } });
    await waitFor(() => expect(estimated()).toEqual([{}, { writerAI: 'sage' }]));
    expect(made()).toEqual([]);
  });

  it.each<[Partial<Estimate>, string]>([
    [{ cost: null, services: [{ aiService: 'r', price: 'free', cost: null, seconds: null }] }, 'Free · about 8 s'],
    [
      { cost: null, services: [{ aiService: 'r', price: 'unknown', cost: null, seconds: null }] },
      'Price unknown · about 8 s',
    ],
  ])('is said to be what it is: %j', async (more, text) => {
    start(null);
    api.answer(estimateMergedAnswer, price(more));
    expect(await screen.findByText(text)).toBeTruthy();
  });

  it('is asked about first above the amount of the user, and nothing is written when the answer is no', async () => {
    start(1);
    await line();
    await press('Write one answer');
    await say('Write one answer', 'Cancel');
    expect(made()).toEqual([]);
    await press('Write one answer');
    await say('Write one answer', 'Write one answer');
    await waitFor(() => expect(made()).toEqual([{}]));
  });

  it('is not asked about below it', async () => {
    start(5);
    await press('Write one answer');
    await waitFor(() => expect(made()).toEqual([{}]));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('stands beside a rewriting, which is estimated by the length of the wish', async () => {
    start(1, answer());
    await line();
    expect(estimated()).toEqual([{ steeringBytes: 14, basedOn: uuid(31) }]);
    await press('Shorter');
    await say('Rewrite', 'Rewrite');
    await waitFor(() => expect(made()).toEqual([{ steering: 'Shorter', basedOn: uuid(31) }]));
    const own = screen.getByRole('textbox', { name: 'How it should be instead' });
    fireEvent.change(own, { target: { value: 'für Jurist' } });
    fireEvent.change(own, { target: { value: 'für Jurist:innen' } });
    await waitFor(() => expect(estimated().at(-1)).toEqual({ steeringBytes: 17, basedOn: uuid(31) }));
    expect(estimated()).toHaveLength(2);
    await press('Rewrite');
    await say('Rewrite', 'Cancel');
    expect(made()).toHaveLength(1);
  });

  it('stands beside Retry, for the same wish once more', async () => {
    start(
      1,
      answer(),
      answer({ id: uuid(32), version: 2, steering: 'Shorter', basedOn: 1, sentences: [], status: 'failed' }),
    );
    await line();
    expect(estimated()).toEqual([{ steeringBytes: 7, basedOn: uuid(31) }]);
    await press('Retry');
    await say('Retry', 'Retry');
    await waitFor(() => expect(made()).toEqual([{ steering: 'Shorter', basedOn: uuid(31) }]));
  });

  it.each<[string, Partial<MergedAnswer>, object]>([
    ['Retry', { status: 'failed', sentences: [] }, {}],
    ['Shorter', {}, { steering: 'Shorter', basedOn: uuid(31) }],
  ])('is that of the writer of before, who does it: %s', async (deed, known, wish) => {
    const { name, displayName, color } = services[0]!;
    start(null, answer({ ...known, writer: { name, displayName, color } }));
    await line();
    expect(estimated()).toMatchObject([{ writerAI: 'sage' }]);
    await press(deed);
    await waitFor(() => expect(made()).toEqual([{ writerAI: 'sage', ...wish }]));
  });

  it('is not looked for by a user who may not spend', async () => {
    start(1);
    api.answer(getCurrentUser, { ...approved, isApproved: false });
    await press('Write one answer');
    await waitFor(() => expect(made()).toEqual([{}]));
    expect(estimated()).toEqual([]);
  });
});
