import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  AgreementMapStatus,
  ClaimMark,
  MapRecordsServiceDefinition,
  MergedAnswersServiceDefinition,
  SentenceStanding,
  SettleView,
  type AgreementMap,
  type MergedAnswer,
  type Settling,
  type SettleRound,
  type StagedMapRecords,
} from '@polylogue/proto';
import { callerToken, until } from '@polylogue/test-kit';
import { claimsIn } from './merged-answers.fixture.js';
import { idOf, says, startQuality, startUpstreams } from './quality.fixture.js';
import type { Judge, Quality, Upstreams } from './quality.fixture.js';
import { aDispute, cheap, deadlock, extracts, replies, views } from './settling.fixture.js';

let upstreams: Upstreams;
let quality: Quality;

beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), c: says(''), x: says('') });
  quality = await startQuality(upstreams, { env: { QUALITY_MODE: 'off', QUALITY_IMPORT_MEGABYTES: '1' } });
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});
beforeEach(() => {
  upstreams.judges['a'] = views({ [cheap]: ['keep', 'It stands.'], [deadlock]: ['change', 'I was wrong.'] });
  upstreams.judges['b'] = views({ [cheap]: ['keep', 'It holds.'], [deadlock]: ['unsure', 'It depends.'] });
  upstreams.judges['c'] = says('nothing that could be read');
});

const { COMPLETED, FAILED, INTERRUPTED, PENDING } = AgreementMapStatus;
const as = (userId: string) => ({ callerToken: callerToken({ userId }) });
const names = Object.keys(replies);
const client = () => quality.client(MapRecordsServiceDefinition);
const written = () => quality.client(MergedAnswersServiceDefinition);

/** Names the first of two disputed claims, and then none. */
const writes = says('Some say so, some do not. [c1]\nNobody asked for this.\n');
const extractsAndWrites: Judge = (request, call) => (claimsIn(request) ? writes : extracts)(request, call);

interface Records {
  answers: MergedAnswer[];
  settlings: Settling[];
}
async function of(userId: string, conversationIds: string[]): Promise<Records> {
  const found: Records = { answers: [], settlings: [] };
  for await (const { answers, settlings } of client().listMapRecords({ conversationIds }, as(userId))) {
    found.answers.push(...answers);
    found.settlings.push(...settlings);
  }
  return found;
}

/** A map that was settled and written from twice, and how all of it comes with each conversation into another account. */
async function exported() {
  const dispute = await aDispute(upstreams, quality);
  upstreams.judges['x'] = extractsAndWrites;
  await dispute.settled();
  const { asUser, map } = dispute;
  const write = async (more: object = {}) => {
    const { id } = await written().createMergedAnswer({ mapId: map.id, ...more }, asUser);
    const get = () => written().getMergedAnswer({ id }, asUser);
    await until(async () => (await get()).status !== PENDING, { what: 'the answer to end' });
    return id;
  };
  const first = await write({ writer: 'x' });
  // What is marked as wrong is no matter of the second version.
  await quality.maps.markClaim({ id: map.id, claim: 2, mark: ClaimMark.WRONG }, asUser);
  await write({ writer: 'x', steering: 'Shorter', basedOn: first });
  const there = { userId: randomUUID(), broadcastId: randomUUID() };
  const conversationIds = names.map((name) => idOf(dispute.broadcastId, name, 2));
  const { answers, settlings } = await of(dispute.userId, conversationIds);
  const marked = await dispute.get(map.id);
  const records: StagedMapRecords[] = names.map((name) => ({
    mapId: map.id,
    messageIds: dispute.messageIds,
    conversationId: idOf(there.broadcastId, name, 2),
    answers,
    rounds: settlings[0]!.rounds,
  }));
  const ids = records.map(({ conversationId }) => conversationId);
  return { dispute, map: marked, answers, settlings, there, records, ids, conversationIds };
}
type Exported = Awaited<ReturnType<typeof exported>>;

const stageMaps = ({ there, map, dispute }: Exported, importId: string) =>
  quality.maps.stageAgreementMaps(
    {
      importId,
      part: 0,
      maps: names.map((name, at) => ({
        map,
        conversationId: idOf(there.broadcastId, name, 2),
        replies: [{ exportedId: dispute.messageIds[at]!, messageId: idOf(there.broadcastId, name, 1) }],
        broadcastId: there.broadcastId,
      })),
    },
    as(there.userId),
  );
const stage = (userId: string, importId: string, records: StagedMapRecords[], part = 0) =>
  client().stageMapRecords({ importId, part, records }, as(userId));
const cameIn = (userId: string, importId: string, conversationIds: string[]) =>
  quality.service.database.asWorker((tx) =>
    quality.service.events
      .in(tx)
      .publish('conversation.conversations_imported.v1', { userId, importId, conversationIds }),
  );
const mapThere = async ({ there }: Exported): Promise<AgreementMap | undefined> =>
  (await quality.maps.listAgreementMaps({ broadcastId: there.broadcastId }, as(there.userId))).maps[0];
const isWhole = async (made: Exported) => {
  const map = await mapThere(made);
  return (
    `${map?.replies.map(({ messageId }) => messageId)}` ===
    `${names.map((name) => idOf(made.there.broadcastId, name, 1))}`
  );
};

describe('what was made of the maps of some conversations', () => {
  it('are their answers and rounds, each once, and nobody else’s', async () => {
    const { dispute, conversationIds, answers, settlings } = await exported();
    expect(answers.map(({ version, status }) => [version, status])).toEqual([
      [1, COMPLETED],
      [2, COMPLETED],
    ]);
    expect(settlings).toEqual([await dispute.settling()]);
    expect(await of(dispute.userId, [conversationIds[2]!, 'nonsense'])).toEqual({ answers, settlings });
    expect(await of(randomUUID(), conversationIds)).toEqual({ answers: [], settlings: [] });
    expect(await of(dispute.userId, [randomUUID()])).toEqual({ answers: [], settlings: [] });
  });
});

describe('merged answers and rounds that come with an import', () => {
  it('are the same there, whichever conversation comes first and however often, and nothing is run again', async () => {
    const made = await exported();
    const { there, records, ids, answers, settlings } = made;
    const importId = randomUUID();
    await stageMaps(made, importId);
    await stage(there.userId, importId, records.slice(1));
    await stage(there.userId, importId, records.slice(0, 1), 1);
    upstreams.judgeCalls.length = 0;
    for (const id of [ids[2]!, ids[0]!, ids[2]!, ids[1]!]) await cameIn(there.userId, importId, [id]);
    await until(() => isWhole(made), { what: 'the map with all replies' });
    const came = await of(there.userId, ids);
    const map = (await mapThere(made))!;
    const nameless = ({ id: _id, mapId: _map, ...answer }: MergedAnswer) => answer;
    expect(came.answers.map(nameless)).toEqual(answers.map(nameless));
    expect(came.answers.map(({ mapId }) => mapId)).toEqual([map.id, map.id]);
    // The first has the dispute that its writer left out, the second does not: it was marked as wrong.
    expect(came.answers.map(({ sentences }) => sentences.map(({ added }) => added))).toEqual([
      [false, false, true],
      [false, false],
    ]);
    const place = Object.fromEntries(made.dispute.messageIds.map((id, at) => [id, map.replies[at]!.messageId]));
    const renamed = ({ id: _id, ...round }: SettleRound) => ({
      ...round,
      answers: round.answers.map((answer) => ({ ...answer, messageId: place[answer.messageId] ?? answer.messageId })),
    });
    const settled = (each: Settling) => ({ ...each, mapId: '', rounds: each.rounds.map(renamed) });
    expect(came.settlings.map(settled)).toEqual(settlings.map(settled));
    expect(came.settlings[0]!.rounds[0]!.answers).toMatchObject([
      { aiService: 'a', views: [{ view: SettleView.KEPT }, { view: SettleView.CHANGED, reason: 'I was wrong.' }] },
      { aiService: 'b', views: [{ view: SettleView.KEPT }, { view: SettleView.UNSURE }] },
      { aiService: 'c', status: FAILED, views: [] },
    ]);
    expect(upstreams.judgeCalls).toEqual([]);
  });

  it('are gone on from as those that were made here: the next version, the last round', async () => {
    const made = await exported();
    const { there, records, ids } = made;
    upstreams.broadcasts.set(there.broadcastId, { userId: there.userId, replies });
    const importId = randomUUID();
    await stageMaps(made, importId);
    await stage(there.userId, importId, records);
    await cameIn(there.userId, importId, ids);
    await until(() => isWhole(made), { what: 'the map with all replies' });
    const { id: mapId } = (await mapThere(made))!;
    const next = await written().createMergedAnswer({ mapId, writer: 'x' }, as(there.userId));
    expect(next.version).toBe(3);
    const settling = await quality.settlings.createSettleRound({ mapId, claims: [] }, as(there.userId));
    expect(settling).toMatchObject({ roundsLeft: 0, rounds: [{ number: 1 }, { number: 2 }] });
  });

  it('end as interrupted when they were still open', async () => {
    const made = await exported();
    const { there, records, ids } = made;
    const importId = randomUUID();
    const [first] = records;
    const round = first!.rounds[0]!;
    const open: StagedMapRecords = {
      ...first!,
      answers: [{ ...first!.answers[0]!, status: PENDING }],
      rounds: [
        { ...round, status: PENDING, answers: round.answers.map((each) => ({ ...each, status: PENDING, views: [] })) },
      ],
    };
    await stageMaps(made, importId);
    await stage(there.userId, importId, [open]);
    await cameIn(there.userId, importId, ids);
    await until(() => isWhole(made), { what: 'the map with all replies' });
    const came = await of(there.userId, ids);
    expect(came.answers).toMatchObject([{ status: INTERRUPTED, errorCode: 'interrupted' }]);
    expect(came.answers[0]!.sentences.at(-1)).toMatchObject({ added: true, standing: SentenceStanding.DISPUTED });
    // No service answered, so none of the two rounds is used up.
    expect(came.settlings).toMatchObject([{ roundsLeft: 2, rounds: [{ status: INTERRUPTED }], claims: [] }]);
    expect(came.settlings[0]!.rounds[0]!.answers.map(({ status }) => status)).toEqual(names.map(() => INTERRUPTED));
  });

  it('stay out without their map and with conversations that were there already, and go with their map', async () => {
    const made = await exported();
    const { there, records, ids } = made;
    const importId = randomUUID();
    await stage(there.userId, importId, records);
    await cameIn(there.userId, importId, ids);
    const again = randomUUID();
    await stageMaps(made, again);
    await stage(there.userId, again, records.slice(1));
    await cameIn(randomUUID(), again, ids);
    await cameIn(there.userId, again, [ids[0]!]);
    await until(async () => (await mapThere(made)) !== undefined, { what: 'the map' });
    expect(await of(there.userId, ids)).toEqual({ answers: [], settlings: [] });
    await cameIn(there.userId, again, [ids[1]!]);
    await until(async () => (await of(there.userId, ids)).answers.length === 2, { what: 'the answers' });
    const { id } = (await mapThere(made))!;
    await quality.maps.deleteAgreementMap({ id }, as(there.userId));
    const left = await quality.rows(
      `SELECT user_id FROM quality.merged_answers WHERE user_id = $1 UNION ALL
       SELECT user_id FROM quality.settle_rounds WHERE user_id = $1 UNION ALL
       SELECT user_id FROM quality.settle_answers WHERE user_id = $1`,
      [there.userId],
    );
    expect(left).toEqual([]);
  });

  it('are at most so many megabytes a day of one user, who is approved', async () => {
    const { there, records } = await exported();
    const [first] = records;
    const long = { ...first!.answers[0]!.sentences[0]!, text: 'x'.repeat(2_000) };
    const answer = { ...first!.answers[0]!, sentences: Array.from({ length: 300 }, () => long) };
    const importId = randomUUID();
    await stage(there.userId, importId, [{ ...first!, answers: [answer] }]);
    const beyond = stage(there.userId, importId, [{ ...first!, answers: [answer] }], 1);
    await expect(beyond).rejects.toMatchObject({ kind: 'rate_limited', code: 'import_quota_reached' });
    const waiting = { callerToken: callerToken({ userId: there.userId, isApproved: false }) };
    const refused = client().stageMapRecords({ importId, part: 2, records: [] }, waiting);
    await expect(refused).rejects.toMatchObject({ code: 'approval_required' });
  });

  const withAnswer = (fault: Partial<MergedAnswer>) => (each: StagedMapRecords) => ({
    answers: [{ ...each.answers[0]!, ...fault }],
  });
  const withRound = (fault: (round: SettleRound) => Partial<SettleRound>) => (each: StagedMapRecords) => ({
    rounds: [{ ...each.rounds[0]!, ...fault(each.rounds[0]!) }],
  });
  const view = { claim: 1, view: SettleView.KEPT, reason: 'It stands.' };
  const withViews = (...said: (typeof view)[]) =>
    withRound((round) => ({ answers: [{ ...round.answers[0]!, views: said }] }));
  it.each<[string, (each: StagedMapRecords) => Partial<StagedMapRecords>]>([
    ['a map that is none', () => ({ mapId: 'x' })],
    ['an answer to another map', withAnswer({ mapId: randomUUID() })],
    ['a version that is none', withAnswer({ version: 0 })],
    ['a writer that is none', withAnswer({ writer: '../x' })],
    ['no time', withAnswer({ createdAt: undefined })],
    ['a question beyond any', withAnswer({ question: 'x'.repeat(10_001) })],
    ['a round beyond the two', withRound(() => ({ number: 3 }))],
    ['a round without a time', withRound(() => ({ createdAt: undefined }))],
    ['a claim that goes back twice', withRound(() => ({ claims: [1, 1] }))],
    ['an answer of a reply the map is not about', (each) => ({ messageIds: each.messageIds.slice(0, 1) })],
    ['two answers of one reply', withRound(({ answers }) => ({ answers: [answers[0]!, answers[0]!] }))],
    ['two views of one claim', withViews(view, view)],
    ['a view without a reason', withViews({ ...view, reason: ' ' })],
    ['a reason beyond any', withViews({ ...view, reason: 'x'.repeat(2_001) })],
  ])('are refused with %s', async (_what, fault) => {
    const { there, records } = await exported();
    const staging = stage(there.userId, randomUUID(), [{ ...records[0]!, ...fault(records[0]!) }]);
    await expect(staging).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_import' });
  });
});
