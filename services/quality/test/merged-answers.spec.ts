import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { AgreementMapStatus, ClaimMark, CostSource, EndKind, Generation, SentenceStanding } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { callerToken, until } from '@polylogue/test-kit';
import { aMap, claimsIn, findsAnd, replies } from './merged-answers.fixture.js';
import { delta, ended, idOf, refuseEnds, says, startQuality, startUpstreams } from './quality.fixture.js';
import type { Judge, Quality, Upstreams } from './quality.fixture.js';

let upstreams: Upstreams;
let quality: Quality;

beforeAll(async () => {
  upstreams = await startUpstreams({ a: says(''), b: says(''), c: says(''), x: says('') });
  quality = await startQuality(upstreams, { env: { QUALITY_MODE: 'off' } });
});
afterAll(async () => {
  await quality.close();
  await upstreams.close();
});
beforeEach(() => {
  writes('Locks block writers only. [c2]\nSome say they are cheap, others that they are dear. [c1]\n');
  upstreams.judgeCalls.length = 0;
  upstreams.estimated.length = 0;
  upstreams.away.clear();
  upstreams.unapproved.clear();
});

const { COMPLETED, FAILED, CANCELLED, PENDING } = AgreementMapStatus;
const { PROVEN, DISPUTED, UNPROVEN } = SentenceStanding;
const setWriter = (judge: Judge) => {
  upstreams.judges['x'] = findsAnd(judge);
};
const writes = (...texts: string[]) => setWriter(says(...texts));
const writings = () => upstreams.judgeCalls.flatMap(({ request }) => claimsIn(request) ?? []);
const sentencesOf = (answer: { sentences: readonly { text: string; standing: SentenceStanding }[] }) =>
  answer.sentences.map(({ text, standing }) => [text, standing]);
const refused = (reason: string) => expect.objectContaining({ code: reason }) as unknown as Record<string, unknown>;
const neverEnds: (text: string) => Judge = (text) =>
  async function* () {
    yield delta(text);
    await new Promise(() => {});
  };

describe('a merged answer', () => {
  it('is stored at once, and each of its sentences names the claims of the map behind it', async () => {
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => (goOn = resolve));
    setWriter(async function* () {
      await wait;
      yield delta('Locks block writers only. [c2]\nSome say they are cheap, others that they are dear. [c1]\n');
      yield ended();
    });
    const map = await aMap(upstreams, quality);
    const begun = await map.begin();
    expect(begun).toMatchObject({ mapId: map.map.id, version: 1, status: PENDING, writer: 'x' });
    goOn();
    const answer = await map.ended(begun.id);
    expect(answer).toMatchObject({ status: COMPLETED, question: 'What is a polylogue?', error: undefined });
    expect(answer.sentences).toEqual([
      { text: 'Locks block writers only.', claims: [2], standing: PROVEN, startsParagraph: true, added: false },
      {
        text: 'Some say they are cheap, others that they are dear.',
        claims: [1],
        standing: DISPUTED,
        startsParagraph: false,
        added: false,
      },
    ]);
    expect(await map.list()).toEqual([answer]);
  });

  it('is written in one call, from proven claims and the question, by nobody’s name', async () => {
    const map = await aMap(upstreams, quality);
    await map.written();
    const [shown] = writings();
    expect(shown).toMatchObject({
      question: 'What is a polylogue?',
      claims: [
        { claim: 'c1', standing: 'disputed', says: ['Row locks are cheap.'], against: ['Row locks are dear.'] },
        { claim: 'c2', standing: 'agreed', says: ['They block writers only.', 'They block writers only'] },
      ],
    });
    const { request, call } = upstreams.judgeCalls.at(-1)!;
    expect(request).toMatchObject({ aiService: 'x', temperature: 0, withoutDefaults: true });
    expect(call.caller).toMatchObject({ userId: map.userId, issuer: 'quality', onBehalfOf: true });
    for (const hidden of [...map.messageIds, replies.c]) expect(JSON.stringify(request)).not.toContain(hidden);
    expect(upstreams.judgeCalls).toHaveLength(2);
  });

  it('is paid by the API key it was asked for with', async () => {
    const { map, userId, client } = await aMap(upstreams, quality);
    const apiKey = { id: randomUUID(), dailyBudgetMicros: 500 };
    await client.createMergedAnswer({ mapId: map.id }, { callerToken: callerToken({ userId, apiKey }) });
    await until(() => upstreams.judgeCalls.length === 2, { what: 'the writer to be asked' });
    expect(upstreams.judgeCalls.at(-1)!.call.caller?.apiKey).toEqual(apiKey);
  });

  it('says what it took', async () => {
    setWriter(async function* () {
      yield await Promise.resolve(delta('Locks block writers only. [c2]'));
      const end = {
        kind: EndKind.COMPLETED,
        totalMs: 3,
        stopReason: 'stop',
        usage: { inputTokens: 7, outputTokens: 5 },
        cost: { amount: 0.25, currency: 'USD', source: CostSource.ESTIMATE },
        generation: Generation.fromPartial({ displayName: 'X', model: 'x-1' }),
      };
      yield { event: { $case: 'end', end } };
    });
    expect(await (await aMap(upstreams, quality)).written()).toMatchObject({
      usage: { inputTokens: 7, outputTokens: 5 },
      cost: { amount: 0.25 },
      generation: { displayName: 'X' },
      stopReason: undefined,
      responseTimeMs: expect.any(Number) as unknown,
    });
  });

  it('that is whole waits for a Postgres that takes nothing, and is kept with what it cost', async () => {
    setWriter(async function* () {
      yield await Promise.resolve(delta('Locks block writers only. [c2]'));
      const cost = { amount: 0.25, currency: 'USD', source: CostSource.ESTIMATE };
      yield { event: { $case: 'end', end: { kind: EndKind.COMPLETED, totalMs: 3, cost } } };
    });
    const map = await aMap(upstreams, quality);
    await refuseEnds(quality, 'merged_answers');
    expect(await map.written()).toMatchObject({ status: COMPLETED, cost: { amount: 0.25 } });
    expect(writings()).toHaveLength(1);
  });

  it('keeps a disputed claim that its writer left out, with its words in the map', async () => {
    writes('Locks block writers only. [c2]');
    const answer = await (await aMap(upstreams, quality)).written();
    expect(answer.sentences.at(-1)).toEqual({
      text: 'Row locks are cheap.',
      claims: [1],
      standing: DISPUTED,
      startsParagraph: true,
      added: true,
    });
  });

  it('leaves out what was marked as wrong, and knows what is important', async () => {
    const map = await aMap(upstreams, quality);
    const { asUser } = map;
    await quality.maps.markClaim({ id: map.map.id, claim: 1, mark: ClaimMark.WRONG }, asUser);
    await quality.maps.markClaim({ id: map.map.id, claim: 2, mark: ClaimMark.IMPORTANT }, asUser);
    const answer = await map.written();
    expect(writings()[0]!.claims).toEqual([expect.objectContaining({ claim: 'c2', important: true })]);
    // The reference to it is one to a claim that was not given.
    expect(sentencesOf(answer)).toEqual([
      ['Locks block writers only.', PROVEN],
      ['Some say they are cheap, others that they are dear.', UNPROVEN],
    ]);
    await quality.maps.markClaim({ id: map.map.id, claim: 2, mark: ClaimMark.WRONG }, asUser);
    await expect(map.begin()).rejects.toEqual(refused('nothing_proven'));
  });

  it('comes sentence by sentence, to every reader from the first', async () => {
    let goOn = () => {};
    const wait = new Promise<void>((resolve) => (goOn = resolve));
    setWriter(async function* () {
      yield delta('Locks block writers only. [c2]\nThey are ch');
      await wait;
      yield delta('eap or dear. [c1]');
      yield ended();
    });
    const map = await aMap(upstreams, quality);
    const { id } = await map.begin();
    const events = map.follow(id)[Symbol.asyncIterator]();
    const first = (await events.next()).value as { event: { $case: string } };
    expect(first.event).toMatchObject({
      $case: 'written',
      written: { sentences: [{ text: 'Locks block writers only.', standing: PROVEN }] },
    });
    goOn();
    expect((await events.next()).value).toMatchObject({
      event: { written: { sentences: [{ text: 'They are cheap or dear.', standing: DISPUTED }] } },
    });
    expect((await events.next()).value).toMatchObject({ event: { done: { id, status: COMPLETED } } });
    expect((await events.next()).done).toBe(true);
    const again: string[] = [];
    for await (const { event } of map.follow(id)) again.push(event!.$case);
    expect(again).toEqual(['written', 'done']);
  });
});

describe('a version', () => {
  it('is written from the same claims by a wish, from an earlier one, and stays beside it', async () => {
    const map = await aMap(upstreams, quality);
    const first = await map.written();
    writes('Short. [c1][c2]');
    const second = await map.written({ steering: 'Shorter', basedOn: first.id });
    expect(second).toMatchObject({ version: 2, steering: 'Shorter', basedOn: 1 });
    expect(writings()[1]!.answerSoFar).toEqual([
      'Locks block writers only. [c2]',
      'Some say they are cheap, others that they are dear. [c1]',
    ]);
    expect(upstreams.judgeCalls.at(-1)!.request.messages[1]!.content).toMatch(/wishes for: Shorter$/);
    expect((await map.list()).map(({ version }) => version)).toEqual([1, 2]);
    // Claims were found once.
    expect(upstreams.judgeCalls).toHaveLength(3);
    await map.client.deleteMergedAnswer({ id: second.id }, map.asUser);
    expect((await map.list()).map(({ version }) => version)).toEqual([1]);
    expect(await map.written()).toMatchObject({ version: 3 });
  });

  it('is begun once under its key, and not at all by another body', async () => {
    const map = await aMap(upstreams, quality);
    const idempotencyKey = randomUUID();
    const [one, two] = await Promise.all([map.begin({ idempotencyKey }), map.begin({ idempotencyKey })]);
    expect(two.id).toBe(one.id);
    await map.ended(one.id);
    expect(writings()).toHaveLength(1);
    await expect(map.begin({ idempotencyKey, steering: 'Shorter' })).rejects.toEqual(refused('idempotency_key_reused'));
  });

  it.each([
    ['', 'steering', 'Please say what the answer should be like.'],
    ['x'.repeat(501), 'steering', 'A wish can have at most 500 characters.'],
    ['a\0b', 'steering', 'A message cannot contain NUL characters.'],
  ])('is not begun by a wish that is none: %j', async (steering, path, message) => {
    const map = await aMap(upstreams, quality);
    await expect(map.begin({ steering })).rejects.toMatchObject({
      code: 'invalid_merged_answer',
      issues: [{ path, message }],
    });
    await expect(map.begin({ writer: 'nobody' })).rejects.toMatchObject({ issues: [{ path: 'writerAI' }] });
    expect(writings()).toEqual([]);
  });

  it('needs a completed map, and an earlier version of that map', async () => {
    const map = await aMap(upstreams, quality);
    setWriter(neverEnds('Locks block writers only. [c2]\n'));
    const open = await map.begin();
    await expect(map.begin({ basedOn: open.id })).rejects.toEqual(refused('merged_answer_still_open'));
    await map.client.cancelMergedAnswer({ id: open.id }, map.asUser);
    await expect(map.begin({ basedOn: randomUUID() })).rejects.toEqual(refused('merged_answer_not_found'));
    upstreams.judges['x'] = says('no claims');
    const failed = await map.made({ extractor: 'x' });
    await expect(map.client.createMergedAnswer({ mapId: failed.id }, map.asUser)).rejects.toEqual(
      refused('agreement_map_not_completed'),
    );
  });
});

describe('what a version would cost', () => {
  const lastBytes = () =>
    upstreams.judgeCalls.at(-1)!.request.messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

  it('is known before it is written, by the bytes that are sent then, and nothing is called', async () => {
    const map = await aMap(upstreams, quality);
    const calls = upstreams.judgeCalls.length;
    upstreams.estimated.length = 0;
    const { estimate } = await map.estimate();
    expect(estimate).toMatchObject({ aiService: 'x', cost: { lowMicros: 100, highMicros: 900 } });
    expect(upstreams.judgeCalls).toHaveLength(calls);
    expect(await map.list()).toEqual([]);
    await map.written();
    expect(upstreams.estimated).toMatchObject([{ aiService: 'x', task: 'writing', bytes: lastBytes() }]);
    expect(upstreams.judgeCalls.at(-1)!.request.task).toBe('writing');
  });

  it('is known of a rewriting by a wish, which is not sent', async () => {
    const map = await aMap(upstreams, quality);
    const { id: basedOn } = await map.written();
    upstreams.estimated.length = 0;
    const steering = 'Für Jurist:innen';
    await map.estimate({ basedOn, steeringBytes: Buffer.byteLength(steering) });
    await map.written({ basedOn, steering });
    expect(upstreams.estimated).toMatchObject([{ bytes: lastBytes() }]);
  });

  it('is that of a writer one chooses', async () => {
    const map = await aMap(upstreams, quality);
    expect((await map.estimate({ writer: 'c' })).estimate).toMatchObject({ aiService: 'c' });
  });

  it('is refused as the version is', async () => {
    const map = await aMap(upstreams, quality);
    const { estimateMergedAnswer } = map.client;
    await expect(map.estimate({ basedOn: randomUUID() })).rejects.toEqual(refused('merged_answer_not_found'));
    await expect(map.estimate({ writer: 'nobody' })).rejects.toEqual(refused('invalid_merged_answer'));
    for (const steeringBytes of [-1, 0, 2_001])
      await expect(map.estimate({ steeringBytes })).rejects.toEqual(refused('invalid_merged_answer'));
    const mapId = map.map.id;
    const stranger = { callerToken: callerToken({ userId: randomUUID() }) };
    await expect(estimateMergedAnswer({ mapId }, stranger)).rejects.toEqual(refused('agreement_map_not_found'));
    const unapproved = { callerToken: callerToken({ userId: map.userId, isApproved: false }) };
    await expect(estimateMergedAnswer({ mapId }, unapproved)).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('a writer that', () => {
  it.each<[string, Judge, string, number]>([
    ['refuses', says('I cannot help with that.'), 'uncited_answer', 1],
    ['says nothing', says(''), 'empty_answer', 0],
    ['says far too much', says('Locks wait. [c2]\n'.repeat(5_000)), 'answer_too_long', 0],
    [
      'fails on its way',
      async function* () {
        yield await Promise.resolve(delta('Locks block writers only. [c2]\nAnd th'));
        yield ended(EndKind.INTERRUPTED, 'timeout_gap');
      },
      'timeout_gap',
      2,
    ],
    [
      'is not let through',
      () => {
        throw new AppError('rate_limited', 'budget_exhausted', 'The budget is used up.');
      },
      'budget_exhausted',
      0,
    ],
  ])('%s leaves a version that says so, and is not called again', async (_what, judge, code, sentences) => {
    setWriter(judge);
    const answer = await (await aMap(upstreams, quality)).written();
    expect(answer).toMatchObject({ status: FAILED, errorCode: code, error: expect.any(String) as unknown });
    expect(answer.sentences).toHaveLength(sentences);
    expect(writings()).toHaveLength(1);
  });

  it('was cut short ends with its last whole sentence, and with what is disputed', async () => {
    setWriter(async function* () {
      yield await Promise.resolve(delta('Locks block writers only. [c2]\nThey are som'));
      yield { event: { $case: 'end', end: { kind: EndKind.COMPLETED, totalMs: 3, stopReason: 'length' } } };
    });
    const answer = await (await aMap(upstreams, quality)).written();
    expect(answer).toMatchObject({ status: COMPLETED, stopReason: 'length' });
    expect(sentencesOf(answer)).toEqual([
      ['Locks block writers only.', PROVEN],
      ['Row locks are cheap.', DISPUTED],
    ]);
  });

  it('is stopped by its user lets go of the provider, and what had come stays', async () => {
    setWriter(neverEnds('Locks block writers only. [c2]\n'));
    const map = await aMap(upstreams, quality);
    const { id } = await map.begin();
    await until(async () => (await map.get(id)).sentences.length === 1, { what: 'a sentence' });
    expect(await map.client.cancelMergedAnswer({ id }, map.asUser)).toEqual({ cancelled: true });
    const { call } = upstreams.judgeCalls.at(-1)!;
    await until(() => call.signal.aborted, { what: 'the call to be closed' });
    expect(await map.ended(id)).toMatchObject({ status: CANCELLED, errorCode: 'cancelled' });
    expect(sentencesOf(await map.get(id))[0]).toEqual(['Locks block writers only.', PROVEN]);
    expect(await map.client.cancelMergedAnswer({ id }, map.asUser)).toEqual({ cancelled: false });
  });

  it('writes for a map that is deleted is stopped, and nothing is left', async () => {
    setWriter(neverEnds('Locks block writers only. [c2]\n'));
    const map = await aMap(upstreams, quality);
    const { id } = await map.begin();
    await until(() => writings().length === 1, { what: 'the writer to be called' });
    await quality.maps.deleteAgreementMap({ id: map.map.id }, map.asUser);
    const { call } = upstreams.judgeCalls.at(-1)!;
    await until(() => call.signal.aborted, { what: 'the call to be closed' });
    await expect(map.get(id)).rejects.toEqual(refused('merged_answer_not_found'));
    expect(await quality.rows('SELECT 1 FROM quality.merged_answers WHERE map_id = $1', [map.map.id])).toEqual([]);
  });
});

describe('whose it is', () => {
  it('a foreign answer or map is missing, to every call', async () => {
    const map = await aMap(upstreams, quality);
    const { id } = await map.written();
    const stranger = { callerToken: callerToken({ userId: randomUUID() }) };
    for (const asked of [id, 'x', randomUUID()]) {
      for (const call of [
        map.client.getMergedAnswer({ id: asked }, stranger),
        map.client.cancelMergedAnswer({ id: asked }, stranger),
        map.client.deleteMergedAnswer({ id: asked }, stranger),
        (async () => {
          for await (const _ of map.client.followMergedAnswer({ id: asked }, stranger));
        })(),
      ])
        await expect(call).rejects.toEqual(refused('merged_answer_not_found'));
    }
    await expect(map.client.createMergedAnswer({ mapId: map.map.id }, stranger)).rejects.toEqual(
      refused('agreement_map_not_found'),
    );
    await expect(map.client.listMergedAnswers({ mapId: map.map.id, messageIds: [] }, stranger)).rejects.toEqual(
      refused('agreement_map_not_found'),
    );
    expect(await map.client.listMergedAnswers({ messageIds: map.messageIds }, stranger)).toEqual({
      answers: [],
      maps: [],
    });
    expect(await map.get(id)).toMatchObject({ id });
  });

  it('goes with a conversation that its map quotes', async () => {
    const map = await aMap(upstreams, quality);
    await map.written();
    await quality.service.database.asWorker((tx) =>
      quality.service.events.in(tx).publish('conversation.conversations_deleted.v1', {
        userId: map.userId,
        conversationIds: [idOf(map.broadcastId, 'b', 2)],
      }),
    );
    const left = () => quality.rows('SELECT 1 FROM quality.merged_answers WHERE map_id = $1', [map.map.id]);
    await until(async () => (await left()).length === 0, { what: 'the answer to go' });
  });

  it('is listed beside its map for whoever has its replies, once', async () => {
    const map = await aMap(upstreams, quality);
    const [first, second] = [await map.written(), await map.written()];
    const found = await map.client.listMergedAnswers({ messageIds: map.messageIds.slice(1) }, map.asUser);
    expect(found).toEqual({ answers: [first, second], maps: [map.map] });
  });

  it('is written for nobody who may not spend', async () => {
    const map = await aMap(upstreams, quality);
    const unapproved = { callerToken: callerToken({ userId: map.userId, isApproved: false }) };
    await expect(map.client.createMergedAnswer({ mapId: map.map.id }, unapproved)).rejects.toMatchObject({
      kind: 'forbidden',
    });
    expect(writings()).toEqual([]);
  });
});
