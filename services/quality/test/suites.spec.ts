import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChatRole,
  SuitesServiceDefinition,
  type CreateSuiteRequest,
  type DispatchRequest,
  type SetSuiteAssertionsRequest,
  type SuiteAssertion,
  type SuiteSchedule,
} from '@polylogue/proto';
import { aUser, callerToken, freshDatabase, gate, until } from '@polylogue/test-kit';
import { CurrentSettings } from '../src/rubrics/current-settings.service.js';
import { quality as definition } from '../src/service.js';
import { aHistory, endedFor, neverEnds, prefers, replies } from './backtests.fixture.js';
import { delta, startQuality, startUpstreams, type Judge, type Quality, type Upstreams } from './quality.fixture.js';
import { startReplica } from './replica.fixture.js';

let upstreams: Upstreams;
let quality: Quality;

beforeAll(async () => {
  upstreams = await startUpstreams({});
  quality = await startQuality(upstreams);
});
afterEach(() => {
  upstreams.judgeCalls.length = 0;
  for (const name of Object.keys(upstreams.judges)) delete upstreams.judges[name];
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});

const assertion = (kind: string, more: Partial<SuiteAssertion> = {}): SuiteAssertion => ({
  kind,
  isNot: false,
  ignoresCase: false,
  isWithin: false,
  ...more,
});
const asking = (question: string, ...assertions: SuiteAssertion[]) => ({
  messages: [{ role: ChatRole.USER, content: question }],
  assertions,
});
const questionOf = ({ messages }: DispatchRequest) => messages.at(-1)?.content ?? '';

/** A judge that gives this score. */
const scores = (score: number): Judge =>
  async function* () {
    yield await Promise.resolve(delta(JSON.stringify({ reason: 'So it is.', score })));
    yield endedFor(0.001);
  };

/** What a user does with suites. */
function aTester({ suites }: Pick<Quality, 'suites'> = quality) {
  const userId = randomUUID();
  const asUser = { callerToken: callerToken({ userId }) };
  const make = (more: Partial<CreateSuiteRequest> = {}) =>
    suites.createSuite(
      {
        name: 'Capitals',
        candidate: { aiService: 'cand', settings: undefined },
        budget: { calls: 100 },
        assertions: [],
        cases: [asking('One?', assertion('contains', { text: 'good' }))],
        leftOut: [],
        ...more,
      },
      asUser,
    );
  const get = (id: string) => suites.getSuiteRun({ id }, asUser);
  const is = (id: string, status: string) =>
    until(async () => (await get(id)).status === status, { what: `the run to be ${status}` });
  const run = async (id: string, status = 'completed') => {
    const begun = await suites.beginSuiteRun({ id }, asUser);
    await is(begun.id, status);
    return get(begun.id);
  };
  const results = async (id: string) => (await suites.listSuiteResults({ id, after: 0, limit: 50 }, asUser)).results;
  /** Its slot comes now, or came so long ago. */
  const due = (id: string, ago = '1 second') =>
    quality.rows(
      `UPDATE quality.suites SET next_run_at = CASE WHEN schedule IS NOT NULL THEN now() - $2::interval END,
         next_slot_at = CASE WHEN schedule IS NULL THEN now() - $2::interval END WHERE id = $1`,
      [id, ago],
    );
  const runs = async (id: string) => (await suites.listSuiteRuns({ id, limit: 50 }, asUser)).runs;
  const movesOn = (id: string) =>
    until(async () => (await suites.getSuite({ id }, asUser)).nextRunAt!.getTime() > Date.now(), {
      what: 'the next slot to be ahead',
    });
  const alarms = () =>
    quality.rows<{ payload: object }>(
      `SELECT payload FROM quality.outbox WHERE subject LIKE '%suite_alarmed.v1' AND payload->>'userId' = $1`,
      [userId],
    );
  return { userId, asUser, suites, make, get, is, run, results, due, runs, movesOn, alarms };
}

/** Every hour, at a minute that does not come while a test runs. */
const farFromNow = () => `${(new Date().getUTCMinutes() + 30) % 60} * * * *`;

/** A schedule as it is asked for. */
const scheduled = (frequency: string, more: Partial<SuiteSchedule> = {}): SuiteSchedule => ({
  frequency,
  time: '09:30',
  days: [],
  timeZone: 'Europe/Zurich',
  ...more,
});

const offer = (more: Record<string, Judge> = {}) =>
  Object.assign(upstreams.judges, { cand: replies('A good reply.'), judge: scores(80), ...more });
const callsTo = (name: string) => upstreams.judgeCalls.filter(({ judge }) => judge === name);

describe('a suite', () => {
  it('of a backtest sends each stored context byte for byte, and goes without those of its rounds that are gone', async () => {
    offer({ base: replies('Plain.'), judge: prefers('good') });
    const history = aHistory(upstreams, quality);
    const context = [
      { role: ChatRole.SYSTEM, content: 'Be brief.' },
      { role: ChatRole.USER, content: 'Was heißt 鳥?\r\n\t' },
      { role: ChatRole.ASSISTANT, content: ' Vogel.\n' },
      { role: ChatRole.USER, content: 'And in French? ' },
    ];
    history.round({ base: 'Plain.' }, { question: 'One?', context });
    const gone = history.round({ base: 'Plain.' }, { question: 'Two?' });
    const { id: backtestId } = await history.ended();
    upstreams.broadcasts.delete(gone);
    upstreams.judgeCalls.length = 0;
    const tester = { ...aTester(), ...history };
    const made = await quality.suites.createSuite(
      {
        name: ' Mine ',
        candidate: { aiService: 'cand', settings: { temperature: 0.3, answerSchema: false } },
        budget: { calls: 10 },
        assertions: [assertion('contains', { text: 'good' })],
        cases: [],
        leftOut: [],
        backtestId,
      },
      tester.asUser,
    );
    expect(made).toMatchObject({ name: 'Mine', cases: 1, latestRun: undefined });
    expect(made.leftOut).toEqual([{ what: 'rounds', reason: 'The round was deleted.', count: 1 }]);
    const run = await quality.suites.beginSuiteRun({ id: made.id }, tester.asUser);
    await until(async () => (await quality.suites.getSuiteRun({ id: run.id }, tester.asUser)).status === 'completed', {
      what: 'the run to end',
    });
    const { request } = callsTo('cand')[0]!;
    expect(request.messages).toEqual(context.slice(1));
    expect(request.settings).toMatchObject({ systemPrompt: 'Be brief.', temperature: 0.3 });
    expect(await quality.suites.getSuiteRun({ id: run.id }, tester.asUser)).toMatchObject({ passed: 1, failed: 0 });
    expect(callsTo('judge')).toEqual([]);
  });

  it('checks each answer by code, and asks a judge only where all of that holds', async () => {
    offer({
      cand: async function* (request) {
        yield await Promise.resolve(delta(questionOf(request) === 'JSON?' ? '{"n":3}' : 'A good reply.'));
        yield endedFor(0.002);
      },
    });
    const tester = aTester();
    const judged = assertion('judged', { text: 'It is polite.', min: 80 });
    const { id } = await tester.make({
      assertions: [assertion('cost', { max: 0.002 }), assertion('response_time', { max: 400 })],
      cases: [
        asking('One?', assertion('contains', { text: 'good' }), judged),
        asking('JSON?', assertion('json', { text: '{"required":["m"]}' }), judged),
        asking('Three?', assertion('matches', { text: 'bad', isNot: true }), { ...judged, min: 81 }),
      ],
    });
    const run = await tester.run(id);
    expect(run).toMatchObject({ cases: 3, passed: 1, failed: 2, undecided: 0, judge: 'judge', worse: [] });
    expect(run.spent).toMatchObject({ calls: 5, unknown: 0 });
    expect(run.spent!.usd).toBeCloseTo(3 * 0.002 + 2 * 0.001);
    const [one, json, three] = await tester.results(run.id);
    expect(one).toMatchObject({ question: 'One?', outcome: 'passed', isWorse: false });
    expect(one!.tries[0]!.checks.map(({ passed }) => passed)).toEqual([true, true, true, true]);
    expect(one!.tries[0]).toMatchObject({ answer: 'A good reply.', costUsd: 0.002, responseTimeMs: 400 });
    expect(json!.tries[0]!.checks.slice(2)).toMatchObject([
      { passed: false, reason: "It does not follow the schema: must have required property 'm'." },
      { passed: undefined, reason: 'Not asked, because the answer fails already.' },
    ]);
    expect(three!.tries[0]!.checks.at(-1)).toMatchObject({ passed: false, score: 80, reason: 'So it is.' });
    const [asked] = callsTo('judge').map(({ request }) => request);
    expect(asked).toMatchObject({ temperature: 0, task: 'assertion', withoutDefaults: true });
    expect(asked!.messages[1]!.content).toContain('It is polite.');
    expect(JSON.stringify(asked!.messages)).not.toMatch(/\bcand\b/);
  });

  it('keeps an answer that was paid for where how judges are asked cannot be read by then', async () => {
    const rename = (from: string, to: string) => quality.rows(`ALTER TABLE IF EXISTS quality.${from} RENAME TO ${to}`);
    const showSettings = () => rename('hidden_settings', 'judging_settings');
    offer({
      cand: async function* () {
        await rename('judging_settings', 'hidden_settings');
        quality.service.app.get(CurrentSettings, { strict: false }).forget();
        yield* [delta('A good reply.'), endedFor(0.002)];
      },
      judge: async function* (request, call) {
        await showSettings();
        yield* scores(80)(request, call);
      },
    });
    const tester = aTester();
    const { id } = await tester.make({ cases: [asking('One?', assertion('judged', { text: 'Kind?', min: 50 }))] });
    const begun = await tester.suites.beginSuiteRun({ id }, tester.asUser);
    try {
      await until(() => callsTo('judge').length === 1, { what: 'the judge to be asked' });
    } finally {
      await showSettings();
    }
    await tester.is(begun.id, 'completed');
    expect(await tester.get(begun.id)).toMatchObject({ passed: 1, spent: { calls: 2, unknown: 0 } });
  });

  it('is not held up by a pattern that would take forever, and says that nobody can say', async () => {
    offer({ cand: replies(`${'a'.repeat(60)}!`) });
    const tester = aTester();
    const hostile = assertion('matches', { text: '^(a+)+$' });
    const { id } = await tester.make({
      cases: [asking('One?', hostile, assertion('json'), assertion('length', { max: 100 }))],
    });
    const run = await tester.run(id);
    expect(run).toMatchObject({ passed: 0, failed: 0, undecided: 1 });
    const [result] = await tester.results(run.id);
    expect(result!.tries[0]!.checks).toMatchObject([
      { passed: undefined, reason: 'Nobody can say: the check took too long.' },
      { passed: undefined, reason: 'Not checked, because another check took too long.' },
      { passed: true },
    ]);
  });

  it('has no verdict where a judge cannot be read, or the service fails', async () => {
    offer({
      judge: replies('Nice.'),
      cand: async function* (request) {
        if (questionOf(request) === 'Two?') return;
        yield await Promise.resolve(delta('Good.'));
        yield endedFor(0.002);
      },
    });
    const tester = aTester();
    const judged = assertion('judged', { text: 'It is polite.', min: 50 });
    const { id } = await tester.make({ cases: [asking('One?', judged), asking('Two?', judged)] });
    const run = await tester.run(id);
    expect(run).toMatchObject({ passed: 0, failed: 0, undecided: 2 });
    const [one, two] = await tester.results(run.id);
    expect(one!.tries[0]!.checks[0]!.reason).toContain('could not be read');
    expect(two!.tries[0]).toMatchObject({ answer: undefined, error: 'It did not answer to the end.' });
  });

  it('refuses what could never be checked, with a sentence', async () => {
    offer();
    const tester = aTester();
    const fails = (more: Partial<CreateSuiteRequest>, message?: string) =>
      expect(tester.make(more)).rejects.toMatchObject({
        code: 'invalid_suite',
        ...(message !== undefined && { message: expect.stringContaining(message) as unknown }),
      });
    await fails({ cases: [asking('One?', assertion('matches', { text: '(' }))] }, 'It cannot be used');
    await fails({ cases: [asking('One?', assertion('json', { text: '{"type":"thing"}' }))] }, 'It cannot be used');
    await fails({ cases: [asking('One?')] }, 'could not fail');
    await fails({ cases: [] }, 'needs a case');
    await fails({ cases: [], backtestId: randomUUID() }, 'could not fail');
    await fails({ cases: [asking('One?', assertion('judged', { text: 'Kind?', min: 101 }))] });
    await fails({ cases: [asking('One?', assertion('cost'))] });
    await fails({ name: ' ' });
    await fails({ candidate: { aiService: 'nobody', settings: undefined } });
    const waiting = { callerToken: callerToken({ userId: tester.userId, isApproved: false }) };
    const made = await tester.make();
    await expect(quality.suites.beginSuiteRun({ id: made.id }, waiting)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it('made again under the same key is the same, and another under it is refused', async () => {
    offer();
    const tester = aTester();
    const idempotencyKey = randomUUID();
    const { id } = await tester.make({ idempotencyKey });
    expect((await tester.make({ idempotencyKey })).id).toBe(id);
    await expect(tester.make({ idempotencyKey, name: 'Other' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });
});

describe('a run', () => {
  it('is worse where a case fails twice that used to pass; one failure is chance, and so is a case that wobbles', async () => {
    const bad = new Map<string, number>();
    offer({
      cand: async function* (request) {
        const left = bad.get(questionOf(request)) ?? 0;
        if (left > 0) bad.set(questionOf(request), left - 1);
        yield await Promise.resolve(delta(left > 0 ? 'Poor.' : 'Good.'));
        yield endedFor(0.002);
      },
    });
    const tester = aTester();
    const good = assertion('contains', { text: 'Good' });
    const cases = ['Worse?', 'Chance?', 'Wobbles?', 'Fine?'].map((question) => asking(question, good));
    const { id } = await tester.make({ cases });
    bad.set('Wobbles?', 1);
    expect(await tester.run(id)).toMatchObject({ passed: 3, failed: 1, worse: [], spent: { calls: 4 } });
    for (const [question, times] of [
      ['Worse?', 2],
      ['Chance?', 1],
      ['Wobbles?', 1],
    ] as const)
      bad.set(question, times);
    const run = await tester.run(id);
    expect(run).toMatchObject({ passed: 2, failed: 2, worse: [1], unsteady: 1, spent: { calls: 6 } });
    const results = await tester.results(run.id);
    expect(results.map(({ outcome, isWorse, tries }) => [outcome, isWorse, tries.length])).toEqual([
      ['failed', true, 2],
      ['passed', false, 2],
      ['failed', false, 1],
      ['passed', false, 1],
    ]);
    const { suites } = await tester.suites.listSuites({}, tester.asUser);
    expect(suites).toMatchObject([{ id, latestRun: { id: run.id, worse: [1] } }]);
    // It has failed before: nothing gets worse.
    bad.set('Worse?', 1);
    expect(await tester.run(id)).toMatchObject({ failed: 1, worse: [] });
    const page = await tester.suites.listSuiteRuns({ id, limit: 2 }, tester.asUser);
    expect(page).toMatchObject({ hasMore: true, runs: [{ worse: [] }, { worse: [1] }] });
    const rest = await tester.suites.listSuiteRuns({ id, limit: 2, beforeId: run.id }, tester.asUser);
    expect(rest).toMatchObject({ hasMore: false, runs: [{ passed: 3 }] });
  });

  it('stops where its budget might not reach, and says so', async () => {
    offer();
    const tester = aTester();
    const cases = ['One?', 'Two?', 'Three?'].map((question) =>
      asking(question, assertion('contains', { text: 'good' })),
    );
    const { id } = await tester.make({ cases, budget: { calls: 2 } });
    const run = await tester.run(id, 'stopped');
    expect(run).toMatchObject({ passed: 2, spent: { calls: 2 }, stopSentence: expect.stringContaining('budget') });
    const results = await tester.results(run.id);
    expect(results.map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'pending']);
  });

  it('stops at the limit of calls to judges, which counts those of runs and suites that were deleted', async () => {
    offer();
    const limited = await startQuality(upstreams, { env: { QUALITY_DAILY_CALLS: '1' } });
    try {
      const tester = aTester(limited);
      const stopSentence = 'The limit of calls to judges in 24 hours is reached.';
      const cases = [asking('One?', assertion('judged', { text: 'Kind?', min: 50 }))];
      const { id } = await tester.make({ cases });
      const first = await tester.run(id);
      await limited.rows(
        `INSERT INTO quality.suite_runs SELECT (jsonb_populate_record(r, jsonb_build_object('id', gen_random_uuid(),
           'created_at', created_at + n * interval '1 ms'))).* FROM quality.suite_runs r, generate_series(1, 100) n`,
      );
      expect(await tester.run(id, 'stopped')).toMatchObject({ stopSentence });
      await expect(tester.get(first.id)).rejects.toMatchObject({ code: 'suite_run_not_found' });
      await tester.suites.deleteSuite({ id }, tester.asUser);
      expect(await tester.run((await tester.make({ cases })).id, 'stopped')).toMatchObject({ stopSentence });
      expect(callsTo('judge')).toHaveLength(1);
    } finally {
      await limited.close();
    }
  });

  it('says its price beforehand, and stops within a bound in dollars', async () => {
    offer();
    const tester = aTester();
    const judged = assertion('judged', { text: 'Kind?', min: 50 });
    const { id } = await tester.make({
      cases: [asking('One?', judged), asking('Two?', judged)],
      budget: { calls: 9, usd: 0.01 },
    });
    const estimate = await tester.suites.estimateSuiteRun({ id }, tester.asUser);
    expect(estimate).toMatchObject({
      calls: 4,
      candidate: { aiService: 'cand', calls: 2, cost: { lowMicros: 200, highMicros: 1_800 } },
      judge: { aiService: 'judge', calls: 2 },
    });
    expect(upstreams.judgeCalls).toEqual([]);
    expect(await tester.run(id)).toMatchObject({ passed: 2 });
  });

  it('begun twice is one, and is cancelled with what is under way', async () => {
    offer({ cand: neverEnds });
    const tester = aTester();
    const { id } = await tester.make();
    const begun = await tester.suites.beginSuiteRun({ id }, tester.asUser);
    expect((await tester.suites.beginSuiteRun({ id }, tester.asUser)).id).toBe(begun.id);
    await until(() => callsTo('cand').length === 1, { what: 'a call' });
    expect(await tester.suites.cancelSuiteRun({ id: begun.id }, tester.asUser)).toMatchObject({ status: 'cancelled' });
    await until(() => callsTo('cand')[0]!.call.signal.aborted, { what: 'the call to be cancelled' });
    expect(callsTo('cand')).toHaveLength(1);
  });

  it('waits for a conversation that is away, and has no verdict for a round that was deleted meanwhile', async () => {
    offer({ base: replies('Plain.') });
    const history = aHistory(upstreams, quality);
    const broadcastId = history.round({ base: 'Plain.' });
    const { id: backtestId } = await history.begin();
    await quality.backtests.cancelBacktest({ id: backtestId }, history.asUser);
    upstreams.judgeCalls.length = 0;
    const { id } = await quality.suites.createSuite(
      {
        name: 'Mine',
        candidate: { aiService: 'cand', settings: undefined },
        budget: { calls: 10 },
        assertions: [assertion('contains', { text: 'good' })],
        cases: [],
        leftOut: [],
        backtestId,
      },
      history.asUser,
    );
    upstreams.away.add('conversation');
    const begun = await quality.suites.beginSuiteRun({ id }, history.asUser);
    upstreams.broadcasts.delete(broadcastId);
    upstreams.away.delete('conversation');
    const get = () => quality.suites.getSuiteRun({ id: begun.id }, history.asUser);
    await until(async () => (await get()).status === 'completed', { what: 'the run to end' });
    expect(await get()).toMatchObject({ undecided: 1 });
    const { results } = await quality.suites.listSuiteResults({ id: begun.id, after: 0, limit: 9 }, history.asUser);
    // That it was deleted may have been published before it was a case.
    expect(results[0]).toMatchObject({ question: undefined, tries: [{ error: 'The round was deleted.' }] });
  });

  it('of a suite by schedule begins at its time, once, and alarms once where it got worse', async () => {
    let text = 'Good.';
    offer({
      cand: async function* () {
        yield await Promise.resolve(delta(text));
        yield endedFor(0.002);
      },
    });
    const tester = aTester();
    const { id } = await tester.make({ cases: [asking('One?', assertion('contains', { text: 'Good' }))] });
    const schedule = scheduled('weekly', { days: [(new Date().getUTCDay() + 3) % 7] });
    const set = await tester.suites.setSuiteSchedule({ id, schedule }, tester.asUser);
    expect(set.nextRunAt!.getTime()).toBeGreaterThan(Date.now());
    const { alarms } = tester;
    const [due, runs] = [(ago?: string) => tester.due(id, ago), () => tester.runs(id)];
    const ended = (count: number) =>
      until(async () => (await runs()).filter(({ status }) => status === 'completed').length === count, {
        what: `${count} runs to end`,
      });
    await due();
    await ended(1);
    expect([await runs(), await alarms()]).toMatchObject([[{ isScheduled: true, passed: 1 }], []]);
    text = 'Poor.';
    await due();
    await ended(2);
    const [latest] = await runs();
    expect(await alarms()).toMatchObject([
      { payload: { suiteId: id, runId: latest!.id, userId: tester.userId, worse: 1, decided: 1 } },
    ]);
    await due('25 hours');
    await tester.movesOn(id);
    expect(await runs()).toHaveLength(2);
    upstreams.gone.add('cand');
    await due();
    await until(async () => (await runs()).length === 3, { what: 'the run that cannot begin' });
    // What is so at every slot is said once.
    await due();
    await tester.movesOn(id);
    upstreams.gone.delete('cand');
    expect(await runs()).toHaveLength(3);
    expect((await runs())[0]).toMatchObject({
      status: 'stopped',
      stopSentence: expect.stringContaining('not offered'),
    });
    expect(await alarms()).toHaveLength(2);
  });

  it('of a suite by schedule comes no more once it is by hand, and needs a time zone that there is', async () => {
    offer();
    const tester = aTester();
    const { id } = await tester.make();
    const schedule = scheduled('weekly', { days: [1] });
    const set = (given?: SuiteSchedule) => tester.suites.setSuiteSchedule({ id, schedule: given }, tester.asUser);
    expect(await set(schedule)).toMatchObject({ schedule, recurrence: schedule });
    const byHand = { schedule: undefined, recurrence: undefined, nextRunAt: undefined };
    expect(await set()).toMatchObject(byHand);
    await set(scheduled('custom', { cron: '*/5 * * * *' }));
    expect(await set()).toMatchObject(byHand);
    await expect(set({ ...schedule, timeZone: 'Mars/Base' })).rejects.toMatchObject({
      code: 'invalid_suite',
      issues: [{ path: 'schedule.timeZone' }],
    });
    const waiting = { callerToken: callerToken({ userId: tester.userId, isApproved: false }) };
    await expect(tester.suites.setSuiteSchedule({ id, schedule }, waiting)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    await expect(tester.suites.previewSuiteSchedule({ id, schedule }, waiting)).rejects.toMatchObject({
      kind: 'forbidden',
    });
  });

  it('of a suite by an expression comes at the newest slot that was missed, and passes while one goes on', async () => {
    offer({ cand: replies('Good.') });
    const tester = aTester();
    const { id } = await tester.make({ cases: [asking('One?', assertion('contains', { text: 'Good' }))] });
    const cron = farFromNow();
    const schedule = scheduled('custom', { cron: ` ${cron} ` });
    const set = await tester.suites.setSuiteSchedule({ id, schedule }, tester.asUser);
    // A version before knows nothing of it, and must not run it at other times.
    expect(set).toMatchObject({ schedule: undefined, recurrence: { frequency: 'custom', cron } });
    expect(await quality.rows('SELECT schedule, next_run_at FROM quality.suites WHERE id = $1', [id])).toEqual([
      { schedule: null, next_run_at: null },
    ]);
    await tester.due(id, '3 days');
    await tester.movesOn(id);
    const [missed, ...others] = await tester.runs(id);
    expect([missed, others]).toMatchObject([{ isScheduled: true }, []]);
    const [{ slot } = { slot: undefined }] = await quality.rows<{ slot: Date }>(
      'SELECT slot_at AS slot FROM quality.suite_runs WHERE id = $1',
      [missed!.id],
    );
    expect(Date.now() - slot!.getTime()).toBeLessThan(60 * 60_000);
    expect(slot!.getTime() % 60_000).toBe(0);
    await tester.is(missed!.id, 'completed');
    offer({ cand: neverEnds });
    const begun = await tester.suites.beginSuiteRun({ id }, tester.asUser);
    await tester.due(id);
    await tester.movesOn(id);
    expect(await tester.runs(id)).toHaveLength(2);
    await tester.suites.cancelSuiteRun({ id: begun.id }, tester.asUser);
  });

  it('of a suite whose owner is not approved passes, which is said once, and comes again when they are', async () => {
    offer({ cand: replies('Good.') });
    const tester = aTester();
    const { id } = await tester.make();
    const schedule = scheduled('custom', { cron: farFromNow() });
    await tester.suites.setSuiteSchedule({ id, schedule }, tester.asUser);
    upstreams.unapproved.add(tester.userId);
    for (let slot = 0; slot < 2; slot += 1) {
      await tester.due(id);
      await tester.movesOn(id);
    }
    expect(await tester.runs(id)).toMatchObject([
      { status: 'stopped', stopSentence: expect.stringContaining('approved') },
    ]);
    expect(await tester.alarms()).toHaveLength(1);
    upstreams.unapproved.delete(tester.userId);
    // What is known of its owner may be a second old: the slot after it then.
    await until(
      async () => {
        const { nextRunAt } = await tester.suites.getSuite({ id }, tester.asUser);
        if (nextRunAt!.getTime() > Date.now()) await tester.due(id);
        return (await tester.runs(id)).length === 2;
      },
      { what: 'a run of one who is approved again' },
    );
  });

  it('of a suite is planned as a preview says, a monthly one on the day on which it was switched on', async () => {
    offer();
    const tester = aTester();
    const { id } = await tester.make();
    const preview = (schedule: SuiteSchedule) => tester.suites.previewSuiteSchedule({ id, schedule }, tester.asUser);
    const monthly = scheduled('monthly', { timeZone: 'Pacific/Kiritimati' });
    const said = await preview(monthly);
    expect([said.issues, said.nextRuns.length]).toEqual([[], 5]);
    const kept = await tester.suites.setSuiteSchedule({ id, schedule: monthly }, tester.asUser);
    expect(kept.nextRunAt).toEqual(said.nextRuns[0]);
    await quality.rows(`UPDATE quality.suites SET recurrence = recurrence || '{"monthDay":31}' WHERE id = $1`, [id]);
    const days = (await preview(monthly)).nextRuns.map((run) => new Date(run.getTime() + 14 * 3_600_000).getUTCDate());
    expect(Math.max(...days)).toBe(31);
    expect(Math.min(...days)).toBeGreaterThanOrEqual(28);
    const wrong = await preview(scheduled('custom', { cron: '* * * * *', time: '9' }));
    expect(wrong).toMatchObject({ nextRuns: [], issues: [{ path: 'schedule.time' }, { path: 'schedule.cron' }] });
    // Nothing of a preview is stored.
    expect((await tester.suites.getSuite({ id }, tester.asUser)).recurrence).toMatchObject({ monthDay: 31 });
    await expect(
      aTester().suites.previewSuiteSchedule({ id, schedule: monthly }, aTester().asUser),
    ).rejects.toMatchObject({
      code: 'suite_not_found',
    });
  });

  it('of a suite is by one whole schedule of those that are set at once, also by a process of the version before', async () => {
    offer();
    const tester = aTester();
    const { id } = await tester.make();
    const both = [scheduled('custom', { cron: '0 9 * * 1-5' }), scheduled('weekly', { days: [2], time: '07:15' })];
    const answers = await Promise.all(
      both.map((schedule) => tester.suites.setSuiteSchedule({ id, schedule }, tester.asUser)),
    );
    const found = await tester.suites.getSuite({ id }, tester.asUser);
    const last = answers.find(({ recurrence }) => recurrence?.frequency === found.recurrence?.frequency);
    expect([found.recurrence, found.nextRunAt]).toEqual([last?.recurrence, last?.nextRunAt]);
    await tester.suites.setSuiteSchedule({ id, schedule: both[0] }, tester.asUser);
    // As that stores one: it knows no other columns.
    await quality.rows(
      `UPDATE quality.suites SET next_run_at = '2999-01-01',
         schedule = '{"frequency":"daily","time":"08:00","days":[],"timeZone":"UTC"}' WHERE id = $1`,
      [id],
    );
    expect(await tester.suites.getSuite({ id }, tester.asUser)).toMatchObject({
      schedule: { frequency: 'daily', time: '08:00' },
      recurrence: { frequency: 'daily', time: '08:00' },
      nextRunAt: new Date('2999-01-01'),
    });
  });

  it('of a suite moves with newer time zone rules, at the next start of a process', async () => {
    offer();
    const tester = aTester();
    const daily = await tester.make();
    const custom = await tester.make();
    const set = (id: string, schedule: SuiteSchedule) =>
      tester.suites.setSuiteSchedule({ id, schedule }, tester.asUser);
    const before = [
      await set(daily.id, scheduled('daily')),
      await set(custom.id, scheduled('custom', { cron: '0 9 1 1 *' })),
    ];
    await quality.rows(
      `UPDATE quality.suites SET next_run_at = next_run_at + interval '1 hour', next_slot_at = next_slot_at + interval '1 hour'
       WHERE user_id = $1`,
      [tester.userId],
    );
    await quality.rows(`UPDATE quality.zone_data SET version = '1900a'`);
    const second = await startQuality(upstreams, { database: quality.database });
    await second.close();
    const after = await Promise.all([daily, custom].map(({ id }) => tester.suites.getSuite({ id }, tester.asUser)));
    expect(after.map(({ nextRunAt }) => nextRunAt)).toEqual(before.map(({ nextRunAt }) => nextRunAt));
  });

  it('is not begun by another version than that which was read, and whose price was shown', async () => {
    offer({ cand: replies('A good reply.') });
    const tester = aTester();
    const { id } = await tester.make();
    const begin = (version?: number) => tester.suites.beginSuiteRun({ id, version }, tester.asUser);
    const assertions = [assertion('contains', { text: 'good' })];
    await tester.suites.setSuiteAssertions({ id, version: 1, assertions, cases: [] }, tester.asUser);
    await expect(begin(1)).rejects.toMatchObject({ kind: 'conflict', code: 'suite_changed' });
    expect(await tester.runs(id)).toEqual([]);
    expect(upstreams.judgeCalls).toEqual([]);
    const { id: runId } = await begin(2);
    await tester.is(runId, 'completed');
    // A caller of the version before names none.
    await tester.is((await begin()).id, 'completed');
  });

  it('whose process is killed goes on elsewhere, and nothing is paid for twice', async () => {
    const database = await freshDatabase(definition);
    const eventsPrefix = `test_suites_${randomUUID().slice(0, 8)}`;
    offer({
      cand: (request, call) =>
        questionOf(request) === 'Stuck?' ? neverEnds(request, call) : replies('Good.')(request, call),
    });
    const dying = await startReplica(upstreams, database, eventsPrefix);
    try {
      const before = aTester({ suites: dying.client(SuitesServiceDefinition) });
      const cases = ['Stuck?', 'Two?', 'Three?'].map((question) =>
        asking(question, assertion('contains', { text: 'Good' })),
      );
      const { id } = await before.make({ cases });
      const begun = await before.suites.beginSuiteRun({ id }, before.asUser);
      await until(async () => (await before.get(begun.id)).passed === 2, { what: 'two cases to end' });
      await dying.kill();
      const successor = await startQuality(upstreams, { database, eventsPrefix });
      try {
        await successor.rows(
          `UPDATE quality.suite_results SET lease_until = now() - interval '1 second' WHERE status = 'pending'`,
        );
        const get = () => successor.suites.getSuiteRun({ id: begun.id }, before.asUser);
        await until(async () => (await get()).status === 'completed', { what: 'the run to end' });
        expect(await get()).toMatchObject({ passed: 2, undecided: 1, spent: { calls: 3 } });
        expect(callsTo('cand')).toHaveLength(3);
      } finally {
        await successor.close();
      }
    } finally {
      await dying.close();
      await database.drop();
    }
  });
});

describe('what has to hold', () => {
  it('is changed from the next run on, and no run is worse than one that was checked otherwise', async () => {
    offer({ cand: replies('Good.') });
    const tester = aTester();
    const good = assertion('contains', { text: 'Good' });
    const { id, version } = await tester.make({ assertions: [good], cases: [asking('One?'), asking('Two?')] });
    const first = await tester.run(id);
    expect([version, first]).toMatchObject([1, { version: 1, passed: 2 }]);
    const bad = assertion('contains', { text: 'Bad' });
    const set = (edit: Partial<SetSuiteAssertionsRequest>) =>
      tester.suites.setSuiteAssertions({ id, version: 1, assertions: [], cases: [], ...edit }, tester.asUser);
    const cases = [{ number: 2, assertions: [bad] }];
    expect(await set({ assertions: [good], cases })).toMatchObject({ version: 2, assertions: [good] });
    // Each steady by the version before; nothing is asked again, and nothing is worse.
    const second = await tester.run(id);
    expect(second).toMatchObject({ version: 2, passed: 1, failed: 1, worse: [], spent: { calls: 2 } });
    expect((await tester.results(second.id))[1]!.tries[0]!.checks.map((check) => check.assertion)).toEqual([good, bad]);
    expect((await tester.results(first.id))[1]!.tries[0]!.checks.map((check) => check.assertion)).toEqual([good]);
    // By the same assertions it is compared again.
    offer({ cand: replies('Poor.') });
    expect(await tester.run(id)).toMatchObject({ version: 2, failed: 2, worse: [1] });
    const found = await tester.suites.listSuiteCases({ id }, tester.asUser);
    expect(found.cases.map((each) => each.assertions)).toEqual([[], [bad]]);
    // What stays as it is makes no version.
    expect(await set({ version: 2, assertions: [good], cases })).toMatchObject({ version: 2 });
  });

  it('is changed by one of two at once, not while a run goes on, and to nothing that could not be checked', async () => {
    offer({ cand: neverEnds });
    const tester = aTester();
    const good = assertion('contains', { text: 'good' });
    const { id } = await tester.make();
    const set = (edit: Partial<SetSuiteAssertionsRequest>) =>
      tester.suites.setSuiteAssertions({ id, version: 1, assertions: [good], cases: [], ...edit }, tester.asUser);
    const both = await Promise.allSettled([set({}), set({ assertions: [good, good] })]);
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({ reason: { code: 'suite_changed' } });
    await expect(set({ version: 3 })).rejects.toMatchObject({ kind: 'conflict', code: 'suite_changed' });
    const fails = (edit: Partial<SetSuiteAssertionsRequest>, path: string) =>
      expect(set({ version: 2, ...edit })).rejects.toMatchObject({ code: 'invalid_suite', issues: [{ path }] });
    await fails({ assertions: [good, assertion('matches', { text: '(' })] }, 'assertions.1.text');
    await fails({ cases: [{ number: 1, assertions: [assertion('cost')] }] }, 'cases.0.assertions.0');
    await fails({ cases: [{ number: 2, assertions: [good] }] }, 'cases.0.number');
    await fails({ assertions: [], cases: [{ number: 1, assertions: [] }] }, 'assertions');
    const begun = await tester.suites.beginSuiteRun({ id }, tester.asUser);
    const other = { version: 2, assertions: [good, good, good] };
    await expect(set(other)).rejects.toMatchObject({ code: 'suite_is_running' });
    await tester.suites.cancelSuiteRun({ id: begun.id }, tester.asUser);
    expect(await set(other)).toMatchObject({ version: 3 });
    const waiting = { callerToken: callerToken({ userId: tester.userId, isApproved: false }) };
    const edit = { id, version: 3, assertions: [good], cases: [] };
    await expect(tester.suites.setSuiteAssertions(edit, waiting)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('texts of a suite', () => {
  it('go with the conversation, and the verdicts stay', async () => {
    offer({ base: replies('Plain.') });
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const { id: backtestId } = await history.begin();
    await quality.backtests.cancelBacktest({ id: backtestId }, history.asUser);
    const made = await quality.suites.createSuite(
      {
        name: 'Mine',
        candidate: { aiService: 'cand', settings: undefined },
        budget: { calls: 10 },
        assertions: [assertion('contains', { text: 'bad' })],
        cases: [],
        leftOut: [],
        backtestId,
      },
      history.asUser,
    );
    const { id } = await quality.suites.beginSuiteRun({ id: made.id }, history.asUser);
    const get = () => quality.suites.getSuiteRun({ id }, history.asUser);
    await until(async () => (await get()).status === 'completed', { what: 'the run to end' });
    const { cases } = await quality.suites.listSuiteCases({ id: made.id }, history.asUser);
    const { database, events } = quality.service;
    await database.asWorker((tx) =>
      events.in(tx).publish('conversation.conversations_deleted.v1', {
        userId: history.userId,
        conversationIds: [cases[0]!.conversationId!],
      }),
    );
    const results = async () =>
      (await quality.suites.listSuiteResults({ id, after: 0, limit: 9 }, history.asUser)).results;
    await until(async () => (await results())[0]!.question === undefined, { what: 'the texts to be removed' });
    expect(await results()).toMatchObject([
      { outcome: 'failed', tries: [{ answer: undefined, checks: [{ passed: false, reason: undefined }] }] },
    ]);
  });

  it('do not come back with a try that was under way', async () => {
    offer({ base: replies('Plain.') });
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const { id: backtestId } = await history.begin();
    await quality.backtests.cancelBacktest({ id: backtestId }, history.asUser);
    const held = gate();
    upstreams.judges['cand'] = async function* () {
      await held.opened;
      yield* [delta('A good reply.'), endedFor(0.002)];
    };
    upstreams.judgeCalls.length = 0;
    const { suites, service } = quality;
    const { id: suiteId } = await suites.createSuite(
      {
        name: 'Mine',
        candidate: { aiService: 'cand', settings: undefined },
        budget: { calls: 10 },
        assertions: [assertion('judged', { text: 'Kind?', min: 50 })],
        cases: [],
        leftOut: [],
        backtestId,
      },
      history.asUser,
    );
    const { id } = await suites.beginSuiteRun({ id: suiteId }, history.asUser);
    await until(() => callsTo('cand').length === 1, { what: 'the call' });
    const { cases } = await suites.listSuiteCases({ id: suiteId }, history.asUser);
    const conversationIds = [cases[0]!.conversationId!];
    await service.database.asWorker((tx) =>
      service.events
        .in(tx)
        .publish('conversation.conversations_deleted.v1', { userId: history.userId, conversationIds }),
    );
    const result = async () => (await suites.listSuiteResults({ id, after: 0, limit: 9 }, history.asUser)).results[0]!;
    await until(async () => (await result()).question === undefined, { what: 'the texts to be removed' });
    held.open();
    await until(async () => (await result()).outcome === 'passed', { what: 'the try to end' });
    const check = { passed: true, score: 80, reason: undefined };
    expect((await result()).tries).toMatchObject([{ answer: undefined, costUsd: 0.002, checks: [check] }]);
  });

  it('and all else go with the suite, and with a user who is erased', async () => {
    offer();
    const tester = aTester();
    const { id } = await tester.make();
    await tester.run(id);
    const other = await tester.make({ name: 'Other' });
    await tester.run(other.id);
    await tester.suites.deleteSuite({ id }, tester.asUser);
    const tables = ['suites', 'suite_cases', 'suite_runs', 'suite_results'];
    const left = (table: string) => quality.rows(`SELECT 1 FROM quality.${table} WHERE user_id = $1`, [tester.userId]);
    for (const table of tables) expect(await left(table)).toHaveLength(1);
    upstreams.erased.add(tester.userId);
    const { database, events } = quality.service;
    await database.asWorker((tx) => events.in(tx).publish('admin.user_erased.v1', { userId: tester.userId }));
    for (const table of tables)
      await until(async () => (await left(table)).length === 0, { what: `the rows of ${table} to go` });
  });

  it('are the owner’s: another user finds what does not exist', async () => {
    offer();
    const tester = aTester();
    const { id } = await tester.make();
    const run = await tester.run(id);
    const other = { callerToken: callerToken(aUser()) };
    const { suites } = quality;
    for (const [asked, user] of [
      [id, other],
      [randomUUID(), tester.asUser],
      ['nonsense', tester.asUser],
    ] as const) {
      const missing = { kind: 'not_found', code: 'suite_not_found' };
      await expect(suites.getSuite({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(suites.listSuiteCases({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(suites.setSuiteSchedule({ id: asked }, user)).rejects.toMatchObject(missing);
      const edit = { id: asked, version: 1, assertions: [assertion('json')], cases: [] };
      await expect(suites.setSuiteAssertions(edit, user)).rejects.toMatchObject(missing);
      await expect(suites.deleteSuite({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(suites.estimateSuiteRun({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(suites.beginSuiteRun({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(suites.listSuiteRuns({ id: asked, limit: 9 }, user)).rejects.toMatchObject(missing);
    }
    for (const [asked, user] of [
      [run.id, other],
      ['nonsense', tester.asUser],
    ] as const) {
      const missing = { kind: 'not_found', code: 'suite_run_not_found' };
      await expect(suites.getSuiteRun({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(suites.listSuiteResults({ id: asked, after: 0, limit: 9 }, user)).rejects.toMatchObject(missing);
      await expect(suites.cancelSuiteRun({ id: asked }, user)).rejects.toMatchObject(missing);
    }
    expect(await suites.listSuites({}, other)).toEqual({ suites: [] });
  });
});
