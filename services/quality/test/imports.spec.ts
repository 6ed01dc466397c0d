import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AssessmentStatus, JudgingState, type Assessment } from '@polylogue/proto';
import { callerToken, until } from '@polylogue/test-kit';
import {
  aBroadcast,
  assessment,
  idOf,
  says,
  startUpstreams,
  startQuality,
  type Upstreams,
  type Quality,
} from './quality.fixture.js';

const replies = { a: 'A talk of many.', b: 'Several voices.', c: 'A word.' };
let upstreams: Upstreams;
let quality: Quality;

beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), c: says('') });
  quality = await startQuality(upstreams, { env: { QUALITY_IMPORT_MEGABYTES: '1' } });
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});
beforeEach(() => {
  Object.assign(upstreams.judges, { a: says(assessment(90)), b: says(assessment(80)), c: says('no') });
});

const as = (userId: string) => ({ callerToken: callerToken({ userId }) });
async function of(userId: string, conversationIds: string[]): Promise<Assessment[]> {
  const list: Assessment[] = [];
  const answers = quality.assessments.listAssessmentsOfConversations({ conversationIds }, as(userId));
  for await (const { assessments } of answers) list.push(...assessments);
  return list;
}
const conversationsOf = (broadcastId: string) => Object.keys(replies).map((name) => idOf(broadcastId, name, 2));

/** A judged broadcast, and its assessments under the ids they will have in another account. */
async function exported() {
  const { broadcastId, userId } = aBroadcast(upstreams, replies);
  await quality.completed(broadcastId, userId);
  await quality.ends(broadcastId);
  const list = await of(userId, conversationsOf(broadcastId));
  const there = { userId: randomUUID(), broadcastId: randomUUID() };
  const moved = list.map((each) => ({
    ...each,
    broadcastId: there.broadcastId,
    conversationId: idOf(there.broadcastId, each.targetService, 2),
    messageId: idOf(there.broadcastId, each.targetService, 1),
  }));
  return { list, moved, there };
}

const stage = (userId: string, importId: string, assessments: Assessment[], part = 0) =>
  quality.assessments.stageAssessments({ importId, part, assessments }, as(userId));
const cameIn = (userId: string, importId: string, conversationIds: string[], times = 1) =>
  quality.service.database.asWorker(async (tx) => {
    for (let time = 0; time < times; time += 1) {
      const event = { userId, importId, conversationIds };
      await quality.service.events.in(tx).publish('conversation.conversations_imported.v1', event);
    }
  });

describe('assessments that come with an import', () => {
  it('are the same there, once their conversations are in, however often that event comes', async () => {
    const { list, moved, there } = await exported();
    expect(list).toHaveLength(6);
    const importId = randomUUID();
    await stage(there.userId, importId, moved.slice(0, 4));
    await stage(there.userId, importId, moved.slice(4), 1);
    const ids = conversationsOf(there.broadcastId);
    expect(await of(there.userId, ids)).toEqual([]);
    await cameIn(there.userId, importId, ids, 5);
    await until(async () => (await of(there.userId, ids)).length === 6, { what: 'the assessments' });
    // Verdicts of one moment stand in no order that an import could keep.
    const pairOf = ({ assessorService, targetService }: Assessment) => `${assessorService} ${targetService}`;
    const plain = (found: Assessment[]) =>
      found.toSorted((a, b) => pairOf(a).localeCompare(pairOf(b))).map(({ id: _id, ...rest }) => rest);
    expect(plain(await of(there.userId, ids))).toEqual(plain(moved));
    const judging = await quality.judging(there.broadcastId, there.userId);
    expect(judging).toMatchObject({ state: JudgingState.DONE, total: 6, completed: 4, failed: 2 });
    // They count as imported, as no judge was paid for them here.
    expect(
      await quality.rows('SELECT 1 FROM quality.assessments WHERE user_id = $1 AND NOT imported', [there.userId]),
    ).toEqual([]);
  });

  it('are at most so many megabytes a day of one user, who is approved', async () => {
    const { moved, there } = await exported();
    const [whole] = moved.filter(({ status }) => status === AssessmentStatus.COMPLETED);
    const long = { ...whole!, verdict: { ...whole!.verdict!, analysis: 'x'.repeat(600_000) } };
    const importId = randomUUID();
    await stage(there.userId, importId, [long]);
    const beyond = { kind: 'rate_limited', code: 'import_quota_reached' };
    await expect(stage(there.userId, importId, [long], 1)).rejects.toMatchObject(beyond);
    await stage(randomUUID(), importId, [long]);
    const waiting = { callerToken: callerToken({ userId: there.userId, isApproved: false }) };
    const refused = quality.assessments.stageAssessments({ importId, part: 2, assessments: [] }, waiting);
    await expect(refused).rejects.toMatchObject({ code: 'approval_required' });
  });

  it('stay out with the conversations that were there already, and are never another user’s', async () => {
    const { moved, there } = await exported();
    const importId = randomUUID();
    await stage(there.userId, importId, moved);
    const [first, ...others] = conversationsOf(there.broadcastId);
    await cameIn(randomUUID(), importId, [first!, ...others]);
    await cameIn(there.userId, importId, [first!]);
    await until(async () => (await of(there.userId, [first!])).length === 2, { what: 'those of the first' });
    expect(await of(there.userId, others)).toEqual([]);
    expect(await of(randomUUID(), [first!, ...others])).toEqual([]);
  });

  it.each<[string, (whole: Assessment) => Partial<Assessment>]>([
    ['a score of 140', ({ verdict }) => ({ verdict: { ...verdict!, bias: { score: 140, reason: 'x' } } })],
    ['an overall above its accuracy', ({ verdict }) => ({ verdict: { ...verdict!, overall: 100 } })],
    ['no verdict at all', () => ({ verdict: undefined })],
    ['a judge of its own reply', ({ targetService }) => ({ assessorService: targetService })],
    ['an id that is none', () => ({ messageId: 'x' })],
    ['a name that is none', () => ({ assessorService: '../x' })],
  ])('are refused with %s', async (_what, fault) => {
    const { moved, there } = await exported();
    const whole = moved.find(({ status }) => status === AssessmentStatus.COMPLETED)!;
    const staging = stage(there.userId, randomUUID(), [{ ...whole, ...fault(whole) }]);
    await expect(staging).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_import' });
  });
});
