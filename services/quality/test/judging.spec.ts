import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AssessmentStatus,
  ChatRole,
  CostSource,
  EndKind,
  Generation,
  JudgingState,
  RubricsServiceDefinition,
  RubricText,
} from '@polylogue/proto';
import { callerToken, farFromMidnight, until } from '@polylogue/test-kit';
import {
  aBroadcast,
  assessment,
  delta,
  ended,
  generationOf,
  idOf,
  says,
  startUpstreams,
  startQuality,
  type Judge,
  type Upstreams,
  type Quality,
} from './quality.fixture.js';

const replies = { a: 'A talk of many.', b: 'Several voices.', c: 'A word.' };
let upstreams: Upstreams;
let quality: Quality;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), c: says('') });
  quality = await startQuality(upstreams, { retries: { delaysMs: [10] }, onLog: (line) => lines.push(line) });
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});
beforeEach(() => {
  Object.assign(upstreams.judges, { a: says(assessment(90)), b: says(assessment(80)), c: says(assessment(70)) });
  upstreams.judgeCalls.length = 0;
  upstreams.away.clear();
  upstreams.paid.clear();
});

const runJudging = (broadcastId: string, userId: string) =>
  quality.assessments.runJudging({ broadcastId }, { callerToken: callerToken({ userId }) });
const ofReply = async (broadcastId: string, userId: string, target: string) => {
  const conversationId = idOf(broadcastId, target, 2);
  const token = { callerToken: callerToken({ userId }) };
  return (await quality.assessments.listAssessments({ conversationId }, token)).assessments;
};
const stored = (broadcastId: string) =>
  quality.rows<{ assessor_service: string; target_service: string; status: string; error: string; error_code: string }>(
    'SELECT * FROM quality.assessments WHERE broadcast_id = $1 ORDER BY assessor_service, target_service',
    [broadcastId],
  );

describe('a broadcast that is complete', () => {
  it('has with each verdict how it and the reply were generated, and what it took over all calls', async () => {
    const judge = Generation.fromPartial({ displayName: 'B', model: 'b-1', settings: { temperature: 0 } });
    const usage = { inputTokens: 20, outputTokens: 9, totalTokens: 29 };
    const cost = { amount: 0.25, currency: 'USD', source: CostSource.ESTIMATE };
    const texts = ['prose', assessment(80)];
    upstreams.judges['b'] = async function* () {
      yield delta(texts.length > 1 ? texts.shift()! : texts[0]!);
      const end = { kind: EndKind.COMPLETED, totalMs: 3, usage, cost, generation: judge };
      yield await Promise.resolve({ event: { $case: 'end' as const, end } });
    };
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    upstreams.judges['b'] = says(assessment(80));
    const verdicts = (await Promise.all(['a', 'c'].map((name) => ofReply(broadcastId, userId, name)))).flat();
    const repaired = verdicts.filter(({ assessorService }) => assessorService === 'b');
    const judged = generationOf('a');
    expect(repaired).toContainEqual(
      expect.objectContaining({
        judge,
        usage: { inputTokens: 40, outputTokens: 18, totalTokens: 58 },
        cost: { ...cost, amount: 0.5 },
      }),
    );
    expect(verdicts.filter(({ targetService }) => targetService === 'a').map((each) => each.judged)).toEqual([
      judged,
      judged,
    ]);
  });

  it('is judged by every service but the author, blind and coolly', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    expect(await quality.judging(broadcastId, userId)).toMatchObject({
      state: JudgingState.DONE,
      total: 6,
      completed: 6,
      failed: 0,
      gaps: [],
    });
    const about = await ofReply(broadcastId, userId, 'a');
    expect(about.map(({ assessorService }) => assessorService).sort()).toEqual(['b', 'c']);
    expect(about.find(({ assessorService }) => assessorService === 'b')).toMatchObject({
      broadcastId,
      messageId: idOf(broadcastId, 'a', 1),
      targetService: 'a',
      status: AssessmentStatus.COMPLETED,
      verdict: { overall: 80, flagged: false, accuracy: { score: 80, reason: 'Accuracy holds.' } },
      rubricVersion: 'v1',
      judgeModel: 'b-1',
    });
    for (const { judge, request, call } of upstreams.judgeCalls) {
      const sent = request.messages.map(({ content }) => content).join('\n');
      expect(JSON.parse(request.answerSchema!)).toMatchObject({
        required: expect.arrayContaining(['bias', 'analysis']),
      });
      expect(request).toMatchObject({ temperature: 0, messages: [{ role: ChatRole.SYSTEM }, { role: ChatRole.USER }] });
      expect(sent).not.toContain(replies[judge as 'a']);
      expect(call.caller).toMatchObject({ userId, issuer: 'quality', onBehalfOf: true });
    }
  });

  it('gives each conversation the mean of what its judges said, to its owner alone', async () => {
    upstreams.judges['b'] = says(assessment(60));
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    const conversationIds = ['a', 'b', 'c'].map((name) => idOf(broadcastId, name, 2));
    const scoresFor = async (reader: string, broadcastIds: string[] = []) => {
      const request = { conversationIds: [...conversationIds, randomUUID(), 'nonsense'], broadcastIds };
      const { scores } = await quality.assessments.getScores(request, { callerToken: callerToken({ userId: reader }) });
      return new Map(scores.map(({ conversationId, overall, verdicts }) => [conversationId, [overall, verdicts]]));
    };
    expect(await scoresFor(userId)).toEqual(
      new Map([
        [conversationIds[0], [65, 2]],
        [conversationIds[1], [80, 2]],
        [conversationIds[2], [75, 2]],
      ]),
    );
    expect(await scoresFor(randomUUID())).toEqual(new Map());
    const broadcastsFor = async (reader: string) => {
      const request = { broadcastIds: [broadcastId, randomUUID(), 'nonsense'] };
      return (await quality.assessments.getBroadcastScores(request, { callerToken: callerToken({ userId: reader }) }))
        .broadcasts;
    };
    expect(await broadcastsFor(userId)).toEqual([
      {
        broadcastId,
        done: true,
        rubricVersion: expect.any(String),
        services: [
          { aiService: 'a', medianOverall: 65, verdicts: 2 },
          { aiService: 'b', medianOverall: 80, verdicts: 2 },
          { aiService: 'c', medianOverall: 75, verdicts: 2 },
        ],
      },
    ]);
    expect(await broadcastsFor(randomUUID())).toEqual([]);
    expect([...(await scoresFor(userId, [broadcastId, 'nonsense'])).keys()]).toHaveLength(3);
    expect(await scoresFor(userId, [randomUUID()])).toEqual(new Map());
  });

  it('is judged once, however often and in whatever order the event comes', async () => {
    const all = Array.from({ length: 4 }, () => aBroadcast(upstreams, replies));
    const events = Array.from({ length: 5 }, () => all).flat();
    events.sort((one, other) => (one.broadcastId + one.userId < other.broadcastId ? -1 : 1));
    await Promise.all(events.map(({ broadcastId, userId }) => quality.completed(broadcastId, userId)));
    for (const { broadcastId } of all) await quality.ends(broadcastId);
    await quality.settled();
    for (const { broadcastId } of all) expect(await stored(broadcastId)).toHaveLength(6);
    expect(upstreams.judgeCalls).toHaveLength(24);
  });

  it('is judged also where a conversation service one version older says that it is complete', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    const { database, events } = quality.service;
    const completed = { broadcastId, userId, totalResponses: 3, totalErrors: 0 };
    await database.asWorker((tx) => events.in(tx).publish('conversation.broadcast_completed.v1', completed));
    await quality.ends(broadcastId);
    expect(await stored(broadcastId)).toHaveLength(6);
  });

  it('leaves out a reply without an end, and says so', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, { ...replies, c: null });
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    expect(await quality.judging(broadcastId, userId)).toMatchObject({
      total: 2,
      completed: 2,
      gaps: [{ aiService: 'c', reason: 'There is no complete reply.' }],
    });
  });

  it('of which nothing can be compared is skipped with the reason', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, { a: 'One.', b: null });
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId, 'skipped');
    const { state, reason } = await quality.judging(broadcastId, userId);
    expect([state, reason]).toEqual([JudgingState.SKIPPED, expect.stringContaining('Fewer than two')]);
  });
});

describe('a judge that cannot be trusted', () => {
  it.each([
    ['prose', 'I liked it a lot.', /no whole JSON object/],
    ['half a JSON', assessment(80).slice(0, 60), /^bias: /],
    ['140', assessment(140), /^bias\.score: .*100/],
    ['two verdicts', assessment(80) + assessment(100), /more than one assessment/],
    ['nothing', '', /no whole JSON object/],
  ])('answers %s: called once more, then no verdict, never 0; what is wrong is logged', async (_what, text, fault) => {
    upstreams.judges['a'] = says(text);
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    const about = await ofReply(broadcastId, userId, 'b');
    expect(about.find(({ assessorService }) => assessorService === 'a')).toMatchObject({
      status: AssessmentStatus.FAILED,
      verdict: undefined,
      errorCode: 'unreadable_answer',
      error: "The judge's answer could not be read, also when asked again. Run the assessment to ask it once more.",
    });
    const [row] = await quality.rows<{ id: string }>(
      `SELECT id FROM quality.assessments WHERE broadcast_id = $1 AND assessor_service = 'a' AND target_service = 'b'`,
      [broadcastId],
    );
    expect(lines).toContainEqual(
      expect.objectContaining({ assessmentId: row?.id, aiService: 'a', fault: expect.stringMatching(fault) }),
    );
    expect(upstreams.judgeCalls.filter(({ judge }) => judge === 'a')).toHaveLength(4);
    expect(await quality.judging(broadcastId, userId)).toMatchObject({ total: 6, completed: 4, failed: 2 });
  });

  it('is believed when its second answer can be read', async () => {
    let calls = 0;
    upstreams.judges['a'] = async function* ({ messages }) {
      calls += 1;
      yield await Promise.resolve(delta(messages.length > 2 ? assessment(64) : 'Well, good.'));
      yield ended();
    };
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    expect(calls).toBe(4);
    expect((await ofReply(broadcastId, userId, 'c')).map(({ verdict }) => verdict?.overall).sort()).toEqual([64, 80]);
  });

  it('is asked once and believed when its words hold what cannot be stored', async () => {
    upstreams.judges['a'] = says(assessment(88).replace('what was asked', String.raw`\u0000\ud800`));
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    expect(upstreams.judgeCalls.filter(({ judge }) => judge === 'a')).toHaveLength(2);
    const verdicts = await ofReply(broadcastId, userId, 'b');
    const said = verdicts.find(({ assessorService }) => assessorService === 'a');
    expect(said).toMatchObject({ status: AssessmentStatus.COMPLETED });
    expect(said?.verdict?.analysis).toBe('It answers \uFFFD\uFFFD.');
  });

  it('breaks off in the middle: called again, and without a verdict when it never finishes', async () => {
    let deaths = 1;
    upstreams.judges['a'] = async function* () {
      yield await Promise.resolve(delta(assessment(75).slice(0, 40)));
      if (deaths-- > 0) yield ended(EndKind.INTERRUPTED, 'broken_stream');
      else {
        yield delta(assessment(75).slice(40));
        yield ended();
      }
    };
    upstreams.judges['b'] = async function* () {
      yield await Promise.resolve(delta('{"bias"'));
      yield ended(EndKind.INTERRUPTED, 'broken_stream');
    };
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    const rows = await stored(broadcastId);
    expect(rows.map(({ assessor_service: judge, status }) => `${judge} ${status}`)).toEqual([
      'a completed',
      'a completed',
      'b failed',
      'b failed',
      'c completed',
      'c completed',
    ]);
    expect(rows[2]).toMatchObject({ error_code: 'broken_stream', error: expect.stringContaining('asked 3 times') });
  });

  it('waits for a judge that is left alone, which is no attempt and no call; what the judge did is said at last', async () => {
    const refusals = (count: number, then: Judge): Judge => {
      let left = count;
      return async function* (request, call) {
        if (left-- > 0) yield await Promise.resolve(ended(EndKind.FAILED, 'breaker_open', true));
        else yield* then(request, call);
      };
    };
    upstreams.judges['a'] = refusals(8, says(assessment(90)));
    const fails: Judge = async function* () {
      yield await Promise.resolve(ended(EndKind.FAILED, 'overloaded', true));
    };
    let turn = 0;
    upstreams.judges['b'] = (request, call) => (turn++ % 2 === 0 ? fails : refusals(1, fails))(request, call);
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    const rows = await quality.rows(
      `SELECT assessor_service AS judge, status, attempts, calls, error FROM quality.assessments
       WHERE broadcast_id = $1 AND assessor_service IN ('a', 'b') ORDER BY 1`,
      [broadcastId],
    );
    const [given, none] = [
      { judge: 'a', status: 'completed', attempts: 1, calls: 1, error: null },
      { judge: 'b', status: 'failed', attempts: 3, calls: 3, error: 'The provider said overloaded. (asked 3 times)' },
    ];
    expect(rows).toEqual([given, given, none, none]);
  });

  it('that waits for a judge for half an hour says that it is left alone', async () => {
    upstreams.judges['a'] = async function* () {
      yield await Promise.resolve(ended(EndKind.FAILED, 'breaker_open', true));
    };
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await until(() => upstreams.judgeCalls.filter(({ judge }) => judge === 'a').length > 6, { what: 'a to be called' });
    const waits = `UPDATE quality.assessments SET created_at = now() - interval '31 minutes' WHERE broadcast_id = $1`;
    await quality.rows(waits, [broadcastId]);
    await quality.ends(broadcastId);
    const failed = (await stored(broadcastId)).filter(({ status }) => status === 'failed');
    expect(failed.map((row) => row.error_code)).toEqual(['breaker_open', 'breaker_open']);
  });

  it('may be requested again for missing verdicts; the others stay', async () => {
    upstreams.judges['a'] = says('no');
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    upstreams.judges['a'] = says(assessment(50));
    upstreams.judges['b'] = says(assessment(1));
    await runJudging(broadcastId, userId);
    await until(async () => (await quality.judging(broadcastId, userId)).completed === 6, { what: 'all verdicts' });
    const overall = await quality.rows('SELECT overall FROM quality.assessments WHERE broadcast_id = $1', [
      broadcastId,
    ]);
    expect(overall.map((row) => row['overall']).sort()).toEqual([50, 50, 70, 70, 80, 80]);
  });
});

describe('the cost guard', () => {
  it('waits for a request once a judge costs money', async () => {
    upstreams.paid.add('b');
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId, 'skipped');
    expect(upstreams.judgeCalls).toEqual([]);
    expect((await quality.judging(broadcastId, userId)).reason).toContain('wait to be asked');
    await runJudging(broadcastId, userId);
    await quality.ends(broadcastId);
    expect((await quality.judging(broadcastId, userId)).completed).toBe(6);
  });

  it('takes up a request that comes before it is decided whether to judge at all', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    // As its event leaves it; no process decides within the hour.
    await quality.rows(
      `INSERT INTO quality.judgings (broadcast_id, user_id, state, asked_by, rubric_version, not_before)
       VALUES ($1, $2, 'waiting', 'fact', 1, now() + interval '1 hour')`,
      [broadcastId, userId],
    );
    await runJudging(broadcastId, userId);
    await quality.ends(broadcastId);
    expect((await quality.judging(broadcastId, userId)).completed).toBe(6);
  });

  it('spends nothing for a user who is not approved', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    upstreams.unapproved.add(userId);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId, 'skipped');
    await expect(
      quality.assessments.runJudging({ broadcastId }, { callerToken: callerToken({ userId, isApproved: false }) }),
    ).rejects.toMatchObject({ code: 'approval_required' });
    expect(upstreams.judgeCalls).toEqual([]);
  });

  it('spends nothing for a user over budget, and judges once there is room again', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    upstreams.overBudget.add(userId);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId, 'skipped');
    expect((await quality.judging(broadcastId, userId)).reason).toMatch(/^The budget for today is used up/);
    expect(upstreams.judgeCalls).toEqual([]);
    upstreams.overBudget.delete(userId);
    await quality.assessments.runJudging({ broadcastId }, { callerToken: callerToken({ userId }) });
    await quality.ends(broadcastId);
    expect(upstreams.judgeCalls.length).toBeGreaterThan(0);
  });

  it.each<[Record<string, string>, string]>([
    [{ QUALITY_DAILY_CALLS: '7' }, 'limit of 7 calls'],
    [{ QUALITY_SAMPLING: '0' }, 'not in the share'],
    [{ QUALITY_MODE: 'off' }, 'switched off'],
    [{ QUALITY_MODE: 'manual' }, 'wait to be asked'],
  ])('keeps to %j', async (env, reason) => {
    await farFromMidnight();
    const guarded = await startQuality(upstreams, { env });
    try {
      const first = aBroadcast(upstreams, replies);
      const second = aBroadcast(upstreams, replies);
      upstreams.broadcasts.get(second.broadcastId)!.userId = first.userId;
      await guarded.completed(first.broadcastId, first.userId);
      if (env['QUALITY_DAILY_CALLS']) await guarded.ends(first.broadcastId);
      await guarded.completed(second.broadcastId, first.userId);
      await guarded.ends(second.broadcastId, 'skipped');
      expect((await guarded.judging(second.broadcastId, first.userId)).reason).toContain(reason);
      expect(upstreams.judgeCalls).toHaveLength(env['QUALITY_DAILY_CALLS'] ? 6 : 0);
    } finally {
      await guarded.close();
    }
  });

  it('counts what was paid for conversations that are deleted, until a day has passed', async () => {
    const guarded = await startQuality(upstreams, { env: { QUALITY_DAILY_CALLS: '6' } });
    try {
      const [first, second] = [aBroadcast(upstreams, replies), aBroadcast(upstreams, replies)];
      const { userId } = first;
      upstreams.broadcasts.get(second.broadcastId)!.userId = userId;
      await guarded.completed(first.broadcastId, userId);
      await guarded.ends(first.broadcastId);
      const { database, events } = guarded.service;
      const conversationIds = ['a', 'b', 'c'].map((service) => idOf(first.broadcastId, service, 2));
      await database.asWorker((tx) =>
        events.in(tx).publish('conversation.conversations_deleted.v1', { userId, conversationIds }),
      );
      const judgingOf = (round: { broadcastId: string }) => guarded.judging(round.broadcastId, userId);
      await until(async () => (await judgingOf(first)).state === JudgingState.NONE, { what: 'the judging to go' });
      await guarded.completed(second.broadcastId, userId);
      await guarded.ends(second.broadcastId, 'skipped');
      expect((await judgingOf(second)).reason).toContain('limit of 6 calls');
      await guarded.rows(`UPDATE quality.deleted_judge_calls SET made_at = made_at - interval '24 hours'`);
      await guarded.assessments.runJudging(
        { broadcastId: second.broadcastId },
        { callerToken: callerToken({ userId }) },
      );
      await guarded.ends(second.broadcastId);
      expect(await judgingOf(second)).toMatchObject({ completed: 6 });
      expect(await guarded.rows('SELECT 1 FROM quality.deleted_judge_calls')).toEqual([]);
    } finally {
      await guarded.close();
    }
  });

  it('has at most the configured number of judges', async () => {
    const guarded = await startQuality(upstreams, { env: { QUALITY_MOST_JUDGES: '2' } });
    try {
      const { broadcastId, userId } = aBroadcast(upstreams, replies);
      await guarded.completed(broadcastId, userId);
      await guarded.ends(broadcastId);
      expect((await guarded.judging(broadcastId, userId)).total).toBe(4);
    } finally {
      await guarded.close();
    }
  });
});

describe('a judging', () => {
  it('goes with a user who is erased, and not with one whom admin knows; nothing else does', async () => {
    const [gone, kept] = [aBroadcast(upstreams, replies), aBroadcast(upstreams, replies)];
    for (const { broadcastId, userId } of [gone, kept]) await quality.completed(broadcastId, userId);
    for (const { broadcastId } of [gone, kept]) await quality.ends(broadcastId);
    const { database, events } = quality.service;
    const publishErased = ({ userId }: { userId: string }) =>
      database.asWorker((tx) => events.in(tx).publish('admin.user_erased.v1', { userId }));
    await publishErased(kept);
    await until(async () => (await events.letters.count()) === 1, { what: 'the dead letter' });
    upstreams.erased.add(gone.userId);
    await publishErased(gone);
    await until(async () => (await stored(gone.broadcastId)).length === 0, { what: 'the assessments to go' });
    expect(await stored(kept.broadcastId)).toHaveLength(6);
  });

  it('goes with a conversation that is deleted, however often the event comes; assessments of others stay', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    const { database, events } = quality.service;
    const deleted = (...services: string[]) =>
      database.asWorker(async (tx) => {
        const conversationIds = services.map((service) => idOf(broadcastId, service, 2));
        for (let time = 0; time < 5; time += 1) {
          await events.in(tx).publish('conversation.conversations_deleted.v1', { userId, conversationIds });
        }
      });
    await deleted('a');
    await until(async () => (await stored(broadcastId)).length === 4, { what: 'what is said of a to go' });
    expect((await stored(broadcastId)).map(({ target_service }) => target_service).sort()).toEqual([
      'b',
      'b',
      'c',
      'c',
    ]);
    expect(await quality.judging(broadcastId, userId)).toMatchObject({ state: JudgingState.DONE, total: 4 });
    await deleted('b', 'c');
    await until(async () => (await quality.judging(broadcastId, userId)).state === JudgingState.NONE, {
      what: 'the judging to go',
    });
  });

  it('stops for a conversation that is deleted in the middle; the rest comes to its end', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    let go = () => {};
    const gone = new Promise<void>((resolve) => (go = resolve));
    upstreams.judges['b'] = async function* () {
      await gone;
      yield delta(assessment(80));
      yield ended();
    };
    await quality.completed(broadcastId, userId);
    await until(async () => (await stored(broadcastId)).filter(({ status }) => status === 'completed').length === 4, {
      what: 'the others',
    });
    upstreams.broadcasts.get(broadcastId)!.replies = { a: replies.a, b: replies.b };
    const { database, events } = quality.service;
    const conversationIds = [idOf(broadcastId, 'c', 2)];
    await database.asWorker((tx) =>
      events.in(tx).publish('conversation.conversations_deleted.v1', { userId, conversationIds }),
    );
    await until(async () => (await stored(broadcastId)).length === 4, { what: 'what is said of c to go' });
    go();
    await quality.ends(broadcastId);
    expect(
      (await stored(broadcastId)).map((row) => `${row.assessor_service}${row.target_service} ${row.status}`),
    ).toEqual(['ab', 'ba', 'ca', 'cb'].map((pair) => `${pair} completed`));
  });

  it('leaves nothing behind when a reply is deleted before its judge reads it', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    const known = upstreams.broadcasts.get(broadcastId)!;
    const { a, b } = replies;
    upstreams.judges['a'] = upstreams.judges['b'] = async function* () {
      // Judges that are called after this find c gone.
      known.replies = { a, b };
      yield await Promise.resolve(delta(assessment(80)));
      yield ended(EndKind.FAILED, 'overloaded', true);
    };
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    expect(
      (await stored(broadcastId)).filter(({ target_service, status }) => target_service === 'c' && status === 'failed'),
    ).toEqual([]);
    expect(await quality.judging(broadcastId, userId)).toMatchObject({ state: JudgingState.DONE });
  });

  it('is seen and requested by its owner alone', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    const stranger = aBroadcast(upstreams, replies).userId;
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    expect(await ofReply(broadcastId, stranger, 'a')).toEqual([]);
    expect(await quality.judging(broadcastId, stranger)).toMatchObject({ state: JudgingState.NONE, total: 0 });
    await expect(runJudging(broadcastId, stranger)).rejects.toMatchObject({ kind: 'not_found' });
    await expect(runJudging('nonsense', userId)).rejects.toMatchObject({ kind: 'not_found' });
    const { database } = quality.service;
    for (const table of ['judgings', 'assessments']) {
      const count = (readerId: string) => database.asUser(readerId, (tx) => tx.query(`SELECT 1 FROM ${table}`));
      expect(await count(stranger)).toEqual([]);
      expect(await count(userId)).not.toEqual([]);
    }
  });
});

describe('a judging that its user cancels', () => {
  const cancel = (broadcastId: string, userId: string) =>
    quality.assessments.cancelJudging({ broadcastId }, { callerToken: callerToken({ userId }) });
  /** Begins to answer and goes on until it is cancelled. */
  const goesOn: Judge = async function* (_request, { signal }) {
    yield delta(assessment(90).slice(0, 30));
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  };
  const callsTo = (name: string) => upstreams.judgeCalls.filter(({ judge }) => judge === name);
  const completed = async (broadcastId: string) =>
    (await stored(broadcastId)).filter(({ status }) => status === 'completed').length;

  it('ends the calls that are under way and keeps what was judged; the rest can be asked for again', async () => {
    upstreams.judges['a'] = goesOn;
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await until(async () => callsTo('a').length === 2 && (await completed(broadcastId)) === 4, {
      what: 'all but a to be done',
    });
    const ended = { state: JudgingState.DONE, total: 6, completed: 4, failed: 2, cancelled: 2 };
    expect(await cancel(broadcastId, userId)).toMatchObject(ended);
    await until(() => callsTo('a').every(({ call }) => call.signal.aborted), { what: 'the calls to be cancelled' });
    const [cut] = (await ofReply(broadcastId, userId, 'b')).filter(({ assessorService }) => assessorService === 'a');
    expect(cut).toMatchObject({ status: AssessmentStatus.FAILED, errorCode: 'cancelled', cost: undefined });
    expect(cut?.error).toMatch(/^You stopped it/);
    // Again, it changes nothing.
    expect(await cancel(broadcastId, userId)).toMatchObject(ended);
    const recorded = `SELECT 1 FROM quality.outbox
      WHERE subject = 'quality.assessment_recorded.v1' AND payload->>'broadcastId' = $1`;
    expect(await quality.rows(recorded, [broadcastId])).toHaveLength(6);
    upstreams.judges['a'] = says(assessment(90));
    await runJudging(broadcastId, userId);
    await until(async () => (await completed(broadcastId)) === 6, { what: 'the rest to be judged' });
    const judged = await quality.judging(broadcastId, userId);
    expect(judged).toMatchObject({ state: JudgingState.DONE, total: 6, failed: 0 });
    expect(judged.cancelled).toBeUndefined();
    expect(upstreams.judgeCalls).toHaveLength(8);
  });

  it('before a judge has answered goes without a trace; what another rubric said stands', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    Object.assign(upstreams.judges, { a: goesOn, b: goesOn, c: goesOn });
    const token = { callerToken: callerToken({ userId }) };
    const text = {
      name: 'Tone',
      criteria: [{ name: 'Kind', asks: 'Is it?', low: '1', middle: '2', high: '3', weight: 1 }],
    };
    const rubrics = quality.client(RubricsServiceDefinition);
    const { id: rubricId } = await rubrics.saveRubric({ text: RubricText.fromPartial(text), isShared: false }, token);
    await quality.assessments.runJudging({ broadcastId, rubricId }, token);
    const begun = () => upstreams.judgeCalls.slice(6);
    await until(() => begun().length > 0, { what: 'a judge to be asked' });
    const { state, total, reason } = await cancel(broadcastId, userId);
    expect([state, total]).toEqual([JudgingState.SKIPPED, 0]);
    expect(reason).toMatch(/^You stopped it before a judge had answered\./);
    await until(() => begun().every(({ call }) => call.signal.aborted), { what: 'the calls to be cancelled' });
    expect(await stored(broadcastId)).toHaveLength(6);
    expect((await ofReply(broadcastId, userId, 'a')).map(({ verdict }) => verdict?.overall).sort()).toEqual([70, 80]);
    const asked = begun().length;
    Object.assign(upstreams.judges, { a: says('no'), b: says('no'), c: says('no') });
    await quality.assessments.runJudging({ broadcastId, rubricId }, token);
    await quality.ends(broadcastId);
    expect(await quality.judging(broadcastId, userId)).toMatchObject({ total: 6, failed: 6, cancelled: undefined });
    // Each answer that cannot be read is asked for once more.
    expect(begun()).toHaveLength(asked + 12);
  });

  it('while it is planned is not planned to its end', async () => {
    let read = () => {};
    const held = new Promise<void>((resolve) => (read = resolve));
    const { broadcastId, userId } = aBroadcast(upstreams, replies, { held });
    await quality.completed(broadcastId, userId);
    const planned = `SELECT 1 FROM quality.judgings WHERE broadcast_id = $1 AND lease_until IS NOT NULL`;
    await until(async () => (await quality.rows(planned, [broadcastId])).length === 1, { what: 'it to be planned' });
    expect(await cancel(broadcastId, userId)).toMatchObject({ state: JudgingState.SKIPPED, total: 0 });
    read();
    const next = aBroadcast(upstreams, replies);
    await quality.completed(next.broadcastId, next.userId);
    await quality.ends(next.broadcastId);
    expect(await stored(broadcastId)).toEqual([]);
    expect(upstreams.judgeCalls).toHaveLength(6);
    await runJudging(broadcastId, userId);
    await quality.ends(broadcastId);
    expect(await quality.judging(broadcastId, userId)).toMatchObject({ total: 6, completed: 6 });
  });

  it.each([
    ['some answered', says(assessment(70)), 10, 4],
    ['none had', undefined, 8, 6],
  ])(
    'counts the calls that were made towards the limit of the day, and no others: %s',
    async (_what, answers, max, open) => {
      await farFromMidnight();
      const env = { QUALITY_DAILY_CALLS: String(max), QUALITY_RETRY_SECONDS: '60' };
      const guarded = await startQuality(upstreams, { env });
      try {
        // It is left alone, which is no call, and asked again in a while.
        const rests: Judge = async function* () {
          yield await Promise.resolve(ended(EndKind.FAILED, 'breaker_open', true));
        };
        Object.assign(upstreams.judges, { a: goesOn, b: rests, c: answers ?? rests });
        const first = aBroadcast(upstreams, replies);
        const { broadcastId, userId } = first;
        const [second, third] = [
          aBroadcast(upstreams, replies, { userId }),
          aBroadcast(upstreams, replies, { userId }),
        ];
        await guarded.completed(broadcastId, userId);
        const waits = `SELECT 1 FROM quality.assessments WHERE status = 'pending' AND attempts = 0 AND not_before > now()`;
        const isThere = async () => callsTo('a').length === 2 && (await guarded.rows(waits)).length === open - 2;
        await until(isThere, { what: 'a to go on and the others to wait' });
        if (answers)
          await until(async () => (await guarded.judging(broadcastId, userId)).completed === 2, {
            what: 'c to answer',
          });
        await guarded.assessments.cancelJudging({ broadcastId }, { callerToken: callerToken({ userId }) });
        Object.assign(upstreams.judges, { a: says(assessment(1)), b: says(assessment(1)), c: says(assessment(1)) });
        await guarded.completed(second.broadcastId, userId);
        await guarded.ends(second.broadcastId);
        await guarded.completed(third.broadcastId, userId);
        await guarded.ends(third.broadcastId, 'skipped');
      } finally {
        await guarded.close();
      }
    },
  );

  it('is the owner’s alone: what is missing or foreign is not found, what was never judged changes nothing', async () => {
    const { broadcastId, userId } = aBroadcast(upstreams, replies);
    const stranger = aBroadcast(upstreams, replies).userId;
    expect(await cancel(broadcastId, userId)).toMatchObject({ state: JudgingState.NONE, total: 0 });
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    const missing = { kind: 'not_found', code: 'broadcast_not_found', message: 'There is no such broadcast.' };
    for (const asked of [broadcastId, randomUUID(), 'nonsense']) {
      await expect(cancel(asked, stranger)).rejects.toMatchObject(missing);
    }
    expect(await cancel(broadcastId, userId)).toMatchObject({ state: JudgingState.DONE, completed: 6 });
  });
});

describe('who would judge a message', () => {
  const preview = (aiServices: string[], isRequested = false) =>
    quality.assessments.previewJudging(
      { aiServices, isRequested },
      { callerToken: callerToken({ userId: randomUUID() }) },
    );

  it('is known before it is sent', async () => {
    expect(await preview(['a', 'b'])).toMatchObject({ judges: ['a', 'b'], judgeCount: 2, share: 1 });
    const { promptBytes, maxQuestionBytes, maxReplyBytes } = await preview(['a', 'b']);
    expect(promptBytes).toBeGreaterThan(1_000);
    expect({ maxQuestionBytes, maxReplyBytes }).toEqual({ maxQuestionBytes: 200_000, maxReplyBytes: 200_000 });
    expect(await preview(['a'])).toEqual({ judges: [], judgeCount: 0, share: 0 });
  });

  it('is nobody where judges run only on request', async () => {
    upstreams.paid.add('a');
    expect(await preview(['a', 'b'])).toEqual({ judges: [], judgeCount: 0, share: 0 });
    // A run whose query says so is such a request.
    expect(await preview(['a', 'b'], true)).toMatchObject({ judges: ['a', 'b'], judgeCount: 2, share: 1 });
  });

  it('is not said to strangers', async () => {
    const asked = quality.assessments.previewJudging({ aiServices: ['a', 'b'], isRequested: false });
    await expect(asked).rejects.toMatchObject({ kind: 'unauthenticated' });
  });
});
