import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorAnswer, estimate, mergedAnswer } from '@polylogue/api-contract';
import {
  AgreementMap,
  AgreementMapStatus,
  CostSource,
  MergedAnswer,
  PriceKnowledge,
  SentenceStanding,
  Stance,
  type MergedAnswerEvent,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { framesOf, startGateway, type Frame, type RequestParts, type RunningGateway } from './gateway.js';
import { replyEvents } from './upstreams.js';

let gateway: RunningGateway;
let cookie: string;
const [one, two, mapId] = [randomUUID(), randomUUID(), randomUUID()] as const;
const quote = (text: string) => ({ text, start: 0, end: text.length });

const map = AgreementMap.fromPartial({
  id: mapId,
  broadcastId: randomUUID(),
  status: AgreementMapStatus.COMPLETED,
  extractor: 'gpt',
  replies: [
    { messageId: one, aiService: 'claude', generation: { displayName: 'Claude <3', color: '#aa5533' } },
    { messageId: two, aiService: 'gpt', generation: { displayName: 'GPT', color: '#335533' } },
  ],
  claims: [
    {
      id: 1,
      text: 'Locks are *cheap*.',
      agreement: 50,
      cells: [
        { messageId: one, stance: Stance.SAYS, quote: quote('cheap <b>locks</b>') },
        { messageId: two, stance: Stance.CONTRADICTS, quote: quote('dear locks') },
      ],
    },
    {
      id: 2,
      text: 'Locks wait.',
      cells: [
        { messageId: one, stance: Stance.SAYS, quote: quote('they wait') },
        { messageId: two, stance: Stance.SILENT },
      ],
    },
  ],
  createdAt: new Date('2026-11-23T20:15:00Z'),
});
const sentence = (text: string, claims: number[], standing: SentenceStanding, more = {}) => ({
  text,
  claims,
  standing,
  startsParagraph: false,
  added: false,
  ...more,
});
const { PROVEN, DISPUTED, UNPROVEN } = SentenceStanding;
const anAnswer = (change: Partial<MergedAnswer> = {}): MergedAnswer =>
  MergedAnswer.fromPartial({
    id: randomUUID(),
    mapId,
    version: 2,
    status: AgreementMapStatus.COMPLETED,
    writer: 'gpt',
    steering: 'Shorter',
    basedOn: 1,
    question: 'Are locks <cheap>?',
    sentences: [
      sentence('Locks wait.', [2], PROVEN, { startsParagraph: true }),
      sentence('So <they> say.', [], UNPROVEN),
      sentence('Locks are *cheap*.', [1], DISPUTED, { startsParagraph: true, added: true }),
    ],
    responseTimeMs: 812,
    cost: { amount: 0.5, currency: 'USD', source: CostSource.ESTIMATE },
    createdAt: new Date('2026-11-23T20:15:00Z'),
    ...change,
  });
const pending = () => anAnswer({ status: AgreementMapStatus.PENDING, sentences: [] });

beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());
beforeEach(() => {
  for (const server of ['quality', 'conversation'] as const) gateway.upstreams.servers[server].calls.length = 0;
  gateway.upstreams.agreementMaps.getAgreementMap = () => Promise.resolve(map);
  Object.assign(gateway.upstreams.mergedAnswers, {
    createMergedAnswer: () => Promise.resolve(pending()),
    getMergedAnswer: ({ id }: { id: string }) => Promise.resolve(anAnswer({ id })),
    listMergedAnswers: () => Promise.resolve({ answers: [anAnswer()], maps: [map] }),
    cancelMergedAnswer: () => Promise.resolve({ cancelled: true }),
    deleteMergedAnswer: () => Promise.resolve({}),
  });
});

const ask = (path: string, parts: RequestParts = {}) => gateway.ask(path, { cookie, ...parts });
const requests = () => gateway.upstreams.servers.quality.calls.map(({ method, request }) => [method, request]);

describe('POST /api/agreement-maps/{id}/answers', () => {
  const path = `/api/agreement-maps/${mapId}/answers`;

  it('answers the version at once, pending', async () => {
    const key = randomUUID();
    const basedOn = randomUUID();
    const body = { writerAI: 'gpt', steering: 'For a lawyer', basedOn };
    const answer = await ask(path, { method: 'POST', body, headers: { 'idempotency-key': key } });
    expect(answer.status).toBe(202);
    expect(mergedAnswer.parse(await answer.json())).toMatchObject({ status: 'pending', sentences: [] });
    expect(requests()).toEqual([
      [
        'createMergedAnswer',
        expect.objectContaining({ mapId, writer: 'gpt', steering: 'For a lawyer', basedOn, idempotencyKey: key }),
      ],
    ]);
  });

  it.each<[string, unknown, string | undefined]>([
    ['an empty wish', { steering: ' ' }, 'Please say what the answer should be like.'],
    ['a wish that is too long', { steering: 'x'.repeat(501) }, 'A wish can have at most 500 characters.'],
    ['what is no id', { basedOn: 'x' }, undefined],
    ['a name that is none', { writerAI: '../x' }, undefined],
    ['sentences of one’s own', { sentences: [] }, undefined],
  ])('refuses %s and spends nothing', async (_what, body, sentenceSaid) => {
    const answer = await ask(path, { method: 'POST', body });
    expect(answer.status).toBe(400);
    const said = errorAnswer.parse(await answer.json());
    if (sentenceSaid) expect(said.error).toBe(sentenceSaid);
    expect(requests()).toEqual([]);
  });

  it('passes on what quality says', async () => {
    gateway.upstreams.mergedAnswers.createMergedAnswer = () =>
      Promise.reject(new AppError('conflict', 'nothing_proven', 'There is nothing to write from.'));
    const answer = await ask(path, { method: 'POST', body: {} });
    expect(answer.status).toBe(409);
    expect(await answer.json()).toMatchObject({ code: 'nothing_proven', error: 'There is nothing to write from.' });
  });
});

describe('a merged answer', () => {
  const id = randomUUID();
  const path = `/api/merged-answers/${id}`;

  it('is answered with what stands behind each sentence', async () => {
    const answer = mergedAnswer.parse(await (await ask(path)).json());
    expect(answer).toMatchObject({
      id,
      mapId,
      version: 2,
      status: 'completed',
      writer: { name: 'gpt' },
      steering: 'Shorter',
      basedOn: 1,
      responseTime: 812,
      timestamp: '2026-11-23T20:15:00.000Z',
    });
    expect(answer.sentences.map(({ standing, claims }) => [standing, claims])).toEqual([
      ['proven', [2]],
      ['unproven', []],
      ['disputed', [1]],
    ]);
    const list = (await (await ask(`/api/agreement-maps/${mapId}/answers`)).json()) as unknown[];
    expect(list.map((each) => mergedAnswer.parse(each))).toHaveLength(1);
    expect(requests().at(-1)).toEqual(['listMergedAnswers', { mapId, messageIds: [] }]);
  });

  it('streams its sentences, then all of it', async () => {
    gateway.upstreams.mergedAnswers.followMergedAnswer = async function* (): AsyncGenerator<MergedAnswerEvent> {
      const written = { sentences: [sentence('Locks wait.', [2], PROVEN)] };
      yield await Promise.resolve({ event: { $case: 'written' as const, written } });
      yield { event: { $case: 'done', done: anAnswer({ id }) } };
    };
    const answer = await ask(`${path}/events`, { headers: { accept: 'text/event-stream' } });
    expect(answer.headers.get('content-type')).toContain('text/event-stream');
    const frames: Frame[] = [];
    for await (const frame of framesOf(answer)) frames.push(frame);
    expect(frames.map(({ event }) => event)).toEqual(['written', 'done']);
    expect(frames[0]!.data).toMatchObject({ sentences: [{ text: 'Locks wait.', standing: 'proven' }] });
    expect(mergedAnswer.parse(frames[1]!.data)).toMatchObject({ id });
  });

  it('that is not there is a 404, before a stream opens', async () => {
    gateway.upstreams.mergedAnswers.followMergedAnswer = () => {
      throw new AppError('not_found', 'merged_answer_not_found', 'There is no such merged answer.');
    };
    expect((await ask(`${path}/events`, { headers: { accept: 'text/event-stream' } })).status).toBe(404);
  });

  it('is stopped and deleted', async () => {
    const cancelled = await ask(`${path}/cancel`, { method: 'POST' });
    expect([cancelled.status, await cancelled.json()]).toEqual([200, { cancelled: true }]);
    expect((await ask(path, { method: 'DELETE' })).status).toBe(204);
    expect(requests()).toEqual([
      ['cancelMergedAnswer', { id }],
      ['deleteMergedAnswer', { id }],
    ]);
  });
});

describe('the file of a merged answer', () => {
  const path = `/api/merged-answers/${randomUUID()}/export`;

  it('is Markdown that names who stands behind each sentence, with passages as footnotes', async () => {
    const answer = await ask(path);
    expect(answer.headers.get('content-type')).toContain('text/markdown');
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="answer-[-0-9a-f]+\.md"$/);
    const file = await answer.text();
    expect(file).toContain('```text\nAre locks <cheap>?\n```');
    expect(file).toContain('“Shorter” · rewrites version 1 · 0.8 s');
    expect(file).toContain(
      '\nLocks wait. _(Claude \\<3)_[^c2] So \\<they\\> say. _(unproven: no reply stands behind this)_\n',
    );
    expect(file).toContain('\nLocks are \\*cheap\\*. _(disputed – says so: Claude \\<3; contradicts: GPT)_[^c1]\n');
    expect(file).toContain('[^c2]: Locks wait. – **Claude \\<3** says: “they wait”\n');
    expect(file).toContain(
      '[^c1]: Locks are \\*cheap\\*. – **Claude \\<3** says: “cheap \\<b\\>locks\\</b\\>” – **GPT** contradicts: “dear locks”\n',
    );
  });

  it('is a page that does nothing, whatever the replies hold', async () => {
    const answer = await ask(`${path}?format=html`);
    expect(answer.headers.get('content-type')).toContain('text/html');
    const page = await answer.text();
    expect(page).toContain("default-src 'none'");
    expect(page).toContain('<blockquote>Are locks &lt;cheap&gt;?</blockquote>');
    expect(page).toContain('Locks wait. <small>(Claude &lt;3)</small><sup><a href="#c2">2</a></sup>');
    expect(page).toContain('<li><b>Claude &lt;3</b> says: “cheap &lt;b&gt;locks&lt;/b&gt;”</li>');
    expect(page).not.toContain('<b>locks');
  });

  it('comes in no other format', async () => {
    expect((await ask(`${path}?format=exe`)).status).toBe(400);
  });
});

describe('POST /api/merged-answers/{id}/continue', () => {
  const id = randomUUID();
  const path = `/api/merged-answers/${id}/continue`;
  const body = { selectedAIs: ['gpt', 'claude'], newMessage: 'And now?' };

  it('begins a comparison of its own with the question and the answer', async () => {
    gateway.upstreams.broadcasts.sendMessage = () => replyEvents();
    const key = randomUUID();
    const answer = await ask(path, { method: 'POST', body, headers: { 'idempotency-key': key } });
    expect(answer.status).toBe(200);
    const sent = gateway.upstreams.servers.conversation.calls.find(({ method }) => method === 'sendMessage');
    expect(sent?.request).toMatchObject({
      message: 'And now?',
      aiServices: ['gpt', 'claude'],
      idempotencyKey: key,
      ownComparison: {
        history: [
          { isUser: true, content: 'Are locks <cheap>?' },
          {
            isUser: false,
            content:
              'Locks wait. (Claude <3) So <they> say. (unproven: no reply stands behind this)\n\n' +
              'Locks are *cheap*. (disputed – says so: Claude <3; contradicts: GPT)',
          },
        ],
      },
    });
  });

  it.each([
    ['is still written', () => anAnswer({ status: AgreementMapStatus.PENDING }), 'merged_answer_still_open'],
    ['holds nothing', () => anAnswer({ status: AgreementMapStatus.FAILED, sentences: [] }), 'merged_answer_empty'],
  ])('does not go on from one that %s', async (_what, found, code) => {
    gateway.upstreams.mergedAnswers.getMergedAnswer = () => Promise.resolve(found());
    const answer = await ask(path, { method: 'POST', body });
    expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([409, code]);
    expect(gateway.upstreams.servers.conversation.calls).toEqual([]);
  });
});

describe('POST /api/agreement-maps/{id}/answers/estimate', () => {
  const path = `/api/agreement-maps/${mapId}/answers/estimate`;
  const cost = { lowMicros: 2_000, highMicros: 10_000 };
  beforeEach(() => {
    gateway.upstreams.mergedAnswers.estimateMergedAnswer = () =>
      Promise.resolve({ estimate: { aiService: 'gpt', price: PriceKnowledge.KNOWN, cost, typicalMs: 8_300 } });
    gateway.upstreams.servers['ai-dispatch'].calls.length = 0;
  });

  it('answers the price and the time of whom would write it, and takes nothing of the allowance', async () => {
    const basedOn = randomUUID();
    const answer = await ask(path, { method: 'POST', body: { writerAI: 'gpt', steeringBytes: 7, basedOn } });
    expect(answer.status).toBe(200);
    expect(estimate.parse(await answer.json())).toMatchObject({
      services: [{ aiService: 'gpt', price: 'known' }],
      cost: { low: 0.002, high: 0.01, currency: 'USD' },
      seconds: 8.3,
    });
    expect(requests()).toEqual([['estimateMergedAnswer', { mapId, writer: 'gpt', steeringBytes: 7, basedOn }]]);
    expect(gateway.upstreams.servers['ai-dispatch'].calls.map(({ method }) => method)).not.toContain('takeAllowance');
  });

  it('leaves the choice open, and says why there is none, as for the version', async () => {
    gateway.upstreams.mergedAnswers.estimateMergedAnswer = () =>
      Promise.reject(new AppError('conflict', 'nothing_proven', 'There is nothing to write from.'));
    const answer = await ask(path, { method: 'POST', body: {} });
    expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'nothing_proven' }]);
    expect(requests()).toMatchObject([['estimateMergedAnswer', { mapId, writer: undefined }]]);
  });

  it.each<[string, object]>([
    ['no wish', { steeringBytes: 0 }],
    ['half a byte', { steeringBytes: 1.5 }],
    ['more than a wish can have', { steeringBytes: 2_001 }],
    ['a version that is none', { basedOn: '1' }],
  ])('refuses %s', async (_what, body) => {
    expect((await ask(path, { method: 'POST', body })).status).toBe(400);
    expect(requests()).toEqual([]);
  });

  it('is for those who may send', async () => {
    const waiting = await gateway.aUser('unapproved');
    expect((await ask(path, { method: 'POST', body: {}, cookie: waiting.cookie })).status).toBe(403);
    expect(requests()).toEqual([]);
  });
});
