import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ChatRole,
  EndKind,
  LeaderboardServiceDefinition,
  PriceKnowledge,
  type CreateSuiteRequest,
} from '@polylogue/proto';
import { aUser, callerToken, gate, until } from '@polylogue/test-kit';
import { aHistory, comparedIn, compares, endedFor, neverEnds, prefers, replies } from './backtests.fixture.js';
import { delta, ended, startQuality, startUpstreams, type Quality, type Upstreams } from './quality.fixture.js';

let upstreams: Upstreams;
let quality: Quality;

beforeAll(async () => {
  upstreams = await startUpstreams({});
  quality = await startQuality(upstreams);
});
afterEach(() => {
  upstreams.judgeCalls.length = 0;
  upstreams.older.clear();
  for (const name of Object.keys(upstreams.judges)) delete upstreams.judges[name];
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});

/** A candidate whose replies are good, and a judge that prefers good ones. */
const offer = (more = {}) =>
  Object.assign(upstreams.judges, {
    base: replies('Plain.'),
    cand: replies('A good reply.'),
    judge: prefers('good'),
    ...more,
  });
const callsTo = (name: string) => upstreams.judgeCalls.filter(({ judge }) => judge === name);

describe('a backtest', () => {
  it('sends the candidate each stored context byte for byte, and has a judge that knows no author compare in both orders', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    const context = [
      { role: ChatRole.SYSTEM, content: 'Be brief.' },
      { role: ChatRole.USER, content: 'Was heißt 鳥?\r\n\t' },
      { role: ChatRole.ASSISTANT, content: ' Vogel.\n' },
      { role: ChatRole.USER, content: 'And in French? ' },
    ];
    history.round({ base: 'Plain.' }, { question: 'One?', tags: ['legal'], context });
    history.round({ base: 'A good one.' }, { question: 'Two?', tags: ['legal', 'other'], pinned: 'base' });
    const settings = { temperature: 0.3, maxOutputTokens: 500, answerSchema: false };
    const found = await history.ended({ name: ' Mine ', candidate: { aiService: 'cand', settings } });
    const [first, second] = await history.cases(found.id);
    expect(found).toMatchObject({ name: 'Mine', cases: 2, ended: 2, spent: { calls: 6, unknown: 0 } });
    expect(found.spent!.usd).toBeCloseTo(2 * 0.002 + 4 * 0.001);
    expect(first).toMatchObject({ number: 1, outcome: 'tie', isInconsistent: false, isPinned: true, question: 'Two?' });
    expect(second).toMatchObject({ number: 2, outcome: 'win', margin: 4, judge: 'judge', baseline: 'base' });
    expect(second!.comparisons).toMatchObject([
      { first: 'candidate', better: 'candidate', reason: 'candidate is other than baseline.' },
      { first: 'baseline', better: 'candidate', reason: 'baseline is other than candidate.' },
    ]);
    const sent = callsTo('cand').map(({ request }) => request);
    const withContext = sent.find(({ messages }) => messages.length === 3)!;
    expect(withContext.messages).toEqual(context.slice(1));
    expect(withContext.settings).toMatchObject({ systemPrompt: 'Be brief.', temperature: 0.3, maxOutputTokens: 500 });
    const compared = callsTo('judge').map(({ request }) => comparedIn(request));
    expect(compared).toContainEqual(
      expect.objectContaining({ question: 'One?', first: 'A good reply.', second: 'Plain.' }),
    );
    expect(compared).toContainEqual(
      expect.objectContaining({ question: 'One?', first: 'Plain.', second: 'A good reply.' }),
    );
    expect(JSON.stringify(callsTo('judge').map(({ request }) => request.messages))).not.toMatch(/\bcand\b|\bbase\b/);
    expect(found.result).toMatchObject({
      figures: { verdicts: 2, wins: 1, ties: 1, losses: 0, score: { share: 0.75 } },
      byTag: [
        { tag: 'legal', figures: { verdicts: 2 } },
        { tag: 'other', figures: { ties: 1 } },
      ],
      cost: { answers: 2, baseline: 0.01, candidate: 0.002 },
      responseTime: { answers: 2, baseline: 1_000, candidate: 400, saved: 600 },
      judges: ['judge'],
    });
  });

  it('takes instructions of the candidate in place of the recorded ones', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    const context = [
      { role: ChatRole.SYSTEM, content: 'Be brief.' },
      { role: ChatRole.USER, content: 'Why?' },
    ];
    history.round({ base: 'Plain.' }, { context });
    await history.ended({
      candidate: { aiService: 'cand', settings: { systemPrompt: 'Be long.', answerSchema: false } },
    });
    const { request } = callsTo('cand')[0]!;
    expect(request.settings).toMatchObject({ systemPrompt: 'Be long.' });
    expect(request.messages).toEqual([{ role: ChatRole.USER, content: 'Why?' }]);
  });

  it('believes no judge whose verdict follows the order, and says so of a case without a verdict', async () => {
    let calls = 0;
    offer({
      judge: compares(() => 'first'),
      cand: async function* () {
        calls += 1;
        if (calls === 1) yield await Promise.resolve(ended(EndKind.FAILED, 'provider_error'));
        else yield* [delta('Fine.'), endedFor(0.002)];
      },
    });
    const history = aHistory(upstreams, quality);
    for (const question of ['One?', 'Two?']) history.round({ base: 'Plain.' }, { question });
    const { id, result, spent } = await history.ended();
    expect(result!.figures).toMatchObject({ verdicts: 1, ties: 1, inconsistent: 1, failed: 1, wins: 0, losses: 0 });
    // It names whichever reply stands first; the case without a reply says nothing about it.
    expect(result!.orders).toMatchObject([
      { judge: 'judge', pairs: 1, first: 1, last: 0, wavering: 0, follows: { share: 1 } },
    ]);
    expect(spent!.calls).toBe(4);
    const failed = (await history.cases(id)).find(({ outcome }) => outcome === 'failed');
    expect(failed).toMatchObject({ error: 'The provider said provider_error.', comparisons: [] });
  });

  it('has the judge of a verdict that cannot be read asked once, and no verdict', async () => {
    offer({ judge: replies('Both are nice.', 0.001) });
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const { id, result } = await history.ended();
    expect(result!.figures).toMatchObject({ verdicts: 0, failed: 1, score: undefined });
    expect(callsTo('judge')).toHaveLength(1);
    expect((await history.cases(id))[0]!.error).toContain('could not be read');
  });

  it('lists the worst losses first, and one case with its texts', async () => {
    offer({
      cand: replies('Plain.'),
      judge: compares((first, second) => {
        if (first === second) return 'tie';
        return first.length > second.length ? 'first' : 'second';
      }, 3),
    });
    const history = aHistory(upstreams, quality);
    history.round({ base: 'A long and good reply.' }, { question: 'One?' });
    history.round({ base: 'Plain.' }, { question: 'Two?' });
    const { id } = await history.ended();
    const { cases } = await quality.backtests.listWorstBacktestCases({ id }, history.asUser);
    expect(cases).toMatchObject([{ number: 2, outcome: 'loss', margin: 6, comparisonId: cases[0]!.broadcastId }]);
    const one = await quality.backtests.getBacktestCase({ id, number: 2 }, history.asUser);
    expect(one).toMatchObject({ baseline: 'A long and good reply.', candidate: 'Plain.' });
    const page = await quality.backtests.listBacktestCases(
      { id, after: 0, limit: 1, withAnswers: false },
      history.asUser,
    );
    expect(page).toMatchObject({ cases: [{ number: 1 }], next: 1 });
    const rest = await quality.backtests.listBacktestCases(
      { id, after: 1, limit: 1, withAnswers: false },
      history.asUser,
    );
    expect(rest).toMatchObject({ cases: [{ number: 2 }], next: undefined });
  });

  it('has no service compare its own reply while there is another', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    history.round({ judge: 'Plain.' });
    const { result } = await history.ended({ judge: 'judge' });
    expect(result!.judges).toEqual(['base']);
  });
});

describe('the estimate of a backtest', () => {
  it('says what is compared, what is left out, and what that would cost; nothing is called', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' }, { tags: ['a'] });
    history.round({ base: 'Plain.' }, { isBlind: true, tags: ['a'] });
    history.round({ base: 'Plain.' }, { tags: ['b'] });
    const sample = { source: 'tag', tag: 'a', count: 100 };
    const estimate = await quality.backtests.estimateBacktest({ ...history.wanted(), sample }, history.asUser);
    expect(estimate).toMatchObject({
      rounds: 1,
      leftOut: [{ reason: 'blind', rounds: 1 }],
      candidate: {
        aiService: 'cand',
        calls: 1,
        price: PriceKnowledge.KNOWN,
        cost: { lowMicros: 100, highMicros: 900 },
      },
      judges: [{ aiService: 'judge', calls: 2, cost: { lowMicros: 200, highMicros: 1_800 } }],
    });
    expect(upstreams.judgeCalls).toEqual([]);
    const sizes = Object.fromEntries(upstreams.estimated.slice(-2).map(({ aiService, task }) => [aiService, task]));
    expect(sizes).toEqual({ cand: undefined, judge: 'comparison' });
  });

  it('refuses what cannot be compared with a sentence', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    const fails = (more: object) => expect(history.begin(more)).rejects;
    await fails({}).toMatchObject({ code: 'nothing_to_compare' });
    await fails({ candidate: { aiService: 'nobody' } }).toMatchObject({ code: 'invalid_backtest' });
    await fails({ judge: 'nobody' }).toMatchObject({ code: 'invalid_backtest' });
    await fails({ sample: { source: 'tag', count: 3 } }).toMatchObject({ code: 'invalid_backtest' });
    await fails({ sample: { source: 'newest', count: 101 } }).toMatchObject({ code: 'invalid_backtest' });
    await fails({ budget: undefined }).toMatchObject({ code: 'invalid_backtest' });
    await fails({ budget: { calls: 0 } }).toMatchObject({ code: 'invalid_backtest' });
    const waiting = { callerToken: callerToken({ userId: history.userId, isApproved: false }) };
    await expect(quality.backtests.createBacktest(history.wanted(), waiting)).rejects.toMatchObject({
      code: 'approval_required',
    });
  });
});

describe('a backtest on a frozen set', () => {
  const text = { kind: 'contains', isNot: false, ignoresCase: false, isWithin: false, text: 'good' };
  /** A suite of the rounds of a backtest that has ended, or of imported cases, and that backtest. */
  const frozen = async (history: ReturnType<typeof aHistory>, more: Partial<CreateSuiteRequest> = {}) =>
    quality.suites.createSuite(
      {
        name: 'Regressions',
        candidate: { aiService: 'cand', settings: undefined },
        budget: { calls: 100 },
        assertions: [text],
        cases: [],
        leftOut: [],
        ...more,
      },
      history.asUser,
    );
  const of = (suiteId: string) => ({ sample: { source: 'suite', count: 100, suiteId } });

  it('compares exactly its rounds, in its order and byte for byte, with the replies it was frozen with', async () => {
    offer({ other: replies('Plain too.') });
    const history = aHistory(upstreams, quality);
    const context = [
      { role: ChatRole.SYSTEM, content: 'Be brief.' },
      { role: ChatRole.USER, content: 'Was heißt 鳥?\r\n\t' },
    ];
    history.round({ base: 'Plain.', other: 'Plain too.' }, { question: 'One?', context, tags: ['legal'] });
    const second = history.round({ base: 'Plain.' }, { question: 'Two?' });
    const { id: backtestId } = await history.ended();
    const { id: suiteId } = await frozen(history, { backtestId });
    // What came or was pinned since is no part of it.
    history.round({ base: 'Plain.' }, { question: 'Three?' });
    const [first] = [...upstreams.broadcasts.values()].filter(({ question }) => question === 'One?');
    first!.pinned = 'other';
    upstreams.judgeCalls.length = 0;
    const wanted = history.wanted(of(suiteId));
    const estimate = await quality.backtests.estimateBacktest(wanted, history.asUser);
    expect(estimate).toMatchObject({ rounds: 2, leftOut: [], candidate: { calls: 2 }, judges: [{ calls: 4 }] });
    expect(upstreams.judgeCalls).toEqual([]);
    const found = await history.ended(of(suiteId));
    const sample = { source: 'newest', count: 2, suiteId, suiteName: 'Regressions' };
    expect(found).toMatchObject({ cases: 2, leftOut: [], sample, result: { figures: { wins: 2 } } });
    expect(await history.cases(found.id)).toMatchObject([
      { number: 1, question: 'Two?', broadcastId: second, baseline: 'base' },
      { number: 2, question: 'One?', baseline: 'base', isPinned: false, tags: ['legal'] },
    ]);
    const sent = callsTo('cand').map(({ request }) => request);
    expect(sent).toHaveLength(2);
    const withContext = sent.find(({ settings }) => settings?.systemPrompt === 'Be brief.')!;
    expect(withContext.messages).toEqual(context.slice(1));
    // Its name stays when the suite goes.
    await quality.suites.deleteSuite({ id: suiteId }, history.asUser);
    expect((await history.get(found.id)).sample).toEqual(sample);
    await expect(history.begin(of(suiteId))).rejects.toMatchObject({ kind: 'not_found', code: 'suite_not_found' });
  });

  it('counts each case that cannot be compared: deleted since, blind again, or imported', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    const [kept, blind, ...gone] = ['One?', 'Two?', 'Three?', 'Four?'].map((question) =>
      history.round({ base: 'Plain.' }, { question }),
    );
    const { id: backtestId } = await history.ended();
    const { id: suiteId } = await frozen(history, { backtestId });
    for (const each of gone) upstreams.broadcasts.delete(each);
    upstreams.broadcasts.get(blind!)!.isBlind = true;
    const leftOut = [
      { reason: 'blind', rounds: 1 },
      { reason: 'gone', rounds: 2 },
    ];
    const estimate = await quality.backtests.estimateBacktest(history.wanted(of(suiteId)), history.asUser);
    expect(estimate).toMatchObject({ rounds: 1, leftOut });
    const found = await history.ended(of(suiteId));
    expect(found).toMatchObject({ cases: 1, leftOut, sample: { count: 4 } });
    expect(await history.cases(found.id)).toMatchObject([{ question: 'One?', broadcastId: kept }]);
    const asked = { messages: [{ role: ChatRole.USER, content: 'Imported?' }], assertions: [] };
    const imported = await frozen(history, { cases: [asked, asked] });
    const none = await quality.backtests.estimateBacktest(history.wanted(of(imported.id)), history.asUser);
    expect(none).toMatchObject({ rounds: 0, leftOut: [{ reason: 'imported', rounds: 2 }] });
    const refused = expect(history.begin(of(imported.id))).rejects;
    await refused.toMatchObject({ code: 'nothing_to_compare', sentence: expect.stringMatching(/of this frozen set/) });
  });

  it('is of one’s own sets only, names one, and says that it waits for an upgrade', async () => {
    offer();
    const [history, other] = [aHistory(upstreams, quality), aHistory(upstreams, quality)];
    history.round({ base: 'Plain.' });
    other.round({ base: 'Plain.' });
    const { id: backtestId } = await history.ended();
    const { id: suiteId } = await frozen(history, { backtestId });
    const missing = { kind: 'not_found', code: 'suite_not_found', sentence: 'There is no such suite.' };
    for (const id of [suiteId, randomUUID(), 'nonsense']) {
      await expect(other.begin(of(id))).rejects.toMatchObject(missing);
      const wanted = other.wanted(of(id));
      await expect(quality.backtests.estimateBacktest(wanted, other.asUser)).rejects.toMatchObject(missing);
    }
    for (const [sample, path] of [
      [{ source: 'suite', count: 100 }, 'sample.suiteId'],
      [{ source: 'newest', count: 100, suiteId }, 'sample.suiteId'],
      [{ source: 'suite', count: 3, suiteId }, 'sample.count'],
    ] as const)
      await expect(history.begin({ sample })).rejects.toMatchObject({
        code: 'invalid_backtest',
        issues: [{ path }],
      });
    upstreams.older.add('conversation');
    const waiting = expect(history.begin(of(suiteId))).rejects;
    await waiting.toMatchObject({
      code: 'frozen_sets_wait',
      sentence: expect.stringMatching(/^An upgrade is under way/),
    });
    upstreams.older.clear();
    expect(await history.ended(of(suiteId))).toMatchObject({ cases: 1 });
  });
});

describe('the budget of a backtest', () => {
  it('is not passed by a call, pauses it, and may be raised', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    for (const question of ['One?', 'Two?', 'Three?']) history.round({ base: 'Plain.' }, { question });
    const { id } = await history.begin({ budget: { calls: 4 } });
    await history.is(id, 'paused');
    expect(await history.get(id)).toMatchObject({ pauseReason: 'budget', spent: { calls: 4 } });
    expect(upstreams.judgeCalls).toHaveLength(4);
    await quality.backtests.resumeBacktest({ id, budget: { calls: 300 } }, history.asUser);
    await history.is(id, 'completed');
    expect(upstreams.judgeCalls).toHaveLength(9);
  });

  it('in dollars counts what a call may cost before it is begun', async () => {
    // Nine calls cost 0.012 dollars; before each it is expected to cost 0.0009 at most.
    offer();
    const history = aHistory(upstreams, quality);
    for (const question of ['One?', 'Two?', 'Three?']) history.round({ base: 'Plain.' }, { question });
    const { id } = await history.begin({ budget: { calls: 300, usd: 0.01 } });
    await history.is(id, 'paused');
    const { spent, pauseReason } = await history.get(id);
    expect(pauseReason).toBe('budget');
    expect(spent!.usd).toBeGreaterThan(0.01 - 0.0009);
    expect(spent!.usd).toBeLessThan(0.0101);
    expect(spent!.calls).toBe(upstreams.judgeCalls.length);
  });

  it('is beside the limit of calls to judges and the budget of the user', async () => {
    offer();
    const limited = await startQuality(upstreams, { env: { QUALITY_DAILY_CALLS: '1' } });
    try {
      const history = aHistory(upstreams, limited);
      history.round({ base: 'Plain.' });
      const { id } = await history.begin();
      await history.is(id, 'paused');
      expect((await history.get(id)).pauseReason).toBe('daily_limit');
      expect(callsTo('judge')).toHaveLength(1);
      // What was paid stays counted when it is deleted.
      await limited.backtests.deleteBacktest({ id }, history.asUser);
      const { id: another } = await history.begin();
      await history.is(another, 'paused');
      expect((await history.get(another)).pauseReason).toBe('daily_limit');
      expect(callsTo('judge')).toHaveLength(1);
    } finally {
      await limited.close();
    }
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    upstreams.overBudget.add(history.userId);
    const { id } = await history.begin();
    await history.is(id, 'paused');
    expect(await history.get(id)).toMatchObject({ pauseReason: 'allowance', spent: { calls: 0 } });
  });

  it('knows services without a price from calls whose cost nobody knows', async () => {
    offer();
    for (const name of ['free-judge', 'free-cand'])
      upstreams.judges[name] = async function* () {
        const verdict = JSON.stringify({ reason: 'Both.', better: 'tie', margin: 0 });
        yield* [await Promise.resolve(delta(name === 'free-cand' ? 'Good.' : verdict)), endedFor()];
      };
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const candidate = { aiService: 'free-cand', settings: undefined };
    const wanted = { candidate, judge: 'free-judge', budget: { calls: 300, usd: 0.01 } };
    const { spent, result } = await history.ended(wanted);
    expect(spent).toEqual({ calls: 3, usd: 0, unknown: 0, free: 3 });
    expect(result?.cost).toEqual({ answers: 1, baseline: 0.01, candidate: 0, saved: 0.01 });
    upstreams.judges['cand'] = async function* () {
      yield* [await Promise.resolve(delta('Good.')), endedFor()];
    };
    const other = aHistory(upstreams, quality);
    other.round({ base: 'Plain.' });
    const unknown = await other.ended({ judge: 'judge' });
    expect(unknown.spent).toMatchObject({ calls: 3, unknown: 1, free: 0 });
    expect(unknown.result?.cost).toBeUndefined();
  });

  it('is not spent on and on while nothing but failures comes of it', async () => {
    offer({
      cand: async function* () {
        yield await Promise.resolve(ended(EndKind.FAILED, 'provider_error'));
      },
    });
    const history = aHistory(upstreams, quality);
    for (let nr = 0; nr < 20; nr++) history.round({ base: 'Plain.' }, { question: `${nr}?` });
    const { id } = await history.begin();
    await history.is(id, 'paused');
    expect(await history.get(id)).toMatchObject({
      pauseReason: 'failures',
      pauseSentence: 'Its last 5 calls failed one after another. Read why in its rounds, then go on.',
    });
    const open = `SELECT 1 FROM quality.backtest_calls WHERE backtest_id = $1 AND status = 'pending'`;
    await until(async () => (await quality.rows(open, [id])).length === 0, { what: 'calls to end' });
    // As many as were under way beside the fifth.
    const before = callsTo('cand').length;
    expect(before).toBeGreaterThanOrEqual(5);
    expect(before).toBeLessThanOrEqual(7);
    offer();
    await quality.backtests.resumeBacktest({ id }, history.asUser);
    await history.is(id, 'completed');
    expect((await history.get(id)).result!.figures).toMatchObject({ failed: before, wins: 20 - before });
  });

  it('is spent for no user who lost the access', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    upstreams.unapproved.add(history.userId);
    const { id } = await history.begin();
    await history.is(id, 'paused');
    expect(await history.get(id)).toMatchObject({ pauseReason: 'not_approved', spent: { calls: 0 } });
  });
});

describe('a backtest under way', () => {
  it('pauses, goes on, and makes no call twice', async () => {
    const held = gate();
    offer({
      cand: async function* () {
        await held.opened;
        yield* [delta('A good reply.'), endedFor(0.002)];
      },
    });
    const history = aHistory(upstreams, quality);
    for (let nr = 0; nr < 5; nr++) history.round({ base: 'Plain.' }, { question: `${nr}?` });
    const { id } = await history.begin();
    await until(() => callsTo('cand').length === 3, { what: 'three calls' });
    const paused = await quality.backtests.pauseBacktest({ id }, history.asUser);
    expect(paused).toMatchObject({ status: 'paused', pauseReason: 'user' });
    held.open();
    // Those that were begun come to their end.
    const open = async () =>
      quality.rows(`SELECT 1 FROM quality.backtest_calls WHERE backtest_id = $1 AND status = 'pending'`, [id]);
    await until(async () => (await open()).length === 0, { what: 'calls to end' });
    expect(upstreams.judgeCalls).toHaveLength(3);
    await quality.backtests.resumeBacktest({ id }, history.asUser);
    await history.is(id, 'completed');
    expect(upstreams.judgeCalls).toHaveLength(15);
    expect((await history.get(id)).result!.figures).toMatchObject({ wins: 5, verdicts: 5 });
  });

  it('is cancelled with the calls under way, and ends nothing that has ended', async () => {
    offer({ cand: neverEnds });
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const { id } = await history.begin();
    await until(() => callsTo('cand').length === 1, { what: 'a call' });
    expect(await quality.backtests.cancelBacktest({ id }, history.asUser)).toMatchObject({ status: 'cancelled' });
    await until(() => callsTo('cand')[0]!.call.signal.aborted, { what: 'the call to be cancelled' });
    expect(await quality.backtests.resumeBacktest({ id }, history.asUser)).toMatchObject({ status: 'cancelled' });
    expect((await history.cases(id)).map(({ outcome }) => outcome)).toEqual(['pending']);
  });

  it('is deleted with everything in it', async () => {
    offer({ cand: neverEnds });
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const { id } = await history.begin();
    await until(() => callsTo('cand').length === 1, { what: 'a call' });
    await quality.backtests.deleteBacktest({ id }, history.asUser);
    await until(() => callsTo('cand')[0]!.call.signal.aborted, { what: 'the call to be cancelled' });
    await expect(history.get(id)).rejects.toMatchObject({ code: 'backtest_not_found' });
    for (const table of ['backtests', 'backtest_cases', 'backtest_calls'])
      expect(await quality.rows(`SELECT 1 FROM quality.${table} WHERE user_id = $1`, [history.userId])).toEqual([]);
  });

  it('waits for a conversation that is away, and ends without a verdict where the round was deleted', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    const broadcastId = history.round({ base: 'Plain.' });
    const { id } = await history.begin({ budget: { calls: 1 } });
    await history.is(id, 'paused');
    upstreams.away.add('conversation');
    await quality.backtests.resumeBacktest({ id, budget: { calls: 300 } }, history.asUser);
    await until(async () => (await history.get(id)).spent!.calls === 1, { what: 'the row to be taken back' });
    upstreams.broadcasts.delete(broadcastId);
    upstreams.away.delete('conversation');
    await history.is(id, 'completed');
    // That it was deleted may have been published before it was a case.
    expect(await history.cases(id)).toMatchObject([
      { outcome: 'failed', error: 'The round was deleted.', question: undefined },
    ]);
    expect(callsTo('judge')).toEqual([]);
  });

  it('begun again under the same key is the same, and another under it is refused', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const idempotencyKey = randomUUID();
    const { id } = await history.begin({ idempotencyKey });
    expect((await history.begin({ idempotencyKey })).id).toBe(id);
    await expect(history.begin({ idempotencyKey, name: 'Other' })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    await history.is(id, 'completed');
    expect(upstreams.judgeCalls).toHaveLength(3);
  });
});

describe('texts of a backtest', () => {
  it('go with the conversation, and the figures stay', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const { id } = await history.ended();
    const { conversationId } = (await history.cases(id))[0]!;
    await quality.service.database.asWorker((tx) =>
      quality.service.events.in(tx).publish('conversation.conversations_deleted.v1', {
        userId: history.userId,
        conversationIds: [conversationId],
      }),
    );
    await until(async () => (await history.cases(id))[0]!.question === undefined, { what: 'the texts to be removed' });
    const one = await quality.backtests.getBacktestCase({ id, number: 1 }, history.asUser);
    expect(one.candidate).toBeUndefined();
    expect(one.case).toMatchObject({ outcome: 'win', comparisons: [{ reason: undefined }, { reason: undefined }] });
    expect((await history.get(id)).result!.figures!.wins).toBe(1);
  });

  it('do not come back with a call that was under way', async () => {
    const held = gate();
    const waits = async function* () {
      await held.opened;
      yield* [delta('A good reply.'), endedFor(0.002)];
    };
    offer({ cand: waits });
    const history = aHistory(upstreams, quality);
    const broadcastId = history.round({ base: 'Plain.' });
    const { id } = await history.begin();
    await until(() => callsTo('cand').length === 1, { what: 'the call' });
    upstreams.broadcasts.delete(broadcastId);
    const { conversationId } = (await history.cases(id))[0]!;
    await quality.service.database.asWorker((tx) =>
      quality.service.events.in(tx).publish('conversation.conversations_deleted.v1', {
        userId: history.userId,
        conversationIds: [conversationId],
      }),
    );
    await until(async () => (await history.cases(id))[0]!.question === undefined, { what: 'the texts to be removed' });
    held.open();
    await history.is(id, 'completed');
    expect((await quality.backtests.getBacktestCase({ id, number: 1 }, history.asUser)).candidate).toBeUndefined();
    const stored = 'SELECT status, answer, cost_usd::float8 AS usd FROM quality.backtest_calls WHERE backtest_id = $1';
    expect(await quality.rows(stored, [id])).toEqual([{ status: 'completed', answer: null, usd: 0.002 }]);
  });

  it('go with a user who is erased, and with them all else', async () => {
    offer({ cand: neverEnds });
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    await history.begin();
    await until(() => callsTo('cand').length === 1, { what: 'a call' });
    const { userId } = history;
    upstreams.erased.add(userId);
    const { database, events } = quality.service;
    await database.asWorker((tx) => events.in(tx).publish('admin.user_erased.v1', { userId }));
    for (const table of ['backtests', 'backtest_cases', 'backtest_calls'])
      await until(
        async () => (await quality.rows(`SELECT 1 FROM quality.${table} WHERE user_id = $1`, [userId])).length === 0,
        { what: `the rows of ${table} to go` },
      );
  });

  it('and all else are the owner’s: another user finds what does not exist', async () => {
    offer();
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const { id } = await history.ended();
    const other = { callerToken: callerToken(aUser()) };
    const { backtests } = quality;
    for (const [asked, user] of [
      [id, other],
      [randomUUID(), history.asUser],
      ['nonsense', history.asUser],
    ] as const) {
      const missing = { kind: 'not_found', code: 'backtest_not_found' };
      await expect(backtests.getBacktest({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(backtests.pauseBacktest({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(backtests.resumeBacktest({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(backtests.cancelBacktest({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(backtests.deleteBacktest({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(backtests.listWorstBacktestCases({ id: asked }, user)).rejects.toMatchObject(missing);
      await expect(backtests.getBacktestCase({ id: asked, number: 1 }, user)).rejects.toMatchObject(missing);
      const cases = backtests.listBacktestCases({ id: asked, after: 0, limit: 10, withAnswers: false }, user);
      await expect(cases).rejects.toMatchObject(missing);
    }
    expect(await backtests.listBacktests({}, other)).toEqual({ backtests: [] });
    expect((await backtests.listBacktests({}, history.asUser)).backtests).toMatchObject([{ id, status: 'completed' }]);
  });
});

describe('people who compare', () => {
  /** A backtest that has ended on so many rounds, and how its user compares. */
  const compared = async (rounds: number) => {
    offer();
    const history = aHistory(upstreams, quality);
    for (let nr = 0; nr < rounds; nr++) {
      history.round({ base: `Plain ${nr}.` }, { question: `Question ${nr}?`, tags: ['t'] });
    }
    const { id } = await history.ended({ peopleCompare: true });
    const { backtestPairs } = quality;
    const next = () => backtestPairs.getNextBacktestPair({ id }, history.asUser);
    const choose = (number: number, choice: string) =>
      backtestPairs.chooseInBacktestPair({ id, number, choice }, history.asUser);
    return { history, id, next, choose };
  };
  /** Where the candidate's reply stands. */
  const good = ({ pair }: { pair?: { first: string } | undefined }) =>
    pair!.first === 'A good reply.' ? 'first' : 'second';

  it('are sent no side, can stop and go on, and end with who wrote what', async () => {
    const { history, id, next, choose } = await compared(3);
    const shown = await next();
    expect(shown).toMatchObject({ pairs: 3, compared: 0, isOpen: true, pair: { number: 1, question: 'Question 2?' } });
    expect(Object.keys(shown.pair!).sort()).toEqual(['earlier', 'first', 'number', 'question', 'second']);
    expect(JSON.stringify(shown)).not.toMatch(/\b(cand|base|judge|candidate|baseline)\b/);
    expect(await next()).toEqual(shown);
    // Nothing else says it either.
    const hidden = quality.backtests.getBacktestCase({ id, number: 1 }, history.asUser);
    await expect(hidden).rejects.toMatchObject({ code: 'case_is_hidden' });
    expect(await history.cases(id)).toEqual([]);
    expect(await quality.backtests.listWorstBacktestCases({ id }, history.asUser)).toMatchObject({ cases: [] });
    const second = await choose(1, good(shown));
    expect(second).toMatchObject({ compared: 1, pair: { number: 2 } });
    expect((await history.get(id)).people).toMatchObject({ isOpen: true, pairs: 3, compared: 1, wins: 0 });
    const third = await choose(2, good(second) === 'first' ? 'second' : 'first');
    expect(await choose(3, 'both_bad')).toEqual({ pairs: 3, compared: 3, isOpen: false, pair: undefined });
    expect(third.pair!.number).toBe(3);
    const { people, result } = await history.get(id);
    expect(people).toMatchObject({ isOpen: false, wins: 1, losses: 1, ties: 0, bothBad: 1, score: { share: 0.5 } });
    expect(people!.agreements).toEqual([{ judge: 'judge', pairs: 2, same: 1 }]);
    expect(result!.figures).toMatchObject({ wins: 3 });
    expect(await history.cases(id)).toHaveLength(3);
    await expect(next()).rejects.toMatchObject({ code: 'pairs_ended' });
    await expect(choose(1, 'tie')).rejects.toMatchObject({ code: 'pairs_ended' });
  });

  it('see pairs in an order that is drawn for each', async () => {
    const { next, choose } = await compared(24);
    const firsts = new Set<string>();
    for (let shown = await next(); shown.pair; shown = await choose(shown.pair.number, 'tie')) firsts.add(good(shown));
    expect([...firsts].sort()).toEqual(['first', 'second']);
  });

  it('pass over rounds that were deleted, and may end it before they have compared all', async () => {
    const { history, id, next, choose } = await compared(2);
    upstreams.broadcasts.delete([...upstreams.broadcasts.keys()].at(-1)!);
    expect((await next()).pair!.number).toBe(2);
    await expect(choose(9, 'tie')).rejects.toMatchObject({ code: 'backtest_pair_not_found' });
    await expect(choose(2, 'mine')).rejects.toMatchObject({ code: 'invalid_backtest' });
    const ended = await quality.backtestPairs.endBacktestPairs({ id }, history.asUser);
    expect(ended.people).toMatchObject({ isOpen: false, compared: 0, score: undefined });
    expect(await history.cases(id)).toHaveLength(2);
  });

  it('do so in their own backtests only, and only where they wanted to', async () => {
    const { id } = await compared(1);
    const other = { callerToken: callerToken(aUser()) };
    const { backtestPairs } = quality;
    const missing = { code: 'backtest_not_found' };
    await expect(backtestPairs.getNextBacktestPair({ id }, other)).rejects.toMatchObject(missing);
    await expect(backtestPairs.chooseInBacktestPair({ id, number: 1, choice: 'tie' }, other)).rejects.toMatchObject(
      missing,
    );
    await expect(backtestPairs.endBacktestPairs({ id }, other)).rejects.toMatchObject(missing);
    const history = aHistory(upstreams, quality);
    history.round({ base: 'Plain.' });
    const plain = await history.ended();
    expect(plain.people).toBeUndefined();
    await expect(backtestPairs.getNextBacktestPair({ id: plain.id }, history.asUser)).rejects.toMatchObject({
      code: 'only_judges_compare',
    });
  });
});

describe('judges of backtests', () => {
  it('are calibrated by both orders of a pair, and by people who compared it', async () => {
    offer({ judge: compares(() => 'first') });
    const history = aHistory(upstreams, quality);
    for (let nr = 0; nr < 12; nr++) history.round({ base: 'Plain.' }, { question: `${nr}?`, tags: ['legal'] });
    const { id } = await history.ended({ peopleCompare: true });
    const { backtestPairs } = quality;
    const client = quality.client(LeaderboardServiceDefinition);
    const calibration = () => client.getCalibration({ wholeInstallation: false }, history.asUser);
    const [open] = (await calibration()).comparisons;
    expect(open).toMatchObject({ judge: 'judge', pairs: 12, first: 12, last: 0, wavering: 0, follows: 1, people: 0 });
    expect(open!.followsRange!.low).toBeGreaterThan(0.7);
    let next = await backtestPairs.getNextBacktestPair({ id }, history.asUser);
    while (next.pair) {
      const choice = next.pair.number === 1 ? 'both_bad' : 'tie';
      next = await backtestPairs.chooseInBacktestPair({ id, number: next.pair.number, choice }, history.asUser);
    }
    const [ended] = (await calibration()).comparisons;
    expect(ended).toMatchObject({ pairs: 12, people: 11 });
    const later = { wholeInstallation: false, since: new Date(Date.now() + 60_000) };
    expect((await client.getCalibration(later, history.asUser)).comparisons).toEqual([]);
    const admin = { callerToken: callerToken({ userId: randomUUID(), role: 'admin' }) };
    const all = await client.getCalibration({ wholeInstallation: true }, admin);
    expect(all.comparisons.find(({ judge }) => judge === 'judge')!.pairs).toBeGreaterThanOrEqual(12);
  });
});
