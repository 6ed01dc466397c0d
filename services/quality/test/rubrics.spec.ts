import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AssessmentStatus,
  JudgingState,
  PriceKnowledge,
  RubricsServiceDefinition,
  type Assessment,
  type RubricText,
} from '@polylogue/proto';
import { callerToken, until } from '@polylogue/test-kit';
import {
  aBroadcast,
  assessment,
  delta,
  ended,
  idOf,
  says,
  startQuality,
  startUpstreams,
  type Judge,
  type Quality,
  type Upstreams,
} from './quality.fixture.js';

const replies = { a: 'A talk of many.', b: 'Several voices.', c: 'A word.' };
let upstreams: Upstreams;
let quality: Quality;
beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), c: says('') });
  quality = await startQuality(upstreams);
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});

/** Answers by whatever rubric it is asked by: every criterion gets this score. */
const scores = (score: number): Judge =>
  async function* ({ answerSchema }) {
    const { required } = JSON.parse(answerSchema!) as { required: string[] };
    const parts = required.filter((key) => key !== 'analysis').map((key) => [key, { score, reason: `${key} holds.` }]);
    yield await Promise.resolve(delta(JSON.stringify({ ...Object.fromEntries(parts), analysis: 'Well put.' })));
    yield ended();
  };
beforeEach(() => {
  Object.assign(upstreams.judges, { a: scores(90), b: scores(50), c: scores(70) });
  upstreams.judgeCalls.length = 0;
});

const criterion = (name: string, change = {}) => ({
  name,
  asks: `Is it ${name}?`,
  low: 'No.',
  middle: 'Half.',
  high: 'Yes.',
  weight: 1,
  ...change,
});
const text = (change: Partial<RubricText> = {}): RubricText => ({
  name: 'Tone of the house',
  criteria: [criterion('kind', { weight: 3 }), criterion('brief', { flagBelow: 60 })],
  ...change,
});
const as = (userId: string, role: 'user' | 'admin' = 'user') => ({ callerToken: callerToken({ userId, role }) });
const rubrics = () => quality.client(RubricsServiceDefinition);
const own = (userId: string, change: Partial<RubricText> = {}) =>
  rubrics().saveRubric({ text: text(change), isShared: false }, as(userId));
const shared = (change: Partial<RubricText> = {}) =>
  rubrics().saveRubric({ text: text(change), isShared: true }, as(randomUUID(), 'admin'));
const run = (broadcastId: string, userId: string, rubricId?: string) =>
  quality.assessments.runJudging({ broadcastId, rubricId }, as(userId));
const about = async (broadcastId: string, userId: string, target = 'a'): Promise<Assessment[]> =>
  (await quality.assessments.listAssessments({ conversationId: idOf(broadcastId, target, 2) }, as(userId))).assessments;

/** A broadcast that the built-in rubric has judged. */
async function judged() {
  const broadcast = aBroadcast(upstreams, replies);
  await quality.completed(broadcast.broadcastId, broadcast.userId);
  await quality.ends(broadcast.broadcastId);
  return broadcast;
}

describe('a rubric made in the app', () => {
  it('is its owner’s alone, and never changed in place: saving adds a version', async () => {
    const [ada, bob] = [randomUUID(), randomUUID()];
    const first = await own(ada);
    expect(first).toMatchObject({ number: 1, isShared: false, isDefault: false, text: { name: 'Tone of the house' } });
    const change = { rubricId: first.id, text: text({ name: 'Our tone' }), isShared: false };
    const second = await rubrics().saveRubric(change, as(ada));
    expect(second).toMatchObject({ id: first.id, number: 2, text: { name: 'Our tone' } });
    expect(second.versionId).not.toBe(first.versionId);
    expect(await rubrics().saveRubric(change, as(ada))).toMatchObject({ number: 2, versionId: second.versionId });
    expect((await rubrics().listRubrics({}, as(ada))).rubrics.map(({ number }) => number)).toEqual([2]);
    expect((await rubrics().listRubrics({}, as(bob))).rubrics).toEqual([]);
    const kept = await quality.rows('SELECT body FROM quality.rubric_versions WHERE id = $1', [first.versionId]);
    expect(kept).toMatchObject([{ body: { name: 'Tone of the house' } }]);
    await expect(rubrics().saveRubric(change, as(bob))).rejects.toMatchObject({ kind: 'not_found' });
    await expect(rubrics().removeRubric({ rubricId: first.id }, as(bob))).rejects.toMatchObject({ kind: 'not_found' });
    for (const table of ['rubrics', 'rubric_versions']) {
      const seen = (userId: string) =>
        quality.service.database.asUser(userId, (tx) => tx.query(`SELECT 1 FROM ${table}`));
      expect(await seen(bob)).toEqual([]);
      expect(await seen(ada)).not.toEqual([]);
    }
  });

  it('is shared and changed by administrators, each time with an event', async () => {
    const [admin, ada] = [randomUUID(), randomUUID()];
    const asAdmin = as(admin, 'admin');
    await expect(rubrics().saveRubric({ text: text(), isShared: true }, as(ada))).rejects.toMatchObject({
      code: 'admin_required',
    });
    const made = await rubrics().saveRubric({ text: text({ name: 'For all' }), isShared: true }, asAdmin);
    const { rubrics: seen } = await rubrics().listRubrics({}, as(ada));
    expect(seen).toMatchObject([{ id: made.id, isShared: true }]);
    const change = { rubricId: made.id, text: text({ name: 'For everybody' }), isShared: false };
    await expect(rubrics().saveRubric(change, as(ada))).rejects.toMatchObject({ code: 'admin_required' });
    expect(await rubrics().saveRubric(change, asAdmin)).toMatchObject({ number: 2, isShared: true });
    await rubrics().removeRubric({ rubricId: made.id }, asAdmin);
    expect((await rubrics().listRubrics({}, as(ada))).rubrics).toEqual([]);
    const events = await quality.rows<{ payload: { action: string; rubric: string; actorId: string } }>(
      `SELECT payload FROM quality.outbox WHERE subject = 'quality.judging_changed.v1' ORDER BY created_at`,
    );
    const said = events.map(({ payload }) => payload).filter(({ actorId }) => actorId === admin);
    expect(said.map(({ action, rubric }) => [action, rubric])).toEqual([
      ['rubric_shared', 'For all'],
      ['shared_rubric_changed', 'For everybody'],
      ['shared_rubric_removed', 'For everybody'],
    ]);
  });

  it.each([
    ['without criteria', { criteria: [] }, 'A rubric has at least one criterion.'],
    [
      'with nine',
      { criteria: Array.from({ length: 9 }, (_, at) => criterion(`c${at}`)) },
      'A rubric has at most 8 criteria.',
    ],
    [
      'without weight',
      { criteria: [criterion('kind', { weight: 0 })] },
      'At least one criterion needs a weight above 0.',
    ],
    [
      'with a weight of 101',
      { criteria: [criterion('kind', { weight: 101 })] },
      'A weight is a whole number from 0 to 100.',
    ],
    [
      'with one criterion twice',
      { criteria: [criterion('kind'), criterion('Kind')] },
      'Two criteria have the same name.',
    ],
    ['without a name', { name: ' ' }, 'The name is missing.'],
  ])('%s is refused with a sentence', async (_how, change, message) => {
    await expect(own(randomUUID(), change)).rejects.toMatchObject({ kind: 'invalid', message });
  });

  it('shows the prompt that a judge would be sent', async () => {
    const wanted = text({ reference: 'Many voices.', language: 'German' });
    const { system, user } = await rubrics().previewRubric({ text: wanted }, as(randomUUID()));
    expect(system).toContain('c1 (kind): Is it kind?\n- 20: No.\n- 50: Half.\n- 80: Yes.');
    expect(system).toContain('in German');
    expect(user).toContain('Many voices.');
  });
});

describe('judging by it', () => {
  it('is estimated by its own length, and by the default for who cannot use it', async () => {
    const userId = randomUUID();
    const rubric = await own(userId, { reference: 'So it is. '.repeat(500) });
    const promptBytes = async (who: string, rubricId?: string) => {
      const wanted = { aiServices: ['a', 'b'], isRequested: true, rubricId };
      return (await quality.assessments.previewJudging(wanted, as(who))).promptBytes!;
    };
    const [chosen, builtIn, usual] = [
      await promptBytes(userId, rubric.id),
      await promptBytes(userId, 'built-in'),
      await promptBytes(userId),
    ];
    expect(chosen).toBeGreaterThan(5_000);
    expect(usual).toBe(builtIn);
    expect(chosen).not.toBe(usual);
    expect(await promptBytes(randomUUID(), rubric.id)).toBe(usual);
    expect(await promptBytes(userId, randomUUID())).toBe(usual);
  });

  it('is estimated before replies that are there are judged: each call, and nothing of what has its verdict', async () => {
    const { broadcastId, userId } = await judged();
    const estimate = (broadcastIds: string[], rubricId?: string, who = userId) =>
      quality.assessments.estimateJudging({ broadcastIds, rubricId }, as(who));
    upstreams.judgeCalls.length = 0;
    expect(await estimate([broadcastId])).toMatchObject({ judges: [], leftOut: [] });
    const rubric = await own(userId);
    upstreams.estimated.length = 0;
    const found = await estimate([broadcastId, broadcastId], rubric.id);
    // Two replies each, at the price that is estimated for one call.
    const two = { calls: 2, price: PriceKnowledge.KNOWN, cost: { lowMicros: 200, highMicros: 1_800 } };
    expect(found).toMatchObject({ judges: ['a', 'b', 'c'].map((aiService) => ({ aiService, ...two })), leftOut: [] });
    expect(upstreams.judgeCalls).toEqual([]);
    const expected = upstreams.estimated.map(({ aiService, bytes }) => [aiService, bytes]);
    await run(broadcastId, userId, rubric.id);
    await quality.ends(broadcastId);
    // What was estimated is what is sent, on average of a judge's calls.
    const sent = expected.map(([judge]) => {
      const own = upstreams.judgeCalls
        .filter((each) => each.judge === judge)
        .flatMap(({ request }) => request.messages);
      return [judge, Math.ceil(own.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0) / 2)];
    });
    expect(expected).toEqual(sent);
    expect((await estimate([broadcastId], rubric.id)).judges).toEqual([]);
  });

  it('is estimated within what it may spend, of one’s own rounds alone', async () => {
    const { broadcastId, userId } = await judged();
    const rubric = await own(userId);
    const estimate = (broadcastIds: string[], rubricId?: string, who = userId) =>
      quality.assessments.estimateJudging({ broadcastIds, rubricId }, as(who));
    const missing = { code: 'broadcast_not_found' };
    await expect(estimate([broadcastId], 'built-in', randomUUID())).rejects.toMatchObject(missing);
    await expect(estimate([randomUUID()])).rejects.toMatchObject(missing);
    await expect(estimate(['none'])).rejects.toMatchObject(missing);
    await expect(estimate([broadcastId], randomUUID())).rejects.toMatchObject({ code: 'rubric_not_found' });
    const invalid = { kind: 'invalid', message: 'The judging of 1 to 20 rounds is estimated at a time.' };
    await expect(estimate([])).rejects.toMatchObject(invalid);
    await expect(estimate(Array.from({ length: 21 }, () => randomUUID()))).rejects.toMatchObject(invalid);
    upstreams.overBudget.add(userId);
    const { judges, leftOut } = await estimate([broadcastId], rubric.id);
    upstreams.overBudget.delete(userId);
    expect(judges).toEqual([]);
    expect(leftOut).toEqual([{ broadcastId, reason: expect.stringContaining('budget for today is used up') }]);
  });

  it('gives scores by its criteria, weighed and flagged, and keeps the version', async () => {
    const { broadcastId, userId } = await judged();
    const rubric = await own(userId);
    await run(broadcastId, userId, rubric.id);
    await quality.ends(broadcastId);
    const found = await about(broadcastId, userId);
    expect(found).toHaveLength(2);
    expect(found.find(({ assessorService }) => assessorService === 'b')).toMatchObject({
      status: AssessmentStatus.COMPLETED,
      verdict: undefined,
      rubricVersion: rubric.versionId,
      rubricVerdict: {
        rubricName: 'Tone of the house',
        rubricNumber: 1,
        overall: 50,
        flagged: true,
        analysis: 'Well put.',
        criteria: [
          { name: 'kind', score: 50, reason: 'c1 holds.', weight: 3 },
          { name: 'brief', score: 50, reason: 'c2 holds.', weight: 1, flagBelow: 60 },
        ],
      },
    });
    expect(found.find(({ assessorService }) => assessorService === 'c')).toMatchObject({
      rubricVerdict: { flagged: false },
    });
    // A later version changes nothing of what was judged.
    await rubrics().saveRubric({ rubricId: rubric.id, text: text({ name: 'Another' }), isShared: false }, as(userId));
    expect(await about(broadcastId, userId)).toEqual(found);
  });

  it('and by the built-in one again shows the first scores, without asking anybody', async () => {
    const { broadcastId, userId } = await judged();
    const before = await about(broadcastId, userId);
    expect(before).toMatchObject([{ rubricVersion: 'v1' }, { rubricVersion: 'v1' }]);
    await run(broadcastId, userId, (await own(userId)).id);
    await quality.ends(broadcastId);
    expect(await about(broadcastId, userId)).not.toEqual(before);
    const conversationId = idOf(broadcastId, 'a', 2);
    const builtIn = await quality.assessments.listAssessments({ conversationId, builtIn: true }, as(userId));
    expect(builtIn.assessments).toEqual(before);
    upstreams.judgeCalls.length = 0;
    expect(await run(broadcastId, userId, 'built-in')).toMatchObject({ state: JudgingState.WAITING });
    await quality.ends(broadcastId);
    expect(await about(broadcastId, userId)).toEqual(before);
    expect(upstreams.judgeCalls).toEqual([]);
    const { scores: means } = await quality.assessments.getScores(
      { conversationIds: [idOf(broadcastId, 'a', 2)], broadcastIds: [] },
      as(userId),
    );
    expect(means).toMatchObject([
      { verdicts: 2, overall: before.reduce((sum, each) => sum + each.verdict!.overall, 0) / 2 },
    ]);
  });

  it('without a choice stays by the rubric it is judged by', async () => {
    const { broadcastId, userId } = await judged();
    const rubric = await own(userId);
    upstreams.judges['b'] = says('No.');
    await run(broadcastId, userId, rubric.id);
    await quality.ends(broadcastId);
    expect(await quality.judging(broadcastId, userId)).toMatchObject({ failed: 2 });
    upstreams.judges['b'] = scores(50);
    await run(broadcastId, userId);
    await quality.ends(broadcastId);
    expect((await about(broadcastId, userId)).map(({ rubricVersion }) => rubricVersion)).toEqual(
      Array.from({ length: 2 }, () => rubric.versionId),
    );
    expect(await quality.judging(broadcastId, userId)).toMatchObject({ failed: 0, completed: 6 });
  });

  it('that is half done shows the same in the list and in the mean: what the new rubric has said so far', async () => {
    const { broadcastId, userId } = await judged();
    const version = randomUUID();
    const conversationIds = ['a', 'b'].map((name) => idOf(broadcastId, name, 2));
    const means = async () => {
      const { scores } = await quality.assessments.getScores({ conversationIds, broadcastIds: [] }, as(userId));
      return scores.toSorted((a, b) => a.conversationId.localeCompare(b.conversationId));
    };
    const before = await means();
    expect(before).toMatchObject([{ verdicts: 2 }, { verdicts: 2 }]);
    await quality.rows('UPDATE quality.judgings SET rubric_version = $2 WHERE broadcast_id = $1', [
      broadcastId,
      version,
    ]);
    // It has said nothing yet.
    expect(await means()).toEqual(before);
    await quality.rows(
      `INSERT INTO quality.assessments (id, user_id, broadcast_id, conversation_id, message_id, target_service,
         assessor_service, judge_model, rubric_version, place, status, overall, flagged, analysis, by_rubric, ended_at)
       VALUES (gen_random_uuid(), $2, $1, $3, $4, 'a', 'b', 'm', $5, 0, 'completed', 10, false, '', $6, now())`,
      [
        broadcastId,
        userId,
        idOf(broadcastId, 'a', 2),
        idOf(broadcastId, 'a', 1),
        version,
        JSON.stringify({ rubricName: 'Tone', rubricNumber: 1, overall: 10, criteria: [] }),
      ],
    );
    expect(await about(broadcastId, userId, 'a')).toMatchObject([{ rubricVersion: version }]);
    expect(await about(broadcastId, userId, 'b')).toEqual([]);
    expect(await means()).toEqual([{ conversationId: conversationIds[0], overall: 10, verdicts: 1 }]);
  });

  it('is left alone by a process of the version before, which knows the built-in rubric only', async () => {
    const { broadcastId, userId } = await judged();
    const taken = async (rubricVersion: string) => {
      const [row] = await quality.rows(
        `INSERT INTO quality.assessments (id, user_id, broadcast_id, conversation_id, message_id, target_service,
           assessor_service, judge_model, rubric_version, place, not_before)
         VALUES (gen_random_uuid(), $2, $1, $1, $1, 'x', 'y', 'm', $3, 0, now() + interval '1 hour') RETURNING id`,
        [broadcastId, userId, rubricVersion],
      );
      // As such a process takes it.
      await quality.rows(
        `UPDATE quality.assessments SET status = 'running', owner = 'old', lease_until = now() + interval '1 hour',
           fence = fence + 1, attempts = attempts + 1 WHERE id = $1`,
        [row!['id']],
      );
    };
    await expect(taken(randomUUID())).rejects.toMatchObject({ constraint: 'assessments_claimed_by_rubric' });
    await taken('v1');
  });

  it('is not possible by another’s rubric, or by one that was removed', async () => {
    const { broadcastId, userId } = await judged();
    const [others, removed] = [await own(randomUUID()), await own(userId)];
    await rubrics().removeRubric({ rubricId: removed.id }, as(userId));
    for (const id of [others.id, removed.id, randomUUID(), 'nonsense']) {
      await expect(run(broadcastId, userId, id)).rejects.toMatchObject({ code: 'rubric_not_found' });
    }
  });

  it('is possible by what administrators share', async () => {
    const { broadcastId, userId } = await judged();
    const { id, versionId } = await shared();
    await run(broadcastId, userId, id);
    await quality.ends(broadcastId);
    expect(await about(broadcastId, userId)).toMatchObject([
      { rubricVersion: versionId },
      { rubricVersion: versionId },
    ]);
  });
});

describe('what a rubric leaves behind', () => {
  it('goes with its owner; what is shared stays', async () => {
    const { broadcastId, userId } = await judged();
    const rubric = await own(userId);
    const { id } = await shared();
    await run(broadcastId, userId, rubric.id);
    await quality.ends(broadcastId);
    upstreams.erased.add(userId);
    await quality.service.database.asWorker((tx) =>
      quality.service.events.in(tx).publish('admin.user_erased.v1', { userId }),
    );
    const left = (table: string) => quality.rows(`SELECT 1 FROM quality.${table} WHERE user_id = $1`, [userId]);
    await until(async () => (await left('rubrics')).length === 0, { what: 'the rubrics to be erased' });
    expect(await left('rubric_versions')).toEqual([]);
    expect(await quality.rows('SELECT 1 FROM quality.rubrics WHERE id = $1', [id])).toHaveLength(1);
  });

  it('survives an export and an import into another account', async () => {
    const { broadcastId, userId } = await judged();
    await run(broadcastId, userId, (await own(userId)).id);
    await quality.ends(broadcastId);
    const exported = await about(broadcastId, userId);
    const [bob, importId] = [randomUUID(), randomUUID()];
    const [conversationId, newBroadcast] = [randomUUID(), randomUUID()];
    const assessments = exported.map((each) => ({ ...each, conversationId, broadcastId: newBroadcast }));
    await quality.assessments.stageAssessments({ importId, part: 0, assessments }, as(bob));
    await quality.service.database.asWorker((tx) =>
      quality.service.events.in(tx).publish('conversation.conversations_imported.v1', {
        userId: bob,
        importId,
        conversationIds: [conversationId],
      }),
    );
    const imported = () => quality.assessments.listAssessments({ conversationId }, as(bob));
    await until(async () => (await imported()).assessments.length === 2, { what: 'the import' });
    const said = (list: Assessment[]) =>
      list.map(({ rubricVerdict, assessorService }) => ({ rubricVerdict, assessorService }));
    expect(
      said((await imported()).assessments).sort((x, y) => (x.assessorService < y.assessorService ? -1 : 1)),
    ).toEqual(said(exported).sort((x, y) => (x.assessorService < y.assessorService ? -1 : 1)));
  });
});

describe('what a judge is sent', () => {
  it('is the whole question, the earlier turns of that thread and the sources of the reply', async () => {
    Object.assign(upstreams.judges, { a: says(assessment(90)), b: says(assessment(80)), c: says(assessment(70)) });
    const question = `About this file: ${'long '.repeat(4_000)}end of the file`;
    const earlier = [
      { isFromUser: true, text: 'What did I ask first?' },
      { isFromUser: false, text: 'About voices.' },
    ];
    const sources = [{ title: 'A page', url: 'https://example.org/page?utm_source=openai' }];
    const { broadcastId, userId } = aBroadcast(upstreams, replies, { question, earlier, sources });
    await quality.completed(broadcastId, userId);
    await quality.ends(broadcastId);
    for (const { request } of upstreams.judgeCalls) {
      const sent = request.messages.map(({ content }) => content).join('\n');
      expect(sent).toContain(question);
      expect(sent).toContain('{"from":"user","text":"What did I ask first?"},{"from":"reply","text":"About voices."}');
      expect(sent).toContain('{"title":"A page","url":"https://example.org/page"}');
      expect(sent).not.toContain('left out');
    }
    expect(await about(broadcastId, userId)).toMatchObject([{ cuts: [] }, { cuts: [] }]);
  });
});
