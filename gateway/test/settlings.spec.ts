import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { errorAnswer, estimate, settling } from '@polylogue/api-contract';
import { AgreementMapStatus, CostSource, PriceKnowledge, Settling, SettleView } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RequestParts, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let cookie: string;
const id = randomUUID();
const messageId = randomUUID();
const path = `/api/agreement-maps/${id}/settlings`;

beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());
beforeEach(() => {
  for (const name of ['quality', 'ai-dispatch'] as const) gateway.upstreams.servers[name].calls.length = 0;
  const known = {
    aiService: 'gpt',
    price: PriceKnowledge.KNOWN,
    cost: { lowMicros: 200, highMicros: 900 },
    typicalMs: 4_200,
  };
  const unknown = { aiService: 'claude', price: PriceKnowledge.UNKNOWN, typicalMs: 7_800 };
  Object.assign(gateway.upstreams.settling, {
    createSettleRound: () => Promise.resolve(aSettling()),
    getSettling: () => Promise.resolve(aSettling()),
    cancelSettleRound: () => Promise.resolve({ cancelled: true }),
    estimateSettleRound: () => Promise.resolve({ estimates: [known, unknown] }),
  });
  gateway.upstreams.agreementMaps.estimateAgreementMap = () => Promise.resolve({ estimate: known });
  gateway.upstreams.allowance.takeAllowance = () => Promise.resolve({ limited: true });
});

const aSettling = (): Settling =>
  Settling.fromPartial({
    mapId: id,
    roundsLeft: 1,
    rounds: [
      {
        id: randomUUID(),
        number: 1,
        status: AgreementMapStatus.COMPLETED,
        claims: [1],
        answers: [
          {
            messageId,
            aiService: 'claude',
            status: AgreementMapStatus.COMPLETED,
            views: [{ claim: 1, view: SettleView.CHANGED, reason: 'The order decides.' }],
            responseTimeMs: 812,
            cost: { amount: 0.5, currency: 'USD', source: CostSource.ESTIMATE },
            generation: { displayName: 'Claude 3', color: '#aa5533', sources: [{ url: 'https://e.org', title: 'E' }] },
          },
          { messageId, aiService: 'gone', status: AgreementMapStatus.FAILED, error: 'It broke.', errorCode: 'broken' },
        ],
        createdAt: new Date('2026-11-23T20:15:00Z'),
      },
    ],
    claims: [{ claim: 1, agreementBefore: 50 }],
    open: [
      { claim: 1, aiServices: ['gpt', 'claude'] },
      { claim: 2, aiServices: ['gpt'] },
    ],
  });
const ask = (to: string, parts: RequestParts = {}) => gateway.ask(to, { cookie, ...parts });
const post = (to: string, body: unknown, headers: Record<string, string> = {}) =>
  ask(to, { method: 'POST', body, headers });
const requests = () => gateway.upstreams.servers.quality.calls.map(({ method, request }) => [method, request]);
const taken = () => gateway.upstreams.servers['ai-dispatch'].calls.filter(({ method }) => method === 'takeAllowance');

describe('POST /api/agreement-maps/{id}/settlings', () => {
  it('answers what there is at once, and takes a call to each service that is asked', async () => {
    const key = randomUUID();
    const answer = await post(path, { claims: [1] }, { 'idempotency-key': key });
    expect(answer.status).toBe(202);
    expect(settling.parse(await answer.json())).toMatchObject({ mapId: id, roundsLeft: 1 });
    expect(requests()).toEqual([
      ['getSettling', { mapId: id }],
      ['createSettleRound', { mapId: id, claims: [1], idempotencyKey: key }],
    ]);
    expect(taken().map(({ request }) => request)).toMatchObject([{ aiServices: ['gpt', 'claude'] }]);
  });

  it('without claims is about all, and names each service once', async () => {
    await post(path, {});
    expect(requests().at(-1)).toEqual(['createSettleRound', expect.objectContaining({ claims: [] })]);
    expect(taken().map(({ request }) => request)).toMatchObject([{ aiServices: ['gpt', 'claude'] }]);
  });

  it.each<[string, unknown]>([
    ['no number', { claims: ['1'] }],
    ['a half', { claims: [1.5] }],
    ['a claim twice', { claims: [1, 1] }],
    ['zero', { claims: [0] }],
    ['answers of one’s own', { answers: [] }],
  ])('refuses %s and spends nothing', async (_what, body) => {
    expect((await post(path, body)).status).toBe(400);
    expect(requests()).toEqual([]);
  });

  it('passes on what a budget says, and asks nobody', async () => {
    gateway.upstreams.allowance.takeAllowance = () =>
      Promise.reject(new AppError('rate_limited', 'budget_exhausted', 'The budget for today is used up.'));
    const answer = await post(path, {});
    expect(answer.status).toBe(429);
    expect(errorAnswer.parse(await answer.json()).error).toBe('The budget for today is used up.');
    expect(requests().map(([method]) => method)).toEqual(['getSettling']);
  });

  it('passes on why there is no third round, and takes nothing where nothing is open', async () => {
    gateway.upstreams.settling.getSettling = () => Promise.resolve({ ...aSettling(), open: [] });
    gateway.upstreams.settling.createSettleRound = () =>
      Promise.reject(new AppError('conflict', 'no_rounds_left', 'These claims went back twice already.'));
    const answer = await post(path, {});
    expect(answer.status).toBe(409);
    expect(errorAnswer.parse(await answer.json())).toMatchObject({ code: 'no_rounds_left' });
    expect(taken()).toEqual([]);
  });
});

describe('the rounds of a map', () => {
  it('are answered with services as they were called, their sources, and null where there is no figure', async () => {
    const { rounds, claims, open } = settling.parse(await (await ask(path)).json());
    expect(rounds[0]).toMatchObject({ number: 1, status: 'completed', timestamp: '2026-11-23T20:15:00.000Z' });
    expect(rounds[0]!.answers).toMatchObject([
      {
        messageId,
        aiService: { name: 'claude', displayName: 'Claude 3', color: '#aa5533' },
        views: [{ claim: 1, view: 'changed', reason: 'The order decides.' }],
        responseTime: 812,
        cost: { amount: 0.5, currency: 'USD', source: 'estimate' },
        generation: { sources: [{ url: 'https://e.org', title: 'E' }] },
      },
      { aiService: { name: 'gone' }, status: 'failed', error: 'It broke.', errorCode: 'broken', views: [] },
    ]);
    expect(claims).toEqual([{ claim: 1, before: 50, after: null }]);
    expect(open).toHaveLength(2);
  });

  it('are stopped', async () => {
    const answer = await post(`${path}/cancel`, {});
    expect([answer.status, await answer.json()]).toEqual([200, { cancelled: true }]);
    expect(requests()).toEqual([['cancelSettleRound', { mapId: id }]]);
  });
});

describe('an estimate', () => {
  it('of a round adds up what is known, and says what is not', async () => {
    const known = estimate.parse(await (await post(`${path}/estimate`, { claims: [2] })).json());
    expect(known).toMatchObject({
      services: [
        { aiService: 'gpt', price: 'known' },
        { aiService: 'claude', price: 'unknown', note: expect.any(String) },
      ],
      cost: { low: 0.0002, high: 0.0009, currency: 'USD' },
      seconds: 7.8,
    });
    expect(requests()).toEqual([['estimateSettleRound', { mapId: id, claims: [2] }]]);
    expect(taken()).toEqual([]);
  });

  it('of a map is that of its extractor', async () => {
    const messageIds = [randomUUID(), randomUUID()];
    const answer = await post('/api/agreement-maps/estimate', { messageIds, extractorAI: 'gpt' });
    expect(estimate.parse(await answer.json())).toMatchObject({ services: [{ aiService: 'gpt' }], seconds: 4.2 });
    expect(requests()).toEqual([['estimateAgreementMap', { messageIds, extractor: 'gpt' }]]);
    expect((await post('/api/agreement-maps/estimate', { messageIds: [messageIds[0]] })).status).toBe(400);
  });
});
