import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Estimate } from '@polylogue/api-contract';
import {
  PriceKnowledge,
  type CallEstimate,
  type EstimateCallsRequest,
  type MeasureContextsRequest,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';
import { aService } from './upstreams.js';

let gateway: RunningGateway;
let cookie: string;
const away = () => Promise.reject(new AppError('unavailable', 'away', 'Away.'));
const known = (lowMicros: number, highMicros: number, typicalMs?: number): CallEstimate => ({
  aiService: 'gpt',
  price: PriceKnowledge.KNOWN,
  cost: { lowMicros, highMicros },
  typicalMs,
});

beforeAll(async () => {
  gateway = await startGateway();
  ({ cookie } = await gateway.aUser());
});
afterAll(() => gateway.close());
beforeEach(() => {
  const { contexts, estimates, assessments, catalog, servers } = gateway.upstreams;
  const services = ['gpt', 'claude', 'llama'].map(aService);
  catalog.listAiServices = () => Promise.resolve({ services, formerServices: [] });
  contexts.measureContexts = ({ aiServices }) =>
    Promise.resolve({ contexts: aiServices.map((aiService) => ({ aiService, bytes: 1_000 })), blindRound: [] });
  estimates.estimateCalls = () => Promise.resolve({ estimates: [known(10_000, 30_000)] });
  assessments.previewJudging = () => Promise.resolve({ judges: [], judgeCount: 0, share: 0 });
  servers['ai-dispatch'].calls.length = 0;
});

const body = { selectedAIs: ['gpt'], messageBytes: 500 };
const post = async (more: object = {}, as = cookie) => {
  const answer = await gateway.ask('/api/estimates', { method: 'POST', body: { ...body, ...more }, cookie: as });
  return { status: answer.status, json: (await answer.json()) as Estimate & { error: string } };
};
const calls = () =>
  (
    gateway.upstreams.servers['ai-dispatch'].calls.find(({ method }) => method === 'estimateCalls')!
      .request as EstimateCallsRequest
  ).calls;

describe('POST /api/estimates', () => {
  it('prices the thread of each service with the message', async () => {
    gateway.upstreams.contexts.measureContexts = () =>
      Promise.resolve({ contexts: [{ aiService: 'gpt..k3f9a2', bytes: 700, maxOutputTokens: 200 }], blindRound: [] });
    await post({ selectedAIs: ['gpt..k3f9a2'], fileBytes: 9_000 });
    expect(calls()).toEqual([{ aiService: 'gpt', bytes: 1_200, fileBytes: 9_000, maxOutputTokens: 200 }]);
  });

  it('measures with the settings that would go with the message', async () => {
    const settings = { systemPromptBytes: 120, maxOutputTokens: 50 };
    await post({ settings });
    await post();
    const measured = gateway.upstreams.servers.conversation.calls.filter(({ method }) => method === 'measureContexts');
    expect(measured.slice(-2).map(({ request }) => (request as MeasureContextsRequest).settings)).toEqual([
      settings,
      undefined,
    ]);
    const refused = await post({ settings: { systemPromptBytes: 32_001 } });
    expect(refused).toMatchObject({ status: 400, json: { error: 'Instructions have between 0 and 32000 bytes.' } });
  });

  it('says which services may search, since that is no part of the price', async () => {
    const { contexts, estimates } = gateway.upstreams;
    contexts.measureContexts = () =>
      Promise.resolve({ contexts: [{ aiService: 'gpt', bytes: 0, webSearch: true }], blindRound: [] });
    estimates.estimateCalls = () => Promise.resolve({ estimates: [{ ...known(10_000, 30_000), maySearch: true }] });
    expect((await post()).json.services).toMatchObject([{ aiService: 'gpt', searches: true }]);
    expect(calls()).toMatchObject([{ webSearch: true }]);
  });

  it('prices the pictures of the thread and those that come with the message, of a conversation that is continued', async () => {
    const conversationId = '6c84fb90-12c4-41e1-840d-7b25c5ee775a';
    gateway.upstreams.contexts.measureContexts = (request) =>
      Promise.resolve({
        contexts: [{ aiService: 'gpt', bytes: request.conversationId === conversationId ? 700 : 1, pictures: 3 }],
        blindRound: [],
      });
    // Two files of 10 MB are no more than a message takes.
    await post({ fileBytes: 20 * 1024 * 1024, pictures: 10, conversationId });
    expect(calls()).toEqual([{ aiService: 'gpt', bytes: 1_200, pictures: 3, fileBytes: 20_971_520, filePictures: 10 }]);
  });

  it('says who would read the answers of a first watched run, and what that costs', async () => {
    const { estimates, claims } = gateway.upstreams;
    estimates.estimateCalls = () =>
      Promise.resolve({ estimates: [{ ...known(1, 2), answerLowBytes: 100, answerHighBytes: 900 }] });
    let asked: unknown;
    claims.estimateReading = (request) => {
      asked = request;
      return Promise.resolve({ estimate: { ...known(50_000, 60_000), aiService: 'claude' } });
    };
    const { json } = await post({ reading: { answers: 2, extractor: 'claude' } });
    expect(json.reading).toMatchObject({ aiService: 'claude', cost: { low: 0.05, high: 0.06, currency: 'USD' } });
    const text = { aiService: 'gpt', lowBytes: 100, highBytes: 900 };
    expect(asked).toMatchObject({ questionBytes: 500, texts: [text, text], extractor: 'claude' });
    claims.estimateReading = away;
    expect((await post({ reading: { answers: 2 } })).json).not.toHaveProperty('reading');
    expect((await post({ reading: { answers: 6 } })).status).toBe(400);
    expect((await post()).json).not.toHaveProperty('reading');
  });

  it('adds up what is known, and waits for the slowest', async () => {
    const unknown = { aiService: 'llama', price: PriceKnowledge.UNKNOWN, typicalMs: 21_340 };
    gateway.upstreams.estimates.estimateCalls = () =>
      Promise.resolve({ estimates: [known(10_000, 30_000, 4_000), known(500, 1_500), unknown] });
    const { status, json } = await post({ selectedAIs: ['gpt', 'claude', 'llama'] });
    const rest = { price: 'known', cost: expect.objectContaining({ currency: 'USD' }) };
    expect({ status, json }).toEqual({
      status: 200,
      json: {
        services: [
          { ...rest, aiService: 'gpt', seconds: 4 },
          { ...rest, aiService: 'claude', seconds: null },
          {
            aiService: 'llama',
            price: 'unknown',
            cost: null,
            seconds: 21.3,
            note: 'What LLAMA costs is not known.',
          },
        ],
        cost: { low: 0.0105, high: 0.0315, currency: 'USD' },
        seconds: 21.3,
        judging: null,
      },
    });
  });

  it('prices a blind round by how many of its services are asked, and not by which', async () => {
    const { contexts, estimates } = gateway.upstreams;
    contexts.measureContexts = () =>
      Promise.resolve({
        contexts: [],
        blindRound: ['claude', 'gpt', 'llama'].map((aiService) => ({ aiService, bytes: 700 })),
      });
    const dear = known(400_000, 900_000, 9_000);
    estimates.estimateCalls = () => Promise.resolve({ estimates: [known(10_000, 30_000), dear, known(500, 1_500)] });
    const all = (await post({ selectedAIs: ['blind..a', 'blind..b', 'blind..c'] })).json;
    const unnamed = { price: 'known', cost: null, seconds: null };
    expect(all).toEqual({
      services: ['blind..a', 'blind..b', 'blind..c'].map((aiService) => ({ aiService, ...unnamed })),
      cost: { low: 0.4105, high: 0.9315, currency: 'USD' },
      seconds: 9,
      judging: null,
    });
    expect(calls().map(({ aiService, bytes }) => [aiService, bytes])).toEqual([
      ['claude', 1_200],
      ['gpt', 1_200],
      ['llama', 1_200],
    ]);
    const [first, second] = [await post({ selectedAIs: ['blind..a'] }), await post({ selectedAIs: ['blind..b'] })];
    expect(first.json).toMatchObject({ cost: { low: 0.0005, high: 0.9 }, seconds: 9 });
    expect({ ...second.json, services: [] }).toEqual({ ...first.json, services: [] });
    estimates.estimateCalls = () =>
      Promise.resolve({ estimates: [dear, { aiService: 'x', price: PriceKnowledge.UNKNOWN }] });
    const { services } = (await post({ selectedAIs: ['blind..a', 'blind..b'] })).json;
    expect(services.map(({ note }) => note)).toEqual([
      'What some services of this round cost is not known.',
      undefined,
    ]);
    // Revealed meanwhile.
    contexts.measureContexts = () => Promise.resolve({ contexts: [], blindRound: [] });
    const { json } = await post({ selectedAIs: ['blind..a'] });
    expect(json).toMatchObject({ services: [{ price: 'unknown' }], cost: null, seconds: null });
  });

  it('calls a demo free, and an unknown kind of price unknown', async () => {
    const of = (price: PriceKnowledge) => ({ aiService: 'gpt', price });
    gateway.upstreams.estimates.estimateCalls = () =>
      Promise.resolve({ estimates: [of(PriceKnowledge.FREE), of(PriceKnowledge.UNSPECIFIED)] });
    const { json } = await post({ selectedAIs: ['gpt', 'claude'] });
    expect(json.services.map(({ price }) => price)).toEqual(['free', 'unknown']);
    expect(json).toMatchObject({ cost: null, seconds: null });
  });

  it('names who will judge, and estimates also while nobody can say', async () => {
    gateway.upstreams.assessments.previewJudging = () =>
      Promise.resolve({ judges: ['claude', 'gpt'], judgeCount: 2, share: 0.5 });
    const { judging } = (await post()).json;
    expect(judging).toMatchObject({
      count: 2,
      share: 0.5,
      judges: [{ displayName: 'CLAUDE' }, { displayName: 'GPT' }],
    });
    gateway.upstreams.assessments.previewJudging = away;
    const { status, json } = await post();
    expect([status, 'judging' in json, json.cost?.low]).toEqual([200, false, 0.01]);
  });

  it('prices who will judge, by how long the replies are expected to be', async () => {
    gateway.upstreams.assessments.previewJudging = () =>
      Promise.resolve({ judges: ['claude', 'gpt'], judgeCount: 1, share: 1, promptBytes: 5_000 });
    const asked: EstimateCallsRequest[] = [];
    gateway.upstreams.estimates.estimateCalls = (request) => {
      asked.push(request);
      const answers = { answerLowBytes: 100, answerHighBytes: 300 };
      return Promise.resolve({
        estimates: [
          { ...known(10_000, 30_000), ...answers },
          { ...known(20_000, 40_000), ...answers },
        ],
      });
    };
    const { json } = await post({ selectedAIs: ['gpt', 'claude'] });
    expect(asked[1]!.calls).toMatchObject([
      { aiService: 'claude', bytes: 5_000 + 500 + 1_000 + 100, fileBytes: 200, hasSchema: true },
      { aiService: 'gpt', bytes: 5_000 + 500 + 1_000 + 100, fileBytes: 200, hasSchema: true },
    ]);
    expect(json.judging?.cost).toEqual({ low: 0.01, high: 0.04, currency: 'USD' });
    // Not part of what the message costs.
    expect(json.cost).toEqual({ low: 0.03, high: 0.07, currency: 'USD' });
  });

  it('prices a run of a saved query by its text alone, and its judges where they are wanted', async () => {
    const { contexts, assessments } = gateway.upstreams;
    contexts.measureContexts = away;
    const wanted: unknown[] = [];
    assessments.previewJudging = (request) => {
      wanted.push(request);
      return Promise.resolve({ judges: ['gpt'], judgeCount: 1, share: 1 });
    };
    const unjudged = await post({ run: { judged: false } });
    expect([unjudged.status, unjudged.json.judging]).toEqual([200, null]);
    expect(calls()).toEqual([{ aiService: 'gpt', bytes: 500, fileBytes: 0, pictures: 0 }]);
    expect(wanted).toEqual([]);
    const judged = await post({ run: { judged: true } });
    expect(judged.json.judging).toMatchObject({ judges: [{ name: 'gpt' }], count: 1 });
    const rubricId = '01900000-0000-7000-8000-000000000001';
    await post({ run: { judged: true, rubricId } });
    const asked = { aiServices: ['gpt'], isRequested: true };
    expect(wanted).toEqual([
      { ...asked, rubricId: undefined },
      { ...asked, rubricId },
    ]);
    expect((await post({ run: { judged: true, rubricId: 'mine' } })).status).toBe(400);
  });

  it('prices a message on top of a summary by what goes along, and by no thread', async () => {
    const { contexts, assessments, estimates } = gateway.upstreams;
    contexts.measureContexts = away;
    assessments.previewJudging = () =>
      Promise.resolve({ judges: ['claude'], judgeCount: 1, share: 1, promptBytes: 5_000 });
    const asked: EstimateCallsRequest[] = [];
    estimates.estimateCalls = (request) => {
      asked.push(request);
      return Promise.resolve({ estimates: [{ ...known(10_000, 30_000), answerLowBytes: 100, answerHighBytes: 100 }] });
    };
    const { status, json } = await post({ contextBytes: 2_300 });
    expect([status, json.cost]).toEqual([200, { low: 0.01, high: 0.03, currency: 'USD' }]);
    // Its judges read what went along, too.
    expect(asked.map(({ calls: [call] }) => [call!.aiService, call!.bytes])).toEqual([
      ['gpt', 2_800],
      ['claude', 5_000 + 500 + 2_300 + 100],
    ]);
  });

  it('passes on why it cannot be estimated', async () => {
    gateway.upstreams.contexts.measureContexts = () =>
      Promise.reject(new AppError('invalid', 'unknown_ai_service', 'There is no AI service called "gpt".'));
    expect(await post()).toMatchObject({ status: 400, json: { error: 'There is no AI service called "gpt".' } });
    gateway.upstreams.contexts.measureContexts = away;
    expect((await post()).status).toBe(503);
  });

  it.each([
    [{ selectedAIs: [] }, 'Please select at least one AI service'],
    [{ selectedAIs: ['gpt', 'gpt'] }, 'Each AI service can be named only once.'],
    [{ messageBytes: -1 }, 'A message has between 0 and 400000 bytes.'],
    [{ messageBytes: 'many' }, 'A message has between 0 and 400000 bytes.'],
    [{ fileBytes: 51 * 1024 * 1024 }, 'Files have between 0 and 52428800 bytes together.'],
    [{ pictures: 11 }, 'A message has between 0 and 10 pictures.'],
    [{ contextBytes: 10_000_001 }, 'What goes along has between 0 and 10000000 bytes.'],
    [{ conversationId: 'the first' }, 'conversationId: This is not a valid id.'],
  ])('says what is wrong with %j', async (more, error) => {
    expect(await post(more)).toMatchObject({ status: 400, json: { error } });
  });

  it('is for those who may send', async () => {
    expect((await post({}, (await gateway.aUser('unapproved')).cookie)).status).toBe(403);
    expect((await gateway.ask('/api/estimates', { method: 'POST', body })).status).toBe(401);
  });
});

describe('/api/account/preferences', () => {
  const ask = async (method: string, body?: unknown) => {
    const answer = await gateway.ask('/api/account/preferences', { method, body, cookie });
    return { status: answer.status, json: (await answer.json()) as unknown };
  };

  it('are read and changed in dollars', async () => {
    const { preferences } = gateway.upstreams;
    preferences.getPreferences = () => Promise.resolve({ askAboveMicros: 1_000_000 });
    preferences.setPreferences = ({ preferences: wanted }) => Promise.resolve(wanted!);
    expect(await ask('GET')).toEqual({ status: 200, json: { askAbove: 1 } });
    for (const askAbove of [0.1, 0, 10_000, null]) {
      expect(await ask('PUT', { askAbove })).toEqual({ status: 200, json: { askAbove } });
    }
  });

  it.each([-0.01, 10_001, '1', undefined])('refuse %j', async (askAbove) => {
    const error = 'Enter an amount from $0 to $10,000.';
    expect(await ask('PUT', { askAbove })).toMatchObject({ status: 400, json: { error } });
  });
});

it('says how good estimates were, for administrators', async () => {
  const { cookie: admin } = await gateway.aUser('admin');
  gateway.upstreams.usage.listEstimateAccuracy = () =>
    Promise.resolve({ services: [{ aiService: 'gpt', calls: 10, within: 7, medianRatio: 1.2 }] });
  const path = '/api/admin/usage/estimates?from=2026-03-01&to=2026-03-02';
  const answer = await gateway.ask(path, { cookie: admin });
  expect(await answer.json()).toMatchObject([
    { aiService: { displayName: 'GPT' }, calls: 10, within: 7, medianRatio: 1.2 },
  ]);
  expect((await gateway.ask(path, { cookie })).status).toBe(403);
});
