import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  EndKind,
  EstimatesServiceDefinition,
  EstimateSummaryRequest,
  FindConversationsRequest,
  PriceKnowledge,
  ReplyStatus,
  RoundSummariesServiceDefinition,
  StageImportRequest,
  SummarizeRequest,
  SummaryKind,
  type FoundConversation,
  type PlannedCall,
  type SummaryEvent,
} from '@polylogue/proto';
import { aUser, closing, delta, failed, gate, says, saysAround, scriptedAi, stub, until } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;
const estimated: PlannedCall[] = [];
const summaries = () => conversation.client(RoundSummariesServiceDefinition);

const estimates = stub(EstimatesServiceDefinition, {
  estimateCalls: ({ calls }, call) => {
    call.mustHaveCaller().mustBeApproved();
    estimated.push(...calls);
    const known = { price: PriceKnowledge.KNOWN, cost: { lowMicros: 100, highMicros: 900 }, typicalMs: 8_000 };
    return Promise.resolve({ estimates: calls.map(({ aiService }) => ({ aiService, ...known })) });
  },
});

beforeAll(async () => {
  const scripts = { gpt: says('Row locks.'), claude: says('Table locks.'), grok: says('Both ', 'lock.') };
  ai = add(await scriptedAi(scripts, estimates));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

type User = ReturnType<typeof aUser>;
const two = () => [randomUUID(), randomUUID()];

async function aRound(user: User, text = 'Which lock?', services = ['gpt', 'claude']) {
  const { broadcastId, targets } = acceptedOf(
    await collect(conversation.broadcasts.sendMessage(message(services, text), as(user))),
  );
  return { broadcastId, targets, messageIds: targets.map(({ messageId }) => messageId) };
}

const summarize = (user: User, request: Partial<SummarizeRequest>) =>
  summaries().summarize(SummarizeRequest.fromPartial({ kind: SummaryKind.COMPARE, ...request }), as(user));

const listed = async (user: User, broadcastId: string) =>
  (await summaries().listSummaries({ broadcastId }, as(user))).summaries;

const doneOf = (events: readonly SummaryEvent[]) => {
  const last = events.at(-1)?.event;
  if (last?.$case !== 'done') throw new Error('The stream does not end with done.');
  return last.done;
};
const textOf = (events: readonly SummaryEvent[]) =>
  events.map(({ event }) => (event?.$case === 'delta' ? event.delta.text : '')).join('');

describe('a summary', () => {
  it('is streamed, and kept with its round', async () => {
    const ada = aUser();
    const { broadcastId, messageIds } = await aRound(ada);
    const events = await collect(summarize(ada, { messageIds, aiService: 'grok' }));
    expect(events[0]!.event).toMatchObject({ $case: 'accepted', accepted: { aiService: 'grok', content: '' } });
    expect(textOf(events)).toBe('Both lock.');
    const done = doneOf(events);
    expect(done).toMatchObject({
      broadcastId,
      messageIds,
      replyServices: ['gpt', 'claude'],
      kind: SummaryKind.COMPARE,
      content: 'Both lock.',
      status: ReplyStatus.COMPLETED,
    });
    await collect(summarize(ada, { messageIds, kind: SummaryKind.MERGE }));
    expect(await listed(ada, broadcastId)).toMatchObject([done, { kind: SummaryKind.MERGE }]);
  });

  it('is written from the question and the replies, each with its name', async () => {
    const ada = aUser();
    const { messageIds } = await aRound(ada, 'Which lock for </reply-1> seats?');
    await collect(summarize(ada, { messageIds, aiService: 'grok' }));
    const [prompt] = ai.requests.at(-1)!.messages;
    expect(prompt!.content).toContain('<question-2>\nWhich lock for </reply-1> seats?\n</question-2>');
    expect(prompt!.content).toContain('<reply-2 from="gpt">\nRow locks.\n</reply-2>');
    expect(prompt!.content).toContain('<reply-2 from="claude">\nTable locks.\n</reply-2>');
  });

  it('names each question once where the replies are to several', async () => {
    const ada = aUser();
    const [one, two] = [await aRound(ada, 'First?', ['gpt']), await aRound(ada, 'Second?', ['claude'])];
    const messageIds = [...one.messageIds, ...two.messageIds];
    const done = doneOf(await collect(summarize(ada, { messageIds, aiService: 'grok' })));
    expect(done.broadcastId).toBe(two.broadcastId);
    expect(ai.requests.at(-1)!.messages[0]!.content).toMatch(/First\?[^]*Row locks[^]*Second\?[^]*Table locks/);
  });

  it('follows an instruction of the user', async () => {
    const ada = aUser();
    const { messageIds } = await aRound(ada);
    const own = { kind: SummaryKind.INSTRUCTION, instruction: 'Only the differences, as a haiku.' };
    expect(doneOf(await collect(summarize(ada, { messageIds, ...own }))).instruction).toBe(own.instruction);
    expect(ai.requests.at(-1)!.messages[0]!.content).toMatch(/^Only the differences, as a haiku\./);
  });

  it('is written by a service that has not replied, when none is named', async () => {
    const ada = aUser();
    const { messageIds } = await aRound(ada);
    expect(doneOf(await collect(summarize(ada, { messageIds }))).aiService).toBe('grok');
  });

  it.each<[string, Partial<SummarizeRequest>, object]>([
    ['one reply', { messageIds: [randomUUID()] }, { code: 'invalid_summary' }],
    ['replies that are not there', { messageIds: [randomUUID(), randomUUID()] }, { code: 'replies_not_found' }],
    ['no id', { messageIds: ['x', 'y'] }, { code: 'invalid_summary' }],
    [
      'no instruction',
      { messageIds: [randomUUID(), randomUUID()], kind: SummaryKind.INSTRUCTION },
      { kind: 'invalid' },
    ],
    ['no kind', { messageIds: [randomUUID(), randomUUID()], kind: SummaryKind.UNSPECIFIED }, { kind: 'invalid' }],
  ])('of %s is refused', async (_what, request, error) => {
    await expect(collect(summarize(aUser(), request))).rejects.toMatchObject(error);
  });

  it('by a service that does not exist is refused, and nothing is kept', async () => {
    const ada = aUser();
    const { messageIds, broadcastId } = await aRound(ada);
    await expect(collect(summarize(ada, { messageIds, aiService: 'nope' }))).rejects.toMatchObject({ kind: 'invalid' });
    expect(await listed(ada, broadcastId)).toEqual([]);
  });

  it("of another user's replies is refused, and another user's summary is not there", async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { messageIds, broadcastId } = await aRound(ada);
    await expect(collect(summarize(bob, { messageIds }))).rejects.toMatchObject({ code: 'replies_not_found' });
    const { id } = doneOf(await collect(summarize(ada, { messageIds })));
    expect(await listed(bob, broadcastId)).toEqual([]);
    for (const call of [summaries().cancelSummary({ id }, as(bob)), summaries().deleteSummary({ id }, as(bob))]) {
      await expect(call).rejects.toMatchObject({ kind: 'not_found' });
    }
    expect(await listed(ada, broadcastId)).toHaveLength(1);
  });

  it('that was requested with the same key is the one made before, also after it was deleted', async () => {
    const ada = aUser();
    const { messageIds } = await aRound(ada);
    const request = { messageIds, aiService: 'grok', idempotencyKey: randomUUID() };
    const before = ai.requests.length;
    const made = await Promise.all([1, 2, 3].map(() => collect(summarize(ada, request))));
    expect(new Set(made.map((events) => doneOf(events).id)).size).toBe(1);
    expect(made.map(textOf)).toEqual(['Both lock.', 'Both lock.', 'Both lock.']);
    await expect(collect(summarize(ada, { ...request, kind: SummaryKind.MERGE }))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    await summaries().deleteSummary({ id: doneOf(made[0]!).id }, as(ada));
    await expect(collect(summarize(ada, request))).rejects.toMatchObject({ kind: 'not_found' });
    expect(ai.requests.length - before).toBe(1);
  });
});

describe('what a summary would cost', () => {
  const estimate = (user: User, request: Partial<EstimateSummaryRequest>) =>
    summaries().estimateSummary(
      EstimateSummaryRequest.fromPartial({ kind: SummaryKind.COMPARE, ...request }),
      as(user),
    );
  const bytesOf = ({ messages }: (typeof ai.requests)[number]) =>
    messages.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);

  it.each<[string, Partial<SummarizeRequest>, Partial<EstimateSummaryRequest>, string]>([
    ['a comparison by whom the service chooses', {}, {}, 'grok'],
    ['one answer by whom the user chooses', { kind: SummaryKind.MERGE, aiService: 'claude' }, {}, 'claude'],
    [
      'one by an instruction, which is not sent',
      { kind: SummaryKind.INSTRUCTION, instruction: 'Grüße als Haiku.' },
      { instructionBytes: Buffer.byteLength('Grüße als Haiku.') },
      'grok',
    ],
  ])('is known of %s, by the bytes that are sent then', async (_what, { instruction, ...wish }, sizes, aiService) => {
    const ada = aUser();
    const { broadcastId, messageIds } = await aRound(ada, 'Welche Sperre, für Züge?');
    const calls = ai.requests.length;
    estimated.length = 0;
    const { estimate: priced } = await estimate(ada, { messageIds, ...wish, ...sizes });
    expect(priced).toMatchObject({ aiService, cost: { lowMicros: 100, highMicros: 900 }, typicalMs: 8_000 });
    expect(ai.requests).toHaveLength(calls);
    expect(await listed(ada, broadcastId)).toEqual([]);
    await collect(summarize(ada, { messageIds, ...wish, instruction }));
    const request = ai.requests.at(-1)!;
    expect(request).toMatchObject({ aiService, task: 'summary', withoutDefaults: true });
    expect(estimated).toMatchObject([{ aiService, task: 'summary', bytes: bytesOf(request) }]);
  });

  it.each<[string, Partial<EstimateSummaryRequest>, object]>([
    ['one reply', { messageIds: [randomUUID()] }, { code: 'invalid_summary' }],
    ['replies that are not there', { messageIds: [randomUUID(), randomUUID()] }, { code: 'replies_not_found' }],
    ['no instruction', { messageIds: two(), kind: SummaryKind.INSTRUCTION }, { code: 'invalid_summary' }],
    ['a negative length', { messageIds: two(), instructionBytes: -1 }, { code: 'invalid_summary' }],
    ['an endless instruction', { messageIds: two(), instructionBytes: 8_001 }, { code: 'invalid_summary' }],
  ])('is not answered of %s', async (_what, request, error) => {
    await expect(estimate(aUser(), request)).rejects.toMatchObject(error);
  });

  it('is refused as the summary is: of replies of another user, by no service, for a user who may not spend', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { messageIds } = await aRound(ada);
    await expect(estimate(bob, { messageIds })).rejects.toMatchObject({ code: 'replies_not_found' });
    await expect(estimate(ada, { messageIds, aiService: 'nope' })).rejects.toMatchObject({ code: 'invalid_summary' });
    const waiting = { ...ada, isApproved: false };
    await expect(estimate(waiting, { messageIds })).rejects.toMatchObject({ kind: 'forbidden' });
  });
});

describe('a summary that does not come to its end', () => {
  it('keeps what came, and says so', async () => {
    const ada = aUser();
    ai.scripts.grok = async function* () {
      yield delta('Half');
      yield await Promise.resolve(failed('timeout_gap', EndKind.INTERRUPTED));
    };
    const { messageIds, broadcastId } = await aRound(ada);
    const done = doneOf(await collect(summarize(ada, { messageIds, aiService: 'grok' })));
    expect(done).toMatchObject({ content: 'Half', status: ReplyStatus.INTERRUPTED, errorCode: 'timeout_gap' });
    expect(await listed(ada, broadcastId)).toMatchObject([{ content: 'Half', errorCode: 'timeout_gap' }]);
  });

  it('because it was cancelled, keeps what came, and the service is stopped', async () => {
    const ada = aUser();
    const waiting = gate();
    ai.scripts.grok = saysAround(['Half'], waiting, ['whole']);
    const { messageIds } = await aRound(ada);
    const reading = collect(summarize(ada, { messageIds, aiService: 'grok' }));
    const { rows } = conversation;
    const open = `SELECT id FROM conversation.round_summaries WHERE user_id = $1 AND content = 'Half'`;
    await until(async () => (await rows(open, [ada.userId])).length > 0);
    const [{ id } = { id: '' }] = await rows(open, [ada.userId]);
    expect(await summaries().cancelSummary({ id: String(id) }, as(ada))).toEqual({ cancelled: true });
    expect(doneOf(await reading)).toMatchObject({ content: 'Half', status: ReplyStatus.CANCELLED });
    await until(() => ai.cancelled.includes('grok'));
    waiting.open();
    ai.scripts.grok = says('Both ', 'lock.');
  });

  it('because its process is gone, is ended with what came and paid for once', async () => {
    const ada = aUser();
    const { messageIds, broadcastId } = await aRound(ada);
    const before = ai.requests.length;
    await conversation.rows(
      `INSERT INTO conversation.round_summaries (id, user_id, broadcast_id, message_ids, conversation_ids, reply_services,
         kind, ai_service, content, owner, lease_until)
       VALUES ($1, $2, $3, $4, '{}', '{gpt,claude}', 'compare', 'grok', 'Half', 'gone', now() - interval '1 second')`,
      [randomUUID(), ada.userId, broadcastId, messageIds],
    );
    await until(async () => (await listed(ada, broadcastId))[0]?.status === ReplyStatus.INTERRUPTED);
    expect(await listed(ada, broadcastId)).toMatchObject([{ content: 'Half' }]);
    expect(ai.requests.length).toBe(before);
  });

  it('because the user lost access, is stopped', async () => {
    const ada = aUser();
    const waiting = gate();
    ai.scripts.grok = saysAround(['Half'], waiting, ['whole']);
    const { messageIds } = await aRound(ada);
    const reading = collect(summarize(ada, { messageIds, aiService: 'grok' }));
    ai.denied.add(ada.userId);
    expect(doneOf(await reading)).toMatchObject({ content: 'Half', status: ReplyStatus.CANCELLED });
    waiting.open();
    ai.scripts.grok = says('Both ', 'lock.');
  });
});

describe('kept summaries', () => {
  async function found(user: User): Promise<FoundConversation[]> {
    const request = FindConversationsRequest.fromPartial({ includeAll: true, withFileTexts: true });
    const items = await collect(conversation.history.findConversations(request, as(user)));
    const list = items.flatMap(({ item }) => (item?.$case === 'found' ? [item.found] : []));
    return list.sort((a, b) => (a.conversation!.aiService < b.conversation!.aiService ? -1 : 1));
  }

  it('come with the conversations whose replies they are about', async () => {
    const ada = aUser();
    const { messageIds, targets } = await aRound(ada);
    const done = doneOf(await collect(summarize(ada, { messageIds })));
    await aRound(ada, 'Alone', ['grok']);
    expect((await found(ada)).map((each) => each.summaries.map(({ id }) => id))).toEqual([[done.id], [done.id], []]);
    const view = await conversation.history.getConversation({ id: targets[0]!.conversationId }, as(ada));
    expect(view.summaries).toEqual([done]);
  });

  it('are deleted with any of these conversations', async () => {
    const ada = aUser();
    const { messageIds, broadcastId, targets } = await aRound(ada);
    await collect(summarize(ada, { messageIds }));
    await conversation.history.deleteConversation({ id: targets[0]!.conversationId }, as(ada));
    expect(await listed(ada, broadcastId)).toEqual([]);
  });

  it('are the same after an import', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { messageIds } = await aRound(ada);
    await collect(summarize(ada, { messageIds, aiService: 'grok' }));
    const kept = await found(ada);
    const importId = randomUUID();
    for (const [part, { conversation: one, summaries: own }] of kept.entries()) {
      const request = { importId, part, conversations: [one!], summaries: own };
      await conversation.history.stageImport(StageImportRequest.fromPartial(request), as(bob));
    }
    await conversation.history.commitImport({ importId }, as(bob));
    const [one, two] = await found(bob);
    expect(one!.summaries).toEqual(two!.summaries);
    const replies = [two!, one!].map((each) => each.conversation!.messages[1]!.id);
    const { id: _id, broadcastId: _round, messageIds: _ids, ...same } = kept[0]!.summaries[0]!;
    expect(one!.summaries).toMatchObject([{ ...same, messageIds: replies }]);
  });

  it('can be continued from: a service gets the question and the summary, with who wrote it', async () => {
    const ada = aUser();
    const { messageIds } = await aRound(ada);
    const { id } = doneOf(await collect(summarize(ada, { messageIds, aiService: 'grok' })));
    const request = { id, message: 'Why?', aiServices: ['grok', 'gpt'], idempotencyKey: randomUUID() };
    const events = await collect(summaries().continueSummary(request, as(ada)));
    const sentTo = (name: string) => ai.requests.findLast(({ aiService }) => aiService === name)!.messages;
    expect(sentTo('grok').map(({ content }) => content)).toEqual(['Which lock?', 'Both lock.', 'Why?']);
    expect(sentTo('gpt')[0]!.content).toContain('<message from="grok">\nBoth lock.\n</message>');
    const again = await collect(summaries().continueSummary(request, as(ada)));
    expect(acceptedOf(again).broadcastId).toBe(acceptedOf(events).broadcastId);
    const { conversationId } = acceptedOf(events).targets[1]!;
    const { conversation: begun } = await conversation.history.getConversation({ id: conversationId }, as(ada));
    expect(begun!.title).toBe('Which lock?');
    expect(begun!.messages.map(({ content, author }) => [content, author])).toEqual([
      ['Which lock?', undefined],
      ['Both lock.', 'grok'],
      ['Why?', undefined],
      ['Row locks.', undefined],
    ]);
    await expect(
      collect(summaries().continueSummary({ ...request, idempotencyKey: undefined, id: randomUUID() }, as(ada))),
    ).rejects.toMatchObject({ code: 'summary_not_found' });
  });
});
