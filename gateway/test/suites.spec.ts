import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import {
  ChatRole,
  PriceKnowledge,
  Suite,
  SuiteAssertion,
  SuiteCase,
  SuiteResult,
  SuiteRun,
  SuiteRunEstimate,
  type BeginSuiteRunRequest,
  type CreateSuiteRequest,
  type GetSuiteRequest,
  type PreviewSuiteScheduleRequest,
  type SetSuiteAssertionsRequest,
  type SetSuiteScheduleRequest,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { startGateway, type RunningGateway } from './gateway.js';

const id = randomUUID();
const at = new Date('2026-11-26T04:00:00Z');
const assertion = SuiteAssertion.fromPartial({ kind: 'judged', text: 'Kind?', min: 80 });
const run = SuiteRun.fromPartial({
  id,
  suiteId: id,
  candidate: { aiService: 'gpt' },
  judge: 'claude',
  status: 'stopped',
  stopSentence: 'The budget is used up.',
  isScheduled: true,
  cases: 3,
  passed: 1,
  failed: 1,
  worse: [2],
  spent: { calls: 4, usd: 0.5, unknown: 0 },
  createdAt: at,
  endedAt: at,
});
const found = Suite.fromPartial({
  id,
  name: 'Capitals',
  candidate: { aiService: 'gpt', settings: { temperature: 0.2, answerSchema: false } },
  budget: { calls: 60 },
  assertions: [assertion],
  cases: 3,
  leftOut: [{ what: 'assert javascript', reason: 'Code is not run.', count: 2 }],
  schedule: { frequency: 'weekly', time: '09:30', days: [1], timeZone: 'Europe/Zurich' },
  nextRunAt: at,
  createdAt: at,
  latestRun: run,
});
const message = { role: ChatRole.USER, content: 'Hi' };
const result = SuiteResult.fromPartial({
  number: 2,
  question: 'Why?',
  outcome: 'failed',
  isWorse: true,
  tries: [{ passed: false, checks: [{ assertion, passed: false, score: 40, reason: 'Rude.' }], answer: 'So.' }],
});

let gateway: RunningGateway;
let eve: Awaited<ReturnType<RunningGateway['aUser']>>;
const created: CreateSuiteRequest[] = [];
const scheduled: (SetSuiteScheduleRequest | PreviewSuiteScheduleRequest)[] = [];
const begun: BeginSuiteRunRequest[] = [];
const changed: SetSuiteAssertionsRequest[] = [];

/** Another user's is not there, as what does not exist. */
const own =
  <T>(answer: T) =>
  ({ id: wanted }: GetSuiteRequest) => {
    if (wanted !== id) throw new AppError('not_found', 'suite_not_found', 'There is no such suite.');
    return Promise.resolve(answer);
  };

function previewOf(request: PreviewSuiteScheduleRequest) {
  scheduled.push(request);
  const issues = [{ path: 'schedule.cron', message: 'It never fires.' }];
  const isWrong = request.schedule?.cron === 'x';
  return own(isWrong ? { nextRuns: [], issues } : { nextRuns: [at], issues: [] })(request);
}

beforeAll(async () => {
  gateway = await startGateway();
  eve = await gateway.aUser();
  const { suites } = gateway.upstreams;
  Object.assign(suites, {
    readPromptfoo: () =>
      Promise.resolve({
        name: 'Read',
        cases: [{ messages: [message], assertions: [assertion] }],
        leftOut: found.leftOut,
      }),
    createSuite: (request: CreateSuiteRequest) => {
      created.push(request);
      return Promise.resolve(found);
    },
    listSuites: () => Promise.resolve({ suites: [found] }),
    getSuite: own(found),
    listSuiteCases: own({ cases: [SuiteCase.fromPartial({ number: 1, question: 'Hi', messages: [message] })] }),
    setSuiteSchedule: (request: SetSuiteScheduleRequest) => {
      scheduled.push(request);
      return own(found)(request);
    },
    setSuiteAssertions: (request: SetSuiteAssertionsRequest) => {
      changed.push(request);
      if (request.version !== 3) throw new AppError('conflict', 'suite_changed', 'It was changed elsewhere.');
      return own(Suite.fromPartial({ ...found, version: 4 }))(request);
    },
    deleteSuite: own({}),
    estimateSuiteRun: own(
      SuiteRunEstimate.fromPartial({
        calls: 6,
        candidate: { calls: 3, price: PriceKnowledge.KNOWN, cost: { lowMicros: 1_000_000, highMicros: 2_000_000 } },
        judge: { calls: 3, price: PriceKnowledge.UNKNOWN },
      }),
    ),
    previewSuiteSchedule: previewOf,
    beginSuiteRun: (request: BeginSuiteRunRequest) => {
      begun.push(request);
      return own(run)(request);
    },
    listSuiteRuns: own({ runs: [run], hasMore: true }),
    getSuiteRun: own(run),
    listSuiteResults: own({ results: [result], next: 2 }),
    cancelSuiteRun: own(run),
  } satisfies typeof suites);
});
afterAll(() => gateway.close());

async function ask(method: string, path: string, body?: unknown) {
  const reply = await gateway.ask(path, { method, body, cookie: eve.cookie });
  const text = await reply.text();
  return { status: reply.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
}
const shownAssertion = { kind: 'judged', not: false, ignoreCase: false, text: 'Kind?', min: 80, within: false };

it('a configuration of promptfoo is read, and a suite is made of what it becomes', async () => {
  const read = await ask('POST', '/api/suites/promptfoo', { yaml: 'prompts: Hi' });
  const cases = [{ messages: [{ role: 'user', content: 'Hi' }], assertions: [shownAssertion] }];
  expect(read).toMatchObject({ status: 200, body: { name: 'Read', cases, leftOut: [{ count: 2 }] } });
  const { leftOut } = read.body as { leftOut: unknown };
  const wanted = { name: ' Mine ', candidate: { aiService: 'gpt' }, budget: { usd: null, calls: 60 }, cases, leftOut };
  expect(await ask('POST', '/api/suites', wanted)).toMatchObject({ status: 201, body: { id, name: 'Capitals' } });
  expect(created[0]).toMatchObject({
    name: 'Mine',
    candidate: { aiService: 'gpt' },
    budget: { usd: undefined, calls: 60 },
    cases: [{ messages: [message], assertions: [assertion] }],
    leftOut: found.leftOut,
  });
  for (const wrong of [
    { leftOut: [{ what: 'rounds', reason: 'More than anybody counts.', count: 2 ** 31 }] },
    { name: ' ' },
    { budget: { usd: null, calls: 0 } },
    { userId: id },
    { cases: [{ messages: [] }] },
  ])
    expect((await ask('POST', '/api/suites', { ...wanted, ...wrong })).status).toBe(400);
});

it('a suite is listed and read with its newest run', async () => {
  const shown = {
    id,
    name: 'Capitals',
    candidate: { aiService: { name: 'gpt' }, settings: { temperature: 0.2 } },
    judge: null,
    budget: { usd: null, calls: 60 },
    assertions: [shownAssertion],
    schedule: { frequency: 'weekly', time: '09:30', days: [1], timeZone: 'Europe/Zurich' },
    nextRunAt: at.toISOString(),
    latestRun: {
      status: 'stopped',
      stopped: 'The budget is used up.',
      scheduled: true,
      worse: [2],
      judge: { name: 'claude' },
    },
  };
  expect(await ask('GET', '/api/suites')).toMatchObject({ status: 200, body: [shown] });
  expect(await ask('GET', `/api/suites/${id}`)).toMatchObject({ status: 200, body: shown });
  const cases = [{ number: 1, question: 'Hi', messageId: null, messages: [{ role: 'user', content: 'Hi' }] }];
  expect(await ask('GET', `/api/suites/${id}/cases`)).toMatchObject({ status: 200, body: cases });
});

it('a run is priced, begun, read and cancelled', async () => {
  expect(await ask('POST', `/api/suites/${id}/estimate`, {})).toMatchObject({
    status: 200,
    body: { calls: 6, cost: { low: 1, high: 2, currency: 'USD' }, unknownPrice: true },
  });
  expect(await ask('POST', `/api/suites/${id}/runs`, {})).toMatchObject({ status: 202, body: { id } });
  expect(await ask('GET', `/api/suites/${id}/runs?limit=1`)).toMatchObject({ body: { runs: [{ id }], hasMore: true } });
  expect(await ask('GET', `/api/suite-runs/${id}`)).toMatchObject({ status: 200, body: { passed: 1 } });
  expect(await ask('GET', `/api/suite-runs/${id}/results`)).toMatchObject({
    body: {
      next: 2,
      results: [
        {
          number: 2,
          outcome: 'failed',
          worse: true,
          tries: [
            {
              passed: false,
              answer: 'So.',
              cost: null,
              checks: [{ assertion: shownAssertion, score: 40, reason: 'Rude.' }],
            },
          ],
        },
      ],
    },
  });
  expect((await ask('POST', `/api/suite-runs/${id}/cancel`)).status).toBe(200);
});

it('what has to hold is changed from the version that was read, and from no other', async () => {
  const put = (body: object) => ask('PUT', `/api/suites/${id}/assertions`, body);
  const cases = [{ number: 2, assertions: [] }];
  const wanted = { version: 3, assertions: [{ kind: 'judged', text: 'Kind?', min: 80 }], cases };
  expect(await put(wanted)).toMatchObject({ status: 200, body: { id, version: 4, latestRun: { version: 1 } } });
  expect(changed).toMatchObject([{ id, version: 3, assertions: [assertion], cases }]);
  expect(await put({ ...wanted, version: 2 })).toMatchObject({ status: 409, body: { code: 'suite_changed' } });
  expect(await put({ assertions: [], cases })).toMatchObject({ status: 400, body: { issues: [{ path: 'version' }] } });
  expect(await put({ ...wanted, assertions: [{ kind: 'judged', min: -1 }] })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'assertions.0.min', message: 'A bound starts at 0.' }] },
  });
});

it('a schedule is by an expression too, and is previewed', async () => {
  scheduled.length = 0;
  const schedule = { frequency: 'custom', time: null, cron: '0 9 * * 1-5', days: null, timeZone: null };
  expect((await ask('PUT', `/api/suites/${id}/schedule`, { schedule })).status).toBe(200);
  const preview = (given: object) => ask('POST', `/api/suites/${id}/schedule/preview`, { schedule: given });
  expect(await preview(schedule)).toMatchObject({ status: 200, body: { nextRuns: [at.toISOString()], issues: [] } });
  const wrong = { nextRuns: [], issues: [{ path: 'schedule.cron', message: 'It never fires.' }] };
  expect((await preview({ ...schedule, cron: 'x' })).body).toEqual(wrong);
  const asked = { frequency: 'custom', time: '', days: [], timeZone: '', cron: '0 9 * * 1-5' };
  expect(scheduled).toMatchObject([{ schedule: asked }, { schedule: asked }, { schedule: { ...asked, cron: 'x' } }]);
  const { suites } = gateway.upstreams;
  const recurrence = { ...asked, timeZone: 'UTC', monthDay: 26 };
  suites.getSuite = own(Suite.fromPartial({ ...found, schedule: undefined, recurrence }));
  const shown = { frequency: 'custom', time: null, days: [], cron: '0 9 * * 1-5', monthDay: null, timeZone: 'UTC' };
  expect((await ask('GET', `/api/suites/${id}`)).body).toMatchObject({ schedule: shown, nextRunAt: at.toISOString() });
  const monthly = { ...recurrence, frequency: 'monthly', time: '09:00', cron: undefined };
  suites.getSuite = own(Suite.fromPartial({ ...found, schedule: undefined, recurrence: monthly }));
  const everyMonth = { frequency: 'monthly', time: '09:00', cron: null, monthDay: 26 };
  expect((await ask('GET', `/api/suites/${id}`)).body).toMatchObject({ schedule: everyMonth });
  suites.getSuite = own(found);
});

it('a run names the version that was read, where its caller knows one', async () => {
  const begin = (body: object) => ask('POST', `/api/suites/${id}/runs`, body);
  begun.length = 0;
  for (const body of [{}, { version: 4 }]) expect((await begin(body)).status).toBe(202);
  expect(begun.map(({ version }) => version)).toEqual([undefined, 4]);
  expect(await begin({ version: 0 })).toMatchObject({ status: 400, body: { issues: [{ path: 'version' }] } });
});

it('a schedule is set and taken away, and a suite is deleted', async () => {
  scheduled.length = 0;
  const schedule = { frequency: 'daily', time: '07:00', timeZone: 'UTC' };
  expect((await ask('PUT', `/api/suites/${id}/schedule`, { schedule })).status).toBe(200);
  expect((await ask('PUT', `/api/suites/${id}/schedule`, { schedule: null })).status).toBe(200);
  expect(scheduled).toMatchObject([{ schedule: { ...schedule, days: [] } }, { schedule: undefined }]);
  const never = { ...schedule, frequency: 'never' };
  expect(await ask('PUT', `/api/suites/${id}/schedule`, { schedule: never })).toMatchObject({
    status: 400,
    body: { issues: [{ path: 'schedule.frequency', message: 'Choose daily, weekly, monthly or custom.' }] },
  });
  expect((await ask('DELETE', `/api/suites/${id}`)).status).toBe(204);
  expect((await ask('GET', `/api/suites/${randomUUID()}`)).status).toBe(404);
});
