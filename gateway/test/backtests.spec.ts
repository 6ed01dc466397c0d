import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  Backtest,
  BacktestCase,
  BacktestCaseTexts,
  BacktestEstimate,
  NextBacktestPair,
  PriceKnowledge,
  type ChooseInBacktestPairRequest,
  type CreateBacktestRequest,
  type EstimateBacktestRequest,
  type GetBacktestRequest,
  type ListBacktestCasesRequest,
  type ResumeBacktestRequest,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';

const id = randomUUID();
const at = new Date('2026-11-26T04:00:00Z');
const share = { share: 0.75, low: 0.3, high: 0.95 };
const orders = { judge: 'claude', pairs: 4, first: 2, last: 1, wavering: 0 };
const found = Backtest.fromPartial({
  id,
  candidate: { aiService: 'gpt', settings: { temperature: 0.2, answerSchema: false } },
  sample: { source: 'tag', tag: 'legal', count: 20 },
  budget: { calls: 60 },
  status: 'paused',
  pauseReason: 'budget',
  pauseSentence: 'The budget is used up.',
  cases: 5,
  ended: 4,
  leftOut: [
    { reason: 'blind', rounds: 2 },
    { reason: 'of a later version', rounds: 1 },
  ],
  spent: { calls: 12, usd: 0.5, unknown: 1, free: 2 },
  result: {
    figures: { verdicts: 4, wins: 3, losses: 1, score: share },
    byTag: [{ tag: 'legal', figures: { verdicts: 4, win: share } }],
    cost: { answers: 4, baseline: 0.3, candidate: 0.1, saved: 0.2 },
    judges: ['claude'],
    orders: [{ ...orders, follows: share }],
  },
  people: {
    pairs: 4,
    compared: 4,
    wins: 3,
    bothBad: 1,
    win: share,
    score: share,
    agreements: [{ judge: 'claude', pairs: 3, same: 2, kappa: 0.4, low: -0.1, high: 0.9 }],
  },
  createdAt: at,
});
const aCase = BacktestCase.fromPartial({
  number: 3,
  outcome: 'loss',
  margin: 6,
  question: 'Why?',
  baseline: 'claude',
  isPinned: true,
  baselineUsd: 0.3,
  candidateMs: 900,
  judge: 'claude',
  comparisons: [
    { first: 'candidate', better: 'baseline', margin: 3, reason: 'It is right.' },
    { first: 'baseline', error: 'It was away.' },
  ],
});

let gateway: RunningGateway;
let eve: Awaited<ReturnType<RunningGateway['aUser']>>;
const chosen: ChooseInBacktestPairRequest[] = [];
const created: CreateBacktestRequest[] = [];
const estimated: EstimateBacktestRequest[] = [];
const resumed: ResumeBacktestRequest[] = [];
const listed: ListBacktestCasesRequest[] = [];

/** Another user's is not there, as what does not exist. */
const own = (request: GetBacktestRequest) => {
  if (request.id !== id) throw new AppError('not_found', 'backtest_not_found', 'There is no such backtest.');
};
const answer = (request: GetBacktestRequest) => {
  own(request);
  return Promise.resolve(found);
};

const nextPair = NextBacktestPair.fromPartial({
  pairs: 4,
  compared: 1,
  isOpen: true,
  pair: { number: 3, question: 'Why?', earlier: [{ isFromUser: true, text: 'Hi.' }], first: 'One.', second: 'Two.' },
});
const pairs = {
  getNextBacktestPair: (request: GetBacktestRequest) => {
    own(request);
    return Promise.resolve(nextPair);
  },
  chooseInBacktestPair: (request: ChooseInBacktestPairRequest) => {
    own(request);
    chosen.push(request);
    return Promise.resolve(NextBacktestPair.fromPartial({ pairs: 4, compared: 4 }));
  },
  endBacktestPairs: answer,
};

beforeAll(async () => {
  gateway = await startGateway();
  eve = await gateway.aUser();
  const { backtests, backtestPairs } = gateway.upstreams;
  Object.assign(backtestPairs, pairs satisfies typeof backtestPairs);
  Object.assign(backtests, {
    estimateBacktest: (request: EstimateBacktestRequest) => {
      estimated.push(request);
      const cost = { lowMicros: 1_000_000, highMicros: 2_000_000 };
      const candidate = { aiService: 'gpt', calls: 5, price: PriceKnowledge.KNOWN, cost };
      const judges = [{ aiService: 'claude', calls: 10, price: PriceKnowledge.UNKNOWN }];
      return Promise.resolve(BacktestEstimate.fromPartial({ rounds: 5, candidate, judges }));
    },
    createBacktest: (request: CreateBacktestRequest) => {
      created.push(request);
      return Promise.resolve(found);
    },
    listBacktests: () => Promise.resolve({ backtests: [found] }),
    getBacktest: answer,
    pauseBacktest: answer,
    cancelBacktest: answer,
    resumeBacktest: (request: ResumeBacktestRequest) => {
      resumed.push(request);
      return answer(request);
    },
    deleteBacktest: (request: GetBacktestRequest) => {
      own(request);
      return Promise.resolve({});
    },
    listBacktestCases: (request: ListBacktestCasesRequest) => {
      own(request);
      listed.push(request);
      return Promise.resolve({ cases: [aCase], next: 3 });
    },
    listWorstBacktestCases: (request: GetBacktestRequest) => {
      own(request);
      return Promise.resolve({ cases: [aCase], next: undefined });
    },
    getBacktestCase: (request: GetBacktestRequest) => {
      own(request);
      return Promise.resolve(BacktestCaseTexts.fromPartial({ case: aCase, question: 'Why?', candidate: 'Because.' }));
    },
  } satisfies typeof backtests);
});
afterAll(() => gateway.close());

const path = `/api/backtests/${id}`;
async function ask(method: string, at: string, body?: unknown, more: { headers?: Record<string, string> } = {}) {
  const reply = await gateway.ask(at, { method, body, cookie: eve.cookie, ...more });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? undefined : (JSON.parse(text) as Record<string, unknown>) };
}

/** What people said of it. */
const people = {
  open: false,
  pairs: 4,
  compared: 4,
  wins: 3,
  ties: 0,
  losses: 0,
  bothBad: 1,
  win: share,
  tie: null,
  loss: null,
  score: share,
  agreements: [
    {
      judge: expect.objectContaining({ name: 'claude' }) as unknown,
      pairs: 3,
      same: 2,
      kappa: 0.4,
      interval: { low: -0.1, high: 0.9 },
    },
  ],
};

const wanted = {
  candidate: { aiService: 'gpt', settings: { temperature: 0.2 } },
  sample: { source: 'tag', tag: 'legal', count: 20 },
};
const budget = { usd: null, calls: 60 };

describe('a backtest', () => {
  it('is estimated before it is begun', async () => {
    const { status, body } = await ask('POST', '/api/backtests/estimate', { ...wanted, judge: 'claude' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      rounds: 5,
      leftOut: [],
      candidate: {
        aiService: { name: 'gpt', displayName: 'GPT' },
        calls: 5,
        price: 'known',
        cost: { low: 1, high: 2 },
      },
      judges: [{ aiService: { name: 'claude' }, calls: 10, price: 'unknown', cost: null }],
      calls: 15,
      cost: { low: 1, high: 2, currency: 'USD' },
      responseTime: null,
    });
    expect(estimated.at(-1)).toMatchObject({ ...wanted, judge: 'claude' });
  });

  it('is begun under a key, and answers what it has found so far', async () => {
    const idempotencyKey = randomUUID();
    const headers = { 'Idempotency-Key': idempotencyKey };
    const { status, body } = await ask('POST', '/api/backtests', { ...wanted, name: ' Mine ', budget }, { headers });
    expect(status).toBe(202);
    expect(created.at(-1)).toMatchObject({
      name: 'Mine',
      budget: { calls: 60, usd: undefined },
      idempotencyKey,
      peopleCompare: false,
    });
    expect(body).toEqual({
      id,
      name: null,
      candidate: { aiService: expect.objectContaining({ name: 'gpt' }) as unknown, settings: { temperature: 0.2 } },
      sample: { source: 'tag', tag: 'legal', count: 20, suite: null },
      judge: null,
      budget,
      status: 'paused',
      pause: { reason: 'budget', sentence: 'The budget is used up.' },
      cases: 5,
      ended: 4,
      leftOut: [
        { reason: 'blind', rounds: 2 },
        { reason: 'other', rounds: 1 },
      ],
      spent: { calls: 12, usd: 0.5, unknown: 1, free: 2 },
      result: {
        verdicts: 4,
        wins: 3,
        ties: 0,
        losses: 1,
        inconsistent: 0,
        failed: 0,
        win: null,
        tie: null,
        loss: null,
        score: share,
        byTag: [expect.objectContaining({ tag: 'legal', verdicts: 4, win: share, loss: null }) as unknown],
        cost: { answers: 4, baseline: 0.3, candidate: 0.1, saved: 0.2 },
        responseTime: null,
        judges: [expect.objectContaining({ name: 'claude' }) as unknown],
        orders: [{ ...orders, judge: expect.objectContaining({ name: 'claude' }) as unknown, follows: share }],
      },
      people,
      createdAt: at.toISOString(),
      endedAt: null,
    });
  });

  it('of a frozen set is sent its id, and named by it also to those who know no such source', async () => {
    const suiteId = randomUUID();
    const asked = { ...wanted, sample: { source: 'suite', suiteId } };
    expect((await ask('POST', '/api/backtests/estimate', asked)).status).toBe(200);
    expect(estimated.at(-1)!.sample).toMatchObject({ source: 'suite', suiteId, count: 100, tag: undefined });
    expect((await ask('POST', '/api/backtests', { ...asked, budget })).status).toBe(202);
    expect(created.at(-1)!.sample).toMatchObject({ source: 'suite', suiteId, count: 100 });
    const { listBacktests } = gateway.upstreams.backtests;
    const sample = { source: 'newest', count: 9, suiteId, suiteName: 'Still right?' };
    const leftOut = ['gone', 'imported'].map((reason) => ({ reason, rounds: 1 }));
    gateway.upstreams.backtests.listBacktests = () =>
      Promise.resolve({ backtests: [Backtest.fromPartial({ ...found, sample, leftOut })] });
    const { body } = await ask('GET', '/api/backtests');
    gateway.upstreams.backtests.listBacktests = listBacktests;
    const shown = { source: 'newest', count: 9, suite: { id: suiteId, name: 'Still right?' } };
    expect(body).toMatchObject([{ sample: shown, leftOut }]);
  });

  it('is listed, read, paused, resumed with another budget, cancelled and deleted', async () => {
    expect(await ask('GET', '/api/backtests')).toMatchObject({ status: 200, body: [{ id }] });
    expect(await ask('GET', path)).toMatchObject({ status: 200, body: { id } });
    expect((await ask('POST', `${path}/pause`)).status).toBe(200);
    expect((await ask('POST', `${path}/resume`, {})).status).toBe(200);
    expect((await ask('POST', `${path}/resume`, { budget: { usd: 2, calls: 90 } })).status).toBe(200);
    expect(resumed).toEqual([
      { id, budget: undefined },
      { id, budget: { usd: 2, calls: 90 } },
    ]);
    expect((await ask('POST', `${path}/cancel`)).status).toBe(200);
    expect((await ask('DELETE', path)).status).toBe(204);
  });

  it('has cases, a page at a time, the worst losses, and each with its texts', async () => {
    const first = await ask('GET', `${path}/cases?outcome=loss&after=2&limit=1`);
    expect(listed.at(-1)).toEqual({ id, outcome: 'loss', after: 2, limit: 1, withAnswers: false });
    const shown = {
      number: 3,
      outcome: 'loss',
      margin: 6,
      error: null,
      baseline: { aiService: { name: 'claude' }, pinned: true, cost: 0.3, responseTime: null },
      candidate: { cost: null, responseTime: 900 },
      comparisons: [
        { first: 'candidate', better: 'baseline', margin: 3, reason: 'It is right.', error: null },
        { first: 'baseline', better: null, margin: null, reason: null, error: 'It was away.' },
      ],
    };
    expect(first).toMatchObject({ status: 200, body: { cases: [shown], next: 3 } });
    await ask('GET', `${path}/cases`);
    expect(listed.at(-1)).toMatchObject({ after: 0, limit: 20 });
    expect(await ask('GET', `${path}/worst`)).toMatchObject({ status: 200, body: [shown] });
    const texts = { question: 'Why?', baseline: null, candidate: 'Because.' };
    expect(await ask('GET', `${path}/cases/3`)).toMatchObject({ status: 200, body: { ...shown, texts } });
  });

  it('is compared by people, a pair at a time and without a name, and not by keys', async () => {
    const asked = await ask('GET', `${path}/pair`);
    expect(asked).toEqual({
      status: 200,
      body: {
        pairs: 4,
        compared: 1,
        open: true,
        pair: {
          number: 3,
          question: 'Why?',
          earlier: [{ fromUser: true, text: 'Hi.' }],
          first: 'One.',
          second: 'Two.',
        },
      },
    });
    const last = await ask('PUT', `${path}/pairs/3`, { choice: 'second' });
    expect(last).toEqual({ status: 200, body: { pairs: 4, compared: 4, open: false, pair: null } });
    expect(chosen).toEqual([{ id, number: 3, choice: 'second' }]);
    const wrong = await ask('PUT', `${path}/pairs/3`, { choice: 'candidate' });
    expect(wrong).toMatchObject({ status: 400 });
    expect(JSON.stringify(wrong.body)).toContain('Say first, second, tie or both_bad.');
    expect(await ask('POST', `${path}/reveal`)).toMatchObject({ status: 200, body: { id, people: { open: false } } });
    const key = await ask('POST', '/api/account/keys', { name: 'A voter', scopes: ['read', 'send'] });
    const headers = { authorization: `Bearer ${String(key.body!['key'])}` };
    const refused = await gateway.ask(`${path}/pairs/3`, { method: 'PUT', body: { choice: 'tie' }, headers });
    expect(refused.status).toBe(403);
    await ask('POST', '/api/backtests', { ...wanted, budget, peopleCompare: true });
    expect(created.at(-1)).toMatchObject({ peopleCompare: true });
  });

  it.each([
    [
      'an unknown source',
      { sample: { source: 'best' } },
      'Rounds are the newest, the pinned, those of a tag, or those of a frozen set.',
    ],
    [
      'a tag that is missing',
      { sample: { source: 'tag' } },
      'Name a tag where rounds are those of a tag, and nowhere else.',
    ],
    [
      'a frozen set that is missing',
      { sample: { source: 'suite' } },
      'Name a frozen set where rounds are those of a frozen set, and nowhere else.',
    ],
    [
      'a part of a frozen set',
      { sample: { source: 'suite', suiteId: randomUUID(), count: 3 } },
      'All rounds of a frozen set are taken: say no number of them.',
    ],
    ['no set at all', { sample: { source: 'suite', suiteId: '../1' } }, 'This is not a valid id.'],
    ['too many rounds', { sample: { source: 'newest', count: 101 } }, 'A sample has 1 to 100 rounds.'],
    ['no calls', { budget: { usd: null, calls: 0 } }, 'A budget is from 1 to 300 calls.'],
    ['a budget beyond all', { budget: { usd: 20_000, calls: 1 } }, 'A budget is from 0.01 to 10,000 dollars.'],
    [
      'hot settings',
      { candidate: { aiService: 'gpt', settings: { temperature: 3 } } },
      'The temperature must be between 0 and 2.',
    ],
  ])('of %s is refused with a sentence', async (_what, more, sentence) => {
    const { status, body } = await ask('POST', '/api/backtests', { ...wanted, budget, ...more });
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(sentence);
  });

  it('of another user is not there, as what does not exist', async () => {
    const other = `/api/backtests/${randomUUID()}`;
    const missing = { status: 404, body: { code: 'backtest_not_found' } };
    for (const [method, at] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/pause'],
      ['POST', '/resume'],
      ['POST', '/cancel'],
      ['GET', '/cases'],
      ['GET', '/worst'],
      ['GET', '/cases/1'],
      ['GET', '/pair'],
      ['POST', '/reveal'],
    ] as const)
      expect(await ask(method, `${other}${at}`, method === 'POST' ? {} : undefined)).toMatchObject(missing);
    expect((await ask('GET', `${path}/cases/one`)).status).toBe(404);
  });

  it('is begun by approved users in a session, not by keys, which may read it', async () => {
    const waiting = await gateway.aUser('unapproved');
    const begin = { method: 'POST', body: { ...wanted, budget } };
    expect((await gateway.ask('/api/backtests', { ...begin, cookie: waiting.cookie })).status).toBe(403);
    expect((await gateway.ask('/api/backtests', begin)).status).toBe(401);
    const key = await ask('POST', '/api/account/keys', { name: 'A script', scopes: ['read', 'send'] });
    const headers = { authorization: `Bearer ${String(key.body!['key'])}` };
    expect((await gateway.ask('/api/backtests', { ...begin, headers })).status).toBe(403);
    expect((await gateway.ask('/api/backtests', { headers })).status).toBe(200);
  });
});
