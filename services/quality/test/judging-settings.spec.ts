import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { JudgingSettingsServiceDefinition, JudgingState, RubricsServiceDefinition } from '@polylogue/proto';
import { callerToken, until } from '@polylogue/test-kit';
import {
  aBroadcast,
  assessment,
  idOf,
  says,
  startQuality,
  startUpstreams,
  type Quality,
  type Upstreams,
} from './quality.fixture.js';

const replies = { a: 'A talk of many.', b: 'Several voices.', c: 'A word.' };
const boss = randomUUID();
const asAdmin = { callerToken: callerToken({ userId: boss, role: 'admin' }) };
let upstreams: Upstreams;
let quality: Quality;
beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), c: says('') });
  quality = await startQuality(upstreams, { env: { QUALITY_MOST_JUDGES: '5', QUALITY_JUDGE_CHARACTERS: '3000' } });
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});
beforeEach(async () => {
  Object.assign(upstreams.judges, { a: says(assessment(90)), b: says(assessment(80)), c: says(assessment(70)) });
  upstreams.judgeCalls.length = 0;
  await quality.rows('DELETE FROM quality.judging_settings');
  await settings().getJudgingSettings({}, asAdmin);
});

const settings = () => quality.client(JudgingSettingsServiceDefinition);
const usual = {
  mode: '',
  sampling: 1,
  judges: [] as string[],
  mostJudges: 5,
  repeats: 1,
  dailyCalls: 1_000,
  maxCharacters: 3_000,
  isSaved: false,
};
const set = (change: object) => settings().setJudgingSettings({ settings: { ...usual, ...change } }, asAdmin);
const as = (userId: string) => ({ callerToken: callerToken({ userId }) });

const kind = { name: 'kind', asks: 'Is it kind?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 1 };

/** Of these, only b judges a: its calls come one after the other. */
const pair = { a: replies.a, b: replies.b };

/** A broadcast whose judging ended, and how. */
async function completed(about = {}, state: 'done' | 'skipped' = 'done', of: Record<string, string> = replies) {
  const { broadcastId, userId } = aBroadcast(upstreams, of, about);
  await quality.completed(broadcastId, userId);
  await quality.ends(broadcastId, state);
  const conversationId = idOf(broadcastId, 'a', 2);
  const { assessments } = await quality.assessments.listAssessments({ conversationId }, as(userId));
  return { broadcastId, userId, assessments, judging: await quality.judging(broadcastId, userId) };
}

/** Its user asks for what is missing, and it comes to its end. */
async function runs(broadcastId: string, userId: string, state: 'done' | 'skipped') {
  await quality.assessments.runJudging({ broadcastId }, as(userId));
  await quality.ends(broadcastId, state);
}

describe('the settings of judging', () => {
  it('come from the environment until an administrator saves others', async () => {
    expect(await settings().getJudgingSettings({}, asAdmin)).toEqual(usual);
    const saved = { ...usual, mode: 'manual', judges: ['a', 'b'], repeats: 3, isSaved: true };
    expect(await set({ mode: 'manual', judges: ['a', 'b', 'a'], repeats: 3 })).toEqual(saved);
    expect(await settings().getJudgingSettings({}, asAdmin)).toEqual(saved);
    const events = await quality.rows<{ payload: object }>(
      `SELECT payload FROM quality.outbox WHERE subject = 'quality.judging_changed.v1'`,
    );
    expect(events.map(({ payload }) => payload)).toContainEqual({ action: 'judging_settings_changed', actorId: boss });
  });

  it('keep the default extractor that whoever saves does not know of, until it is taken back', async () => {
    expect(await set({ defaultExtractor: 'a' })).toMatchObject({ defaultExtractor: 'a' });
    expect(await set({ mode: 'manual' })).toMatchObject({ mode: 'manual', defaultExtractor: 'a' });
    expect(await set({ defaultExtractor: '' })).toMatchObject({ defaultExtractor: '' });
    expect(await settings().getJudgingSettings({}, asAdmin)).toMatchObject({ defaultExtractor: '' });
  });

  it('are for administrators only', async () => {
    const ada = as(randomUUID());
    await expect(settings().getJudgingSettings({}, ada)).rejects.toMatchObject({ code: 'admin_required' });
    await expect(settings().setJudgingSettings({ settings: usual }, ada)).rejects.toMatchObject({
      code: 'admin_required',
    });
  });

  it.each([
    [{ repeats: 6 }, 'How often a judge is asked is a whole number from 1 to 5.'],
    [{ sampling: 1.5 }, 'The share of messages is a number from 0 to 1.'],
    [{ mode: 'sometimes' }, 'The mode is auto, manual, off, or empty.'],
    [{ judges: ['No name'] }, 'This is not the name of an AI service.'],
    [{ defaultExtractor: 'No name' }, 'This is not the name of an AI service.'],
    [{ maxCharacters: 10 }, 'The number of characters is a whole number from 2,000 to 2,000,000.'],
  ])('%j is refused with a sentence', async (change, message) => {
    await expect(set(change)).rejects.toMatchObject({ kind: 'invalid', message });
  });

  it('name a shared rubric as the default, and no other', async () => {
    const rubrics = quality.client(RubricsServiceDefinition);
    const criteria = [{ name: 'kind', asks: 'Is it?', low: 'No.', middle: 'Half.', high: 'Yes.', weight: 1 }];
    const made = (isShared: boolean) => rubrics.saveRubric({ text: { name: 'Kind', criteria }, isShared }, asAdmin);
    const [own, shared] = [await made(false), await made(true)];
    await expect(set({ defaultRubricId: own.id })).rejects.toMatchObject({ code: 'rubric_not_found' });
    await set({ defaultRubricId: shared.id });
    expect(await rubrics.listRubrics({}, as(randomUUID()))).toMatchObject({
      isBuiltInDefault: false,
      rubrics: [{ id: shared.id, isDefault: true }],
    });
    await expect(rubrics.removeRubric({ rubricId: shared.id }, asAdmin)).rejects.toMatchObject({
      code: 'rubric_is_default',
    });
    const kind = JSON.stringify({ c1: { score: 66, reason: 'Kind.' }, analysis: 'Kind.' });
    Object.assign(upstreams.judges, { a: says(kind), b: says(kind), c: says(kind) });
    const { assessments } = await completed();
    expect(assessments).toMatchObject([
      { rubricVersion: shared.versionId, rubricVerdict: { overall: 66 } },
      { rubricVersion: shared.versionId, rubricVerdict: { overall: 66 } },
    ]);
  });
});

describe('what administrators saved', () => {
  it('decides when a message is judged', async () => {
    await set({ mode: 'manual' });
    const { broadcastId, userId, judging } = await completed({}, 'skipped');
    expect(judging).toMatchObject({ state: JudgingState.SKIPPED, reason: expect.stringContaining('wait to be asked') });
    await set({ mode: 'off' });
    await expect(quality.assessments.runJudging({ broadcastId }, as(userId))).rejects.toMatchObject({
      code: 'judging_off',
    });
    await set({ mode: 'auto', sampling: 0 });
    expect((await completed({}, 'skipped')).judging.reason).toContain('not in the share');
  });

  it('decides who judges, and says so where nobody may', async () => {
    await set({ judges: ['b'] });
    const { assessments } = await completed();
    expect(assessments.map(({ assessorService }) => assessorService)).toEqual(['b']);
    expect(new Set(upstreams.judgeCalls.map(({ judge }) => judge))).toEqual(new Set(['b']));
    const preview = await quality.assessments.previewJudging(
      { aiServices: ['a', 'b'], isRequested: false },
      as(randomUUID()),
    );
    expect(preview).toMatchObject({ judges: ['b'], judgeCount: 1, maxReplyBytes: 3_000 });
    await set({ judges: ['elsewhere'], mode: 'auto' });
    expect((await completed({}, 'skipped')).judging.reason).toContain('None of the services that may judge');
  });

  it('has each judge asked several times, of which the median counts', async () => {
    await set({ repeats: 3, judges: ['b'] });
    const preview = await quality.assessments.previewJudging(
      { aiServices: ['a', 'b'], isRequested: false },
      as(randomUUID()),
    );
    expect(preview.repeats).toBe(3);
    const answers = [20, 90, 64].map((score) => assessment(score));
    let asked = 0;
    upstreams.judges['b'] = (request, call) => says(answers[asked++]!)(request, call);
    const { assessments } = await completed({}, 'done', pair);
    expect(assessments).toMatchObject([{ answers: 3, verdict: { overall: 64, accuracy: { score: 64 } } }]);
    expect(upstreams.judgeCalls).toHaveLength(3);
  });

  it('takes the median of those answers that could be read, as long as they are most', async () => {
    await set({ repeats: 3, judges: ['b'] });
    const texts = [assessment(80), assessment(60), 'prose', 'prose'];
    let at = 0;
    upstreams.judges['b'] = (request, call) => says(texts[at++ % texts.length]!)(request, call);
    expect((await completed({}, 'done', pair)).assessments).toMatchObject([{ answers: 2, verdict: { overall: 70 } }]);
    const poor = [assessment(80), 'prose', 'prose'];
    at = 0;
    upstreams.judges['b'] = (request, call) => says(poor[at++ % poor.length]!)(request, call);
    expect((await completed({}, 'done', pair)).assessments).toMatchObject([
      { verdict: undefined, errorCode: 'unreadable_answer' },
    ]);
  });

  it('counts every time a judge is asked against the day’s calls', async () => {
    await set({ repeats: 2, judges: ['b'], dailyCalls: 3 });
    expect((await completed({}, 'skipped')).judging.reason).toContain('limit of 3 calls');
    await set({ repeats: 2, judges: ['b'], dailyCalls: 4 });
    expect((await completed()).judging).toMatchObject({ completed: 2 });
  });

  it('is in the estimate of what judging would cost: each time a judge is asked, and the day’s calls', async () => {
    const { broadcastId, userId } = await completed();
    const rubric = await quality
      .client(RubricsServiceDefinition)
      .saveRubric({ text: { name: 'Mine', criteria: [kind] }, isShared: false }, as(userId));
    const estimate = () =>
      quality.assessments.estimateJudging({ broadcastIds: [broadcastId], rubricId: rubric.id }, as(userId));
    await set({ repeats: 3, judges: ['b'], dailyCalls: 12 });
    // Six calls were made, and twice three are to come.
    expect(await estimate()).toMatchObject({ judges: [{ aiService: 'b', calls: 6 }], leftOut: [] });
    await set({ repeats: 3, judges: ['b'], dailyCalls: 11 });
    const reason = expect.stringContaining('limit of 11 calls') as unknown;
    expect(await estimate()).toMatchObject({ judges: [], leftOut: [{ broadcastId, reason }] });
    await set({ mode: 'off' });
    expect((await estimate()).leftOut).toMatchObject([{ reason: 'Judging is switched off on this installation.' }]);
  });

  it('bounds also what is asked again because there was no verdict', async () => {
    await set({ judges: ['b'], dailyCalls: 2 });
    upstreams.judges['b'] = says('prose');
    const { broadcastId, userId, judging } = await completed({}, 'done', pair);
    expect([judging.failed, upstreams.judgeCalls.length]).toEqual([1, 2]);
    upstreams.judges['b'] = says(assessment(80));
    await runs(broadcastId, userId, 'skipped');
    expect(await quality.judging(broadcastId, userId)).toMatchObject({
      failed: 1,
      reason: expect.stringContaining('limit of 2 calls'),
    });
    expect(upstreams.judgeCalls).toHaveLength(2);
    await set({ judges: ['b'], dailyCalls: 3 });
    await runs(broadcastId, userId, 'done');
    expect(await quality.judging(broadcastId, userId)).toMatchObject({ completed: 1, failed: 0 });
    expect(upstreams.judgeCalls).toHaveLength(3);
  });

  it('counts a pair that is judged already no more when the others are asked again', async () => {
    upstreams.judges['c'] = says('prose');
    const { broadcastId, userId, judging } = await completed();
    expect(judging).toMatchObject({ completed: 4, failed: 2 });
    // Eight calls were made, and two are to come.
    await set({ dailyCalls: 9 });
    await runs(broadcastId, userId, 'skipped');
    await set({ dailyCalls: 10 });
    upstreams.judges['c'] = says(assessment(70));
    await runs(broadcastId, userId, 'done');
    expect(await quality.judging(broadcastId, userId)).toMatchObject({ completed: 6, failed: 0 });
    expect(upstreams.judgeCalls).toHaveLength(10);
  });

  it('counts what is asked again on the day on which that is done', async () => {
    await set({ judges: ['b'], dailyCalls: 2 });
    upstreams.judges['b'] = says('prose');
    const { broadcastId, userId } = await completed({}, 'done', pair);
    await quality.rows(
      `UPDATE quality.assessments SET created_at = now() - interval '2 days' WHERE broadcast_id = $1`,
      [broadcastId],
    );
    await runs(broadcastId, userId, 'done');
    expect(upstreams.judgeCalls).toHaveLength(4);
    await runs(broadcastId, userId, 'skipped');
    expect(upstreams.judgeCalls).toHaveLength(4);
  });

  it('bounds what a judge is sent, which is said at the score', async () => {
    await set({ maxCharacters: 2_000 });
    const { assessments } = await completed({ question: 'q'.repeat(5_000) });
    expect(assessments).toHaveLength(2);
    for (const { cuts } of assessments) {
      expect(cuts).toEqual([{ part: 'question', sent: 2_000 - replies.a.length, of: 5_000 }]);
    }
    const [{ request } = {}] = upstreams.judgeCalls;
    expect(request?.messages.at(-1)?.content).toMatch(/further characters are left out here/);
  });

  it('counts on every replica within seconds', async () => {
    const other = await startQuality(upstreams, { database: quality.database });
    try {
      const may = () =>
        other.assessments.previewJudging({ aiServices: ['a', 'b'], isRequested: false }, as(randomUUID()));
      expect((await may()).judges).toEqual(['a', 'b']);
      await set({ judges: ['a'] });
      await until(async () => (await may()).judges.join() === 'a', { what: 'the other replica to follow' });
    } finally {
      await other.close();
    }
  });
});
