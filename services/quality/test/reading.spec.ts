import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import {
  ClaimsServiceDefinition,
  EndKind,
  JudgingSettingsServiceDefinition,
  Stance,
  type ReadClaimsRequest,
} from '@polylogue/proto';
import { aUser, callerToken, until } from '@polylogue/test-kit';
import { dataIn, labelOf } from './agreement.fixture.js';
import {
  delta,
  ended,
  says,
  startQuality,
  startUpstreams,
  type Judge,
  type Quality,
  type Upstreams,
} from './quality.fixture.js';

const texts = {
  old: 'The Pro plan costs **$20** per month. Support is by mail.',
  now: 'The Pro plan costs $25 per month.',
};
const known = ['The Pro plan costs $20 per month.', 'There is a free plan.'];
const ada = aUser();
let upstreams: Upstreams;
let quality: Quality;

beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), x: says('') });
  quality = await startQuality(upstreams, { env: { QUALITY_MODE: 'off' } });
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});
beforeEach(() => {
  upstreams.judgeCalls.length = 0;
  upstreams.judges['x'] = reads;
});

const reads: Judge = async function* (request) {
  const [old, now] = [labelOf(request, texts.old), labelOf(request, texts.now)];
  yield await Promise.resolve(
    delta(
      JSON.stringify({
        known: [
          {
            claim: 1,
            replies: [
              { reply: old, stance: 'says', quote: 'The Pro plan costs $20 per month.' },
              { reply: now, stance: 'contradicts', quote: 'The Pro plan costs $25 per month.' },
            ],
          },
        ],
        claims: [
          { claim: 'Support is by mail.', replies: [{ reply: old, stance: 'says', quote: 'Support is by mail.' }] },
        ],
      }),
    ),
  );
  yield ended();
};
const read = (overrides: Partial<ReadClaimsRequest> = {}, signal?: AbortSignal) =>
  quality.client(ClaimsServiceDefinition).readClaims(
    {
      question: 'What does Pro cost?',
      focus: 'only prices',
      knownClaims: known,
      texts: [
        { id: 'old', text: texts.old, aiService: 'a' },
        { id: 'now', text: texts.now, aiService: 'b' },
      ],
      onlyKnown: false,
      ...overrides,
    },
    { callerToken: callerToken(ada), ...(signal && { signal }) },
  );
const { SAYS, CONTRADICTS, SILENT, UNPROVEN } = Stance;

it('says of each known claim what each text says, in their order, then lists further ones; each quote stands in its text', async () => {
  const { extractor, claims } = await read();
  expect(extractor).toBe('x');
  expect(claims.map(({ text, cells }) => [text, cells.map(({ stance }) => stance)])).toEqual([
    [known[0], [SAYS, CONTRADICTS]],
    [known[1], [SILENT, SILENT]],
    ['Support is by mail.', [SAYS, SILENT]],
  ]);
  expect(claims[0]!.cells[0]!.quote).toEqual({ text: 'The Pro plan costs $20 per month.', start: 0, end: 33 });
});

it('is one call for the caller, coolly, without names of services, with what counts as data', async () => {
  await read();
  expect(upstreams.judgeCalls).toHaveLength(1);
  const { request, call } = upstreams.judgeCalls[0]!;
  expect(request).toMatchObject({ aiService: 'x', temperature: 0, withoutDefaults: true });
  expect(call.caller).toMatchObject({ userId: ada.userId, onBehalfOf: true });
  expect(dataIn(request)).toMatchObject({ whatCounts: 'only prices', furtherClaimsWanted: true });
  expect(JSON.stringify(dataIn(request))).not.toContain('aiService');
});

it('asks once more for quotes that are not in the texts, and leaves unproven what still is', async () => {
  upstreams.judges['x'] = async function* (request) {
    const reply = labelOf(request, texts.now);
    const isFirst = upstreams.judgeCalls.length === 1;
    const said = { reply, stance: 'says', quote: 'Pro has always been free of charge.' };
    yield await Promise.resolve(
      delta(JSON.stringify(isFirst ? { known: [{ claim: 2, replies: [said] }] } : { quotes: [{ claim: 2, ...said }] })),
    );
    yield ended();
  };
  const { claims } = await read();
  expect(upstreams.judgeCalls).toHaveLength(2);
  expect(claims[1]!.cells.map(({ stance }) => stance)).toEqual([SILENT, UNPROVEN]);
});

it('lists no further claims where none are wanted', async () => {
  const { claims } = await read({ onlyKnown: true });
  expect(claims.map(({ text }) => text)).toEqual(known);
});

it('reads with the service that read before, where it can be reached', async () => {
  upstreams.judges['a'] = says(JSON.stringify({ known: [], claims: [] }));
  expect((await read({ extractor: 'a' })).extractor).toBe('a');
  expect((await read({ extractor: 'gone' })).extractor).toBe('x');
});

it("reads with the administrators' choice where no service read before", async () => {
  const asAdmin = { callerToken: callerToken({ userId: randomUUID(), role: 'admin' }) };
  const judging = quality.client(JudgingSettingsServiceDefinition);
  const usual = await judging.getJudgingSettings({}, asAdmin);
  const choose = (defaultExtractor: string) =>
    judging.setJudgingSettings({ settings: { ...usual, defaultExtractor } }, asAdmin);
  upstreams.judges['a'] = says(JSON.stringify({ known: [], claims: [] }));
  await choose('a');
  expect((await read()).extractor).toBe('a');
  expect((await read({ extractor: 'x' })).extractor).toBe('x');
  await choose('gone');
  expect((await read()).extractor).toBe('x');
  await choose('');
});

it('reads with the service that was chosen and with no other', async () => {
  upstreams.judges['a'] = says(JSON.stringify({ known: [], claims: [] }));
  expect((await read({ extractor: 'a', onlyExtractor: true })).extractor).toBe('a');
  upstreams.judgeCalls.length = 0;
  await expect(read({ extractor: 'gone', onlyExtractor: true })).rejects.toMatchObject({
    code: 'extractor_gone',
    sentence: expect.stringContaining('"gone"'),
  });
  expect(upstreams.judgeCalls).toEqual([]);
});

it('passes on why nothing could be read', async () => {
  upstreams.judges['x'] = async function* () {
    yield await Promise.resolve(ended(EndKind.FAILED, 'rate_limited'));
  };
  await expect(read()).rejects.toMatchObject({ kind: 'unusable', code: 'rate_limited' });
});

it('ends its call when its caller leaves', async () => {
  const left = new AbortController();
  upstreams.judges['x'] = async function* (_request, call) {
    await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    yield ended();
  };
  const reading = read({}, left.signal).catch((error: unknown) => error);
  await until(() => upstreams.judgeCalls.length === 1);
  left.abort();
  await reading;
  await until(() => upstreams.judgeCalls[0]!.call.signal.aborted);
});

it.each([
  [{ texts: [] }, /no text/],
  [{ knownClaims: Array.from({ length: 81 }, (_, index) => `Claim ${index}.`) }, /At most 80 claims/],
  [{ focus: 'x'.repeat(501) }, /at most 500 characters/],
])('refuses what cannot be read (%#)', async (overrides, sentence) => {
  await expect(read(overrides)).rejects.toThrow(sentence);
});

it('is priced from one call with short answers to two with long ones, the second with what the first said', async () => {
  upstreams.estimated.length = 0;
  const { estimate } = await quality.client(ClaimsServiceDefinition).estimateReading(
    {
      questionBytes: 100,
      texts: [
        { aiService: 'a', lowBytes: 1_000, highBytes: 4_000 },
        { aiService: 'b', lowBytes: 500, highBytes: 500 },
      ],
    },
    { callerToken: callerToken({ userId: ada.userId }) },
  );
  expect(estimate).toMatchObject({ aiService: 'x', cost: { lowMicros: 100, highMicros: 1_800 } });
  const [once, again] = upstreams.estimated;
  expect(upstreams.estimated).toHaveLength(2);
  expect(once).toMatchObject({ task: 'reading', fileBytes: 3_000 });
  expect(again!.fileBytes).toBe(3_000 + 4_500);
  expect(again!.bytes).toBeGreaterThan(once!.bytes);
});

it.each([Number.MAX_SAFE_INTEGER, -1])(
  'is priced with as much of a question of %d bytes as is sent',
  async (questionBytes) => {
    upstreams.estimated.length = 0;
    const texts = [{ aiService: 'a', lowBytes: 1, highBytes: 1 }];
    const caller = { callerToken: callerToken({ userId: ada.userId }) };
    await quality.client(ClaimsServiceDefinition).estimateReading({ questionBytes, texts }, caller);
    const [once] = upstreams.estimated;
    expect(once!.bytes).toBeGreaterThan(0);
    expect(once!.bytes).toBeLessThan(100_000);
  },
);
