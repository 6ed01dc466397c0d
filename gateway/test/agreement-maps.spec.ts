import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { agreementMap, errorAnswer } from '@polylogue/api-contract';
import { AgreementMap, AgreementMapStatus, ClaimMark, CostSource, Stance } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RequestParts, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let cookie: string;
const [one, two] = [randomUUID(), randomUUID()] as const;
const messageIds = [one, two];

beforeAll(async () => {
  gateway = await startGateway();
  cookie = (await gateway.aUser()).cookie;
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstreams.servers.quality.calls.length = 0;
  Object.assign(gateway.upstreams.agreementMaps, {
    createAgreementMap: () => Promise.resolve(aMap({ status: AgreementMapStatus.PENDING, claims: [] })),
    getAgreementMap: ({ id }: { id: string }) => Promise.resolve(aMap({ id })),
    listAgreementMaps: () => Promise.resolve({ maps: [aMap()] }),
    cancelAgreementMap: () => Promise.resolve({ cancelled: true }),
    deleteAgreementMap: () => Promise.resolve({}),
    markClaim: () => Promise.resolve(aMap()),
  });
});

const quote = { text: 'Locks are cheap.', start: 4, end: 20 };
const aMap = (change: Partial<AgreementMap> = {}): AgreementMap =>
  AgreementMap.fromPartial({
    id: randomUUID(),
    broadcastId: randomUUID(),
    status: AgreementMapStatus.COMPLETED,
    extractor: 'gpt',
    replies: [
      { messageId: one, aiService: 'claude', generation: { displayName: 'Claude 3', color: '#aa5533' } },
      { messageId: two, aiService: 'gone' },
    ],
    claims: [
      {
        id: 1,
        text: 'Locks are cheap.',
        agreement: 50,
        cells: [
          { messageId: one, stance: Stance.SAYS, quote },
          { messageId: two, stance: Stance.UNPROVEN },
        ],
        mark: ClaimMark.IMPORTANT,
      },
      { id: 2, text: 'Said once.', cells: [] },
    ],
    agreement: 50,
    responseTimeMs: 812,
    cost: { amount: 0.5, currency: 'USD', source: CostSource.ESTIMATE },
    createdAt: new Date('2026-11-23T20:15:00Z'),
    ...change,
  });
const ask = (path: string, parts: RequestParts = {}) => gateway.ask(path, { cookie, ...parts });
const requests = () => gateway.upstreams.servers.quality.calls.map(({ method, request }) => [method, request]);

describe('POST /api/agreement-maps', () => {
  it('answers the map at once, pending', async () => {
    const key = randomUUID();
    const body = { messageIds, extractorAI: 'gpt' };
    const answer = await ask('/api/agreement-maps', { method: 'POST', body, headers: { 'idempotency-key': key } });
    expect(answer.status).toBe(202);
    expect(agreementMap.parse(await answer.json())).toMatchObject({ status: 'pending', claims: [] });
    expect(requests()).toEqual([
      ['createAgreementMap', expect.objectContaining({ messageIds, extractor: 'gpt', idempotencyKey: key })],
    ]);
  });

  it.each([{}, { extractorAI: null }])('leaves the choice of the extractor open: %j', async (more) => {
    await ask('/api/agreement-maps', { method: 'POST', body: { messageIds, ...more } });
    expect(requests()).toMatchObject([['createAgreementMap', { extractor: undefined }]]);
  });

  it.each<[string, unknown, string | undefined]>([
    ['one reply', { messageIds: [one] }, 'At least 2 AI responses are needed for an agreement map.'],
    ['a reply twice', { messageIds: [one, one] }, 'Each response can be named only once.'],
    ['no replies', {}, undefined],
    ['what is no id', { messageIds: [one, 'x'] }, undefined],
    ['too many', { messageIds: Array.from({ length: 25 }, () => randomUUID()) }, undefined],
    ['a name that is none', { messageIds, extractorAI: '../x' }, undefined],
    ['claims of one’s own', { messageIds, claims: [] }, undefined],
  ])('refuses %s and spends nothing', async (_what, body, sentence) => {
    const answer = await ask('/api/agreement-maps', { method: 'POST', body });
    expect(answer.status).toBe(400);
    const said = errorAnswer.parse(await answer.json());
    if (sentence) expect(said.error).toBe(sentence);
    expect(requests()).toEqual([]);
  });

  it('passes on what quality says', async () => {
    gateway.upstreams.agreementMaps.createAgreementMap = () =>
      Promise.reject(new AppError('not_found', 'replies_not_found', 'Some of these replies are not there.'));
    const answer = await ask('/api/agreement-maps', { method: 'POST', body: { messageIds } });
    expect(answer.status).toBe(404);
    expect(await answer.json()).toMatchObject({
      code: 'replies_not_found',
      error: 'Some of these replies are not there.',
    });
  });
});

describe('an agreement map', () => {
  it('is answered with services as they were called, and null where there is no figure', async () => {
    const id = randomUUID();
    const map = agreementMap.parse(await (await ask(`/api/agreement-maps/${id}`)).json());
    expect(map).toMatchObject({
      id,
      status: 'completed',
      extractor: { name: 'gpt' },
      replies: [
        { messageId: one, aiService: { name: 'claude', displayName: 'Claude 3', color: '#aa5533' } },
        { messageId: two, aiService: { name: 'gone' } },
      ],
      agreement: 50,
      responseTime: 812,
      cost: { amount: 0.5, currency: 'USD', source: 'estimate' },
      timestamp: '2026-11-23T20:15:00.000Z',
    });
    expect(map.claims).toEqual([
      {
        id: 1,
        text: 'Locks are cheap.',
        agreement: 50,
        cells: [
          { messageId: one, stance: 'says', quote },
          { messageId: two, stance: 'unproven' },
        ],
        mark: 'important',
      },
      { id: 2, text: 'Said once.', agreement: null, cells: [] },
    ]);
  });

  it('is listed with its round', async () => {
    const id = randomUUID();
    const list = (await (await ask(`/api/broadcasts/${id}/agreement-maps`)).json()) as unknown[];
    expect(list.map((each) => agreementMap.parse(each))).toHaveLength(1);
    expect(requests()).toEqual([['listAgreementMaps', { broadcastId: id }]]);
  });

  it('is cancelled and deleted', async () => {
    const id = randomUUID();
    const cancelled = await ask(`/api/agreement-maps/${id}/cancel`, { method: 'POST' });
    expect([cancelled.status, await cancelled.json()]).toEqual([200, { cancelled: true }]);
    expect((await ask(`/api/agreement-maps/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect(requests()).toEqual([
      ['cancelAgreementMap', { id }],
      ['deleteAgreementMap', { id }],
    ]);
  });
});

describe('PUT /api/agreement-maps/{id}/claims/{claim}/mark', () => {
  const id = randomUUID();
  const mark = (claim: string, body: unknown) =>
    ask(`/api/agreement-maps/${id}/claims/${claim}/mark`, { method: 'PUT', body });

  it('sets a mark and removes it', async () => {
    expect((await mark('2', { mark: 'settled' })).status).toBe(200);
    expect((await mark('12', { mark: null })).status).toBe(200);
    expect(requests()).toEqual([
      ['markClaim', { id, claim: 2, mark: ClaimMark.SETTLED }],
      ['markClaim', { id, claim: 12, mark: undefined }],
    ]);
  });

  it.each([
    ['2', { mark: 'true' }, 400],
    ['2', {}, 400],
    ['x', { mark: 'wrong' }, 404],
    ['-1', { mark: 'wrong' }, 404],
    ['99999', { mark: 'wrong' }, 404],
  ])('of claim %s to %j answers %i', async (claim, body, status) => {
    expect((await mark(claim, body)).status).toBe(status);
    expect(requests()).toEqual([]);
  });
});

describe('the default extractor', () => {
  const answered = async (answer: () => Promise<object>) => {
    gateway.upstreams.agreementMaps.getDefaultExtractor = answer;
    return (await ask('/api/default-extractor')).json();
  };

  it('is named as it is called, or why it is another one', async () => {
    expect(await answered(() => Promise.resolve({ aiService: 'claude' }))).toMatchObject({
      aiService: { name: 'claude' },
    });
    const note = 'Not available now.';
    expect(await answered(() => Promise.resolve({ note }))).toEqual({ aiService: null, note });
  });

  it('is none of a server of the version before', async () => {
    const unknown = new AppError('unsupported_type', 'unknown_call', 'The server does not implement this method.');
    expect(await answered(() => Promise.reject(unknown))).toEqual({ aiService: null });
  });
});
