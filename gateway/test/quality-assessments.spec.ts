import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { judging, qualityAssessment } from '@polylogue/api-contract';
import { AssessmentStatus, JudgingState, PriceKnowledge, type Assessment, type Judging } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { z } from 'zod';
import { startGateway, type RunningGateway } from './gateway.js';

let gateway: RunningGateway;
let cookie: string;
let userId: string;
beforeAll(async () => {
  gateway = await startGateway();
  ({ cookie, userId } = await gateway.aUser());
});
afterAll(() => gateway.close());
beforeEach(() => {
  gateway.upstreams.history.findConversations = async function* () {};
  gateway.upstreams.servers.quality.calls.length = 0;
});

const part = (score: number) => ({ score, reason: `Because of ${score}.` });
const anAssessment = (change: Partial<Assessment> = {}): Assessment => ({
  id: randomUUID(),
  broadcastId: randomUUID(),
  conversationId: randomUUID(),
  messageId: randomUUID(),
  targetService: 'gpt',
  assessorService: 'claude',
  status: AssessmentStatus.COMPLETED,
  rubricVersion: 'v1',
  judgeModel: 'claude-1',
  cuts: [],
  createdAt: new Date('2026-11-21T09:12:00Z'),
  verdict: {
    overall: 71,
    bias: part(96),
    safety: part(97),
    accuracy: part(71),
    adherence: part(92),
    flagged: false,
    analysis: 'Clear structure.',
  },
  ...change,
});
const aJudging = (broadcastId: string): Judging => ({
  broadcastId,
  state: JudgingState.JUDGING,
  total: 30,
  completed: 11,
  failed: 1,
  gaps: [{ aiService: 'gemini', reason: 'Its reply did not come to its end.' }],
});

describe('GET /api/quality-assessments/conversation/{id}', () => {
  it('answers verdicts with all five scores, and a failed judge with a reason and none', async () => {
    const failed = anAssessment({
      status: AssessmentStatus.FAILED,
      verdict: undefined,
      errorCode: 'unreadable_answer',
      error: 'The answer could not be read.',
    });
    gateway.upstreams.assessments.listAssessments = () => Promise.resolve({ assessments: [anAssessment(), failed] });
    const conversationId = randomUUID();
    const answer = await gateway.ask(`/api/quality-assessments/conversation/${conversationId}`, { cookie });
    const list = (await answer.json()) as Record<string, unknown>[];
    expect(z.array(qualityAssessment).parse(list)).toHaveLength(2);
    expect(list[0]).toMatchObject({
      targetServiceId: 'gpt',
      assessorServiceId: 'claude',
      status: 'completed',
      createdAt: '2026-11-21T09:12:00.000Z',
      overallScore: 71,
      biasScore: 96,
      toxicityScore: 97,
      hallucinationScore: 71,
      adherenceScore: 92,
      flagged: false,
      analysis: 'Clear structure.',
      reasons: { toxicity: 'Because of 97.' },
    });
    expect(list[1]).toMatchObject({ status: 'failed', error: 'The answer could not be read.' });
    expect(Object.keys(list[1]!).filter((key) => key.endsWith('Score'))).toEqual([]);
    const { request, call } = gateway.upstreams.servers.quality.calls[0]!;
    expect(request).toEqual({ conversationId, builtIn: true });
    expect(call.caller).toMatchObject({ userId, onBehalfOf: false });
  });

  it('holds what another rubric said, and how much the judge was sent, for those who ask for all', async () => {
    const criteria = [{ name: 'Kind', score: 50, reason: 'Half.', weight: 3, flagBelow: 60 }];
    const judged = { rubricName: 'Tone', rubricNumber: 2, overall: 50, flagged: true, analysis: 'Dry.', criteria };
    const cuts = [{ part: 'reply', sent: 100, of: 300 }];
    const ruled = anAssessment({
      verdict: undefined,
      rubricVersion: randomUUID(),
      rubricVerdict: judged,
      cuts,
      answers: 3,
    });
    gateway.upstreams.assessments.listAssessments = () => Promise.resolve({ assessments: [ruled, anAssessment()] });
    const path = `/api/quality-assessments/conversation/${randomUUID()}`;
    const listOf = async (query: string) =>
      (await (await gateway.ask(`${path}${query}`, { cookie })).json()) as Record<string, unknown>[];
    expect((await listOf('')).map(({ status }) => status)).toEqual(['completed']);
    const [shown, usual] = z.array(qualityAssessment).parse(await listOf('/all'));
    expect(shown).toMatchObject({
      status: 'judged',
      overallScore: 50,
      flagged: true,
      rubric: { name: 'Tone', version: 2 },
      criteria,
      cuts,
      answers: 3,
    });
    expect(usual).toMatchObject({ status: 'completed' });
    expect(usual?.cuts).toBeUndefined();
  });

  it('is not found for a conversation that is missing or another user’s, as conversation says', async () => {
    gateway.upstreams.assessments.listAssessments = () => Promise.resolve({ assessments: [] });
    const path = `/api/quality-assessments/conversation/${randomUUID()}`;
    expect((await gateway.ask(path, { cookie })).status).toBe(200);
    gateway.upstreams.history.findConversations = () => {
      throw new AppError('not_found', 'conversation_not_found', 'There is no such conversation.');
    };
    const answer = await gateway.ask(path, { cookie });
    expect([answer.status, await answer.json()]).toMatchObject([404, { code: 'conversation_not_found' }]);
  });

  it('is refused to a visitor and to an id that is none; quality away is 503', async () => {
    const path = `/api/quality-assessments/conversation/${randomUUID()}`;
    expect((await gateway.ask(path)).status).toBe(401);
    expect((await gateway.ask('/api/quality-assessments/conversation/7', { cookie })).status).toBe(400);
    gateway.upstreams.assessments.listAssessments = () => {
      throw new AppError('unavailable', 'away', 'Quality is away.');
    };
    expect((await gateway.ask(path, { cookie })).status).toBe(503);
  });
});

describe('judging a broadcast', () => {
  it('says how far it is', async () => {
    const broadcastId = randomUUID();
    gateway.upstreams.assessments.getJudging = () => Promise.resolve(aJudging(broadcastId));
    const answer = await gateway.ask(`/api/quality-assessments/broadcast/${broadcastId}`, { cookie });
    expect(judging.parse(await answer.json())).toEqual({
      broadcastId,
      state: 'judging',
      total: 30,
      completed: 11,
      failed: 1,
      gaps: [{ aiService: 'gemini', reason: 'Its reply did not come to its end.' }],
    });
  });

  it('is estimated before it is requested, also where a price is not known', async () => {
    const [one, other] = [randomUUID(), randomUUID()];
    gateway.upstreams.assessments.estimateJudging = () =>
      Promise.resolve({
        judges: [
          {
            aiService: 'claude',
            calls: 4,
            price: PriceKnowledge.KNOWN,
            cost: { lowMicros: 1_000, highMicros: 20_000 },
          },
          { aiService: 'gpt', calls: 2, price: PriceKnowledge.UNKNOWN },
        ],
        responseTimeMs: 4_000,
        leftOut: [{ broadcastId: other, reason: 'Fewer than two services gave a whole reply.' }],
      });
    const estimate = (more: object) =>
      gateway.ask('/api/quality-assessments/estimate', { method: 'POST', cookie, ...more });
    const rubricId = randomUUID();
    const answer = await estimate({ body: { broadcastIds: [one, other], rubricId } });
    expect(answer.status).toBe(200);
    expect(gateway.upstreams.servers.quality.calls.at(-1)!.request).toEqual({ broadcastIds: [one, other], rubricId });
    const named = (name: string) => expect.objectContaining({ name }) as unknown;
    expect(await answer.json()).toEqual({
      calls: 6,
      judges: [
        { aiService: named('claude'), calls: 4, price: 'known', cost: { low: 0.001, high: 0.02, currency: 'USD' } },
        { aiService: named('gpt'), calls: 2, price: 'unknown', cost: null },
      ],
      cost: { low: 0.001, high: 0.02, currency: 'USD' },
      responseTime: 4_000,
      leftOut: [{ broadcastId: other, reason: 'Fewer than two services gave a whole reply.' }],
    });
    for (const broadcastIds of [[], ['x'], Array.from({ length: 21 }, () => randomUUID())]) {
      expect((await estimate({ body: { broadcastIds } })).status).toBe(400);
    }
    const waiting = await gateway.aUser('unapproved');
    expect((await estimate({ body: { broadcastIds: [one] }, cookie: waiting.cookie })).status).toBe(403);
  });

  it('is requested by those who are approved, about what is theirs', async () => {
    const broadcastId = randomUUID();
    gateway.upstreams.assessments.runJudging = () => Promise.resolve(aJudging(broadcastId));
    const run = (more: object) => gateway.ask('/api/quality-assessments/run', { method: 'POST', cookie, ...more });
    expect((await run({ body: { broadcastId } })).status).toBe(202);
    expect(gateway.upstreams.servers.quality.calls[0]!.request).toEqual({ broadcastId });
    const rubricId = randomUUID();
    for (const chosen of [rubricId, 'built-in']) await run({ body: { broadcastId, rubricId: chosen } });
    expect(gateway.upstreams.servers.quality.calls.slice(1).map(({ request }) => request)).toEqual([
      { broadcastId, rubricId },
      { broadcastId, rubricId: 'built-in' },
    ]);
    expect((await run({ body: { broadcastId, rubricId: 'x' } })).status).toBe(400);
    expect((await run({ body: { broadcastId: 'x' } })).status).toBe(400);
    expect((await run({ body: {} })).status).toBe(400);
    expect((await run({ body: { broadcastId }, headers: { origin: 'https://evil.example' } })).status).toBe(403);
    const waiting = await gateway.aUser('unapproved');
    expect((await run({ body: { broadcastId }, cookie: waiting.cookie })).status).toBe(403);
    gateway.upstreams.assessments.runJudging = () => {
      throw new AppError('not_found', 'broadcast_not_found', 'There is no such broadcast.');
    };
    expect((await run({ body: { broadcastId } })).status).toBe(404);
  });

  it('is cancelled by its owner, approved or not; what is missing or foreign is not found', async () => {
    const broadcastId = randomUUID();
    const ended = { ...aJudging(broadcastId), state: JudgingState.DONE, completed: 11, failed: 19, cancelled: 18 };
    gateway.upstreams.assessments.cancelJudging = () => Promise.resolve(ended);
    const cancel = (id: string, more: object = {}) =>
      gateway.ask(`/api/quality-assessments/broadcast/${id}/cancel`, { method: 'POST', cookie, ...more });
    const answer = await cancel(broadcastId);
    expect(answer.status).toBe(200);
    expect(judging.parse(await answer.json())).toMatchObject({ state: 'done', failed: 19, cancelled: 18 });
    expect(gateway.upstreams.servers.quality.calls[0]!.request).toEqual({ broadcastId });
    const waiting = await gateway.aUser('unapproved');
    expect((await cancel(broadcastId, { cookie: waiting.cookie })).status).toBe(200);
    expect((await cancel(broadcastId, { cookie: undefined })).status).toBe(401);
    expect((await cancel(broadcastId, { headers: { origin: 'https://evil.example' } })).status).toBe(403);
    expect((await cancel('x')).status).toBe(400);
    gateway.upstreams.assessments.cancelJudging = () => {
      throw new AppError('not_found', 'broadcast_not_found', 'There is no such broadcast.');
    };
    const missing = await cancel(randomUUID());
    expect([missing.status, await missing.json()]).toMatchObject([404, { code: 'broadcast_not_found' }]);
  });
});
