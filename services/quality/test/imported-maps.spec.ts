import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgreementMapStatus, ClaimMark, type AgreementMap, type StagedAgreementMap } from '@polylogue/proto';
import { callerToken, until } from '@polylogue/test-kit';
import { aRound, extraction } from './agreement.fixture.js';
import {
  delta,
  ended,
  idOf,
  says,
  startQuality,
  startUpstreams,
  type Quality,
  type Upstreams,
} from './quality.fixture.js';

const replies = { a: 'Row locks are cheap.', b: 'Row locks are dear.' };
let upstreams: Upstreams;
let quality: Quality;

beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), x: says('') });
  quality = await startQuality(upstreams, { env: { QUALITY_MODE: 'off', QUALITY_IMPORT_MEGABYTES: '1' } });
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});
beforeEach(() => {
  upstreams.judges['x'] = async function* (request) {
    const cheap: Parameters<typeof extraction>[1] = {
      'Row locks are cheap.': [
        [replies.a, 'says', replies.a],
        [replies.b, 'contradicts', replies.b],
      ],
    };
    yield await Promise.resolve(delta(extraction(request, cheap)));
    yield ended();
  };
});

const as = (userId: string) => ({ callerToken: callerToken({ userId }) });
const names = Object.keys(replies);

/** A marked map, and how it comes with each of its conversations into another account. */
async function exported() {
  const round = aRound(upstreams, quality, replies);
  const { id } = await round.made();
  const map = await quality.maps.markClaim({ id, claim: 1, mark: ClaimMark.IMPORTANT }, round.asUser);
  const there = { userId: randomUUID(), broadcastId: randomUUID() };
  const shares: StagedAgreementMap[] = names.map((name, at) => ({
    map,
    conversationId: idOf(there.broadcastId, name, 2),
    replies: [{ exportedId: round.messageIds[at]!, messageId: idOf(there.broadcastId, name, 1) }],
    broadcastId: there.broadcastId,
  }));
  return { round, map, there, shares };
}

const stage = (userId: string, importId: string, maps: StagedAgreementMap[], part = 0) =>
  quality.maps.stageAgreementMaps({ importId, part, maps }, as(userId));
const cameIn = (userId: string, importId: string, conversationIds: string[]) =>
  quality.service.database.asWorker((tx) =>
    quality.service.events
      .in(tx)
      .publish('conversation.conversations_imported.v1', { userId, importId, conversationIds }),
  );
async function of(userId: string, conversationIds: string[]): Promise<AgreementMap[]> {
  const found: AgreementMap[] = [];
  for await (const { maps } of quality.maps.listMapsOfConversations({ conversationIds }, as(userId)))
    found.push(...maps);
  return found;
}
const named = (map: AgreementMap) => map.replies.map(({ messageId }) => messageId);

describe('the maps of some conversations', () => {
  it('are those about a reply of any of them, each once, and nobody else’s', async () => {
    const { round, map } = await exported();
    const conversationIds = names.map((name) => idOf(round.broadcastId, name, 2));
    expect(await of(round.userId, conversationIds)).toEqual([map]);
    expect(await of(round.userId, [conversationIds[1]!, 'nonsense'])).toEqual([map]);
    expect(await of(randomUUID(), conversationIds)).toEqual([]);
    expect(await of(round.userId, [randomUUID()])).toEqual([]);
  });

  it('are all of them, oldest first, however many parts they come in', async () => {
    const { round, map } = await exported();
    await quality.rows(
      `INSERT INTO quality.agreement_maps
       SELECT (jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'created_at', created_at - n * interval '1 s'))).*
       FROM quality.agreement_maps m, generate_series(1, 24) n WHERE id = $1`,
      [map.id],
    );
    const conversationIds = names.map((name) => idOf(round.broadcastId, name, 2));
    const parts: AgreementMap[][] = [];
    for await (const { maps } of quality.maps.listMapsOfConversations({ conversationIds }, as(round.userId)))
      parts.push(maps);
    expect(parts.map(({ length }) => length)).toEqual([10, 10, 5]);
    const times = parts.flat().map(({ createdAt }) => createdAt!.getTime());
    expect(times).toEqual(times.toSorted((one, other) => one - other));
    expect(parts.flat().at(-1)?.id).toBe(map.id);
  });
});

describe('maps that come with an import', () => {
  it('are the same there, whichever conversation comes first and however often, with what the replies are called there', async () => {
    const { map, there, shares } = await exported();
    const importId = randomUUID();
    const ids = shares.map(({ conversationId }) => conversationId);
    await stage(there.userId, importId, [shares[1]!]);
    await stage(there.userId, importId, [shares[0]!], 1);
    expect(await of(there.userId, ids)).toEqual([]);
    for (const id of [ids[1]!, ids[0]!, ids[1]!]) await cameIn(there.userId, importId, [id]);
    const wanted = names.map((name) => idOf(there.broadcastId, name, 1));
    await until(async () => (await of(there.userId, [ids[0]!])).some((each) => `${named(each)}` === `${wanted}`), {
      what: 'the map with both replies',
    });
    const [came] = await of(there.userId, ids);
    const cells = (each: AgreementMap) =>
      each.claims.map((claim) => ({ ...claim, cells: claim.cells.map(({ messageId: _id, ...cell }) => cell) }));
    expect(cells(came!)).toEqual(cells(map));
    expect(came).toMatchObject({
      status: AgreementMapStatus.COMPLETED,
      broadcastId: there.broadcastId,
      extractor: 'x',
      agreement: map.agreement,
      createdAt: map.createdAt,
    });
    expect(came!.claims[0]!.cells.map(({ messageId }) => messageId)).toEqual(wanted);
    const kept = await quality.maps.listAgreementMaps({ broadcastId: there.broadcastId }, as(there.userId));
    expect(kept.maps).toEqual([came]);
    expect(upstreams.judgeCalls.filter(({ call }) => call.caller?.userId === there.userId)).toEqual([]);
  });

  it('stay out with the conversations that were there already, and are never another user’s', async () => {
    const { there, shares } = await exported();
    const importId = randomUUID();
    await stage(there.userId, importId, shares);
    await cameIn(randomUUID(), importId, [shares[0]!.conversationId]);
    await cameIn(there.userId, importId, [shares[1]!.conversationId]);
    await until(async () => (await of(there.userId, [shares[1]!.conversationId])).length === 1, { what: 'the map' });
    const [came] = await of(there.userId, [shares[1]!.conversationId]);
    // What the reply of the other is called here nobody knows; its name is not the one in the file.
    expect(named(came!)[0]).not.toBe(shares[0]!.replies[0]!.exportedId);
    expect(named(came!)[1]).toBe(shares[1]!.replies[0]!.messageId);
    expect(await of(there.userId, [shares[0]!.conversationId])).toEqual([]);
  });

  it('go with any conversation that they quote', async () => {
    const { there, shares } = await exported();
    const importId = randomUUID();
    const ids = shares.map(({ conversationId }) => conversationId);
    await stage(there.userId, importId, shares);
    await cameIn(there.userId, importId, ids);
    await until(async () => (await of(there.userId, ids)).length === 1, { what: 'the map' });
    await quality.service.database.asWorker((tx) =>
      quality.service.events
        .in(tx)
        .publish('conversation.conversations_deleted.v1', { userId: there.userId, conversationIds: [ids[0]!] }),
    );
    await until(async () => (await of(there.userId, ids)).length === 0, { what: 'the map to be gone' });
  });

  it('are at most so many megabytes a day of one user, who is approved', async () => {
    const { there, shares } = await exported();
    const importId = randomUUID();
    const [first] = shares;
    const long = { ...first!.map!.claims[0]!, text: 'x'.repeat(2_000) };
    const big = { ...first!, map: { ...first!.map!, claims: Array.from({ length: 100 }, () => long) } };
    await stage(
      there.userId,
      importId,
      Array.from({ length: 4 }, () => big),
    );
    const beyond = { kind: 'rate_limited', code: 'import_quota_reached' };
    await expect(stage(there.userId, importId, [big, big], 1)).rejects.toMatchObject(beyond);
    const waiting = { callerToken: callerToken({ userId: there.userId, isApproved: false }) };
    const refused = quality.maps.stageAgreementMaps({ importId, part: 2, maps: [] }, waiting);
    await expect(refused).rejects.toMatchObject({ code: 'approval_required' });
  });

  it('stay aside no longer than the event that they came in, also where their user imports no more', async () => {
    const { there, shares } = await exported();
    const [young, old] = [randomUUID(), randomUUID()];
    for (const importId of [young, old]) await stage(there.userId, importId, shares);
    const ids = shares.map(({ conversationId }) => conversationId);
    await cameIn(there.userId, old, ids);
    await until(async () => (await of(there.userId, ids)).length === 1, { what: 'the map to come in' });
    for (const [table, column] of [
      ['import_parts', 'assessments'],
      ['import_record_parts', 'records'],
    ] as const)
      await quality.rows(
        `INSERT INTO quality.${table} (user_id, import_id, part, ${column})
         SELECT user_id, import_id, part, maps FROM quality.import_map_parts WHERE user_id = $1`,
        [there.userId],
      );
    const tables = ['import_parts', 'import_map_parts', 'import_record_parts'];
    for (const table of tables)
      await quality.rows(
        `UPDATE quality.${table} SET created_at = now() - CASE WHEN import_id = $2 THEN interval '8 days 1 minute' ELSE interval '7 days' END
         WHERE user_id = $1`,
        [there.userId, old],
      );
    const next = await startQuality(upstreams, { database: quality.database });
    try {
      for (const table of tables) {
        const left = () =>
          quality.rows<{ id: string }>(`SELECT import_id AS id FROM quality.${table} WHERE user_id = $1`, [
            there.userId,
          ]);
        await until(async () => (await left()).length === 1, { what: `the old part in ${table} to go` });
        expect(await left()).toEqual([{ id: young }]);
      }
    } finally {
      await next.close();
    }
    expect(await of(there.userId, ids)).toHaveLength(1);
  });

  type Fault = (map: AgreementMap) => Partial<AgreementMap>;
  const withCell = (map: AgreementMap, cell: object) => ({
    claims: [{ ...map.claims[0]!, cells: [{ ...map.claims[0]!.cells[0]!, ...cell }, map.claims[0]!.cells[1]!] }],
  });
  it.each<[string, Fault]>([
    ['an id that is none', () => ({ id: 'x' })],
    ['a name that is none', () => ({ extractor: '../x' })],
    ['no time', () => ({ createdAt: undefined })],
    ['a side without a quote', (map) => withCell(map, { quote: undefined })],
    ['a passage that is longer than its place', (map) => withCell(map, { quote: { text: 'abc', start: 0, end: 2 } })],
    ['a passage before the reply', (map) => withCell(map, { quote: { text: 'abc', start: -3, end: 0 } })],
    ['a cell of a reply it is not about', (map) => withCell(map, { messageId: randomUUID() })],
    ['a claim without words', (map) => ({ claims: [{ ...map.claims[0]!, text: ' ' }] })],
    ['more claims than any has', (map) => ({ claims: Array.from({ length: 101 }, () => map.claims[0]!) })],
  ])('are refused with %s', async (_what, fault) => {
    const { there, shares } = await exported();
    const map = shares[0]!.map!;
    const staging = stage(there.userId, randomUUID(), [{ ...shares[0]!, map: { ...map, ...fault(map) } }]);
    await expect(staging).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_import' });
  });
});
