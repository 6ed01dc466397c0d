import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ComparisonsServiceDefinition,
  ContextsServiceDefinition,
  CostSource,
  PinsServiceDefinition,
  SampleGapReason,
  SampleRoundsServiceDefinition,
  SampleSource,
  type DispatchEvent,
} from '@polylogue/proto';
import { aUser, callerToken, closing, completed, delta, failed, scriptedAi, type Script } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';

const { add, closeAll } = closing();
const cost = { amount: 0.25, currency: 'USD', source: CostSource.PROVIDER };
const media = { id: '0195e4a0-0000-7000-8000-00000000000a', type: 'image/png', name: 'a.png', size: 12 };
const says = (text: string): Script =>
  async function* () {
    yield delta(text);
    yield await Promise.resolve(completed({ cost }));
  };
const draws: Script = async function* () {
  yield { event: { $case: 'media', media } } satisfies DispatchEvent;
  yield await Promise.resolve(completed());
};
const fails: Script = async function* () {
  yield await Promise.resolve(failed('provider_error'));
};

const ada = aUser();
const bob = aUser();
let ai: Awaited<ReturnType<typeof scriptedAi>>;
let conversation: Conversation;

beforeAll(async () => {
  ai = add(await scriptedAi({ gpt: says('Several voices.'), claude: says('Vögel – 鳥.'), canvas: draws, gone: fails }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

const send = async (aiServices: string[], more: object = {}, user = ada) =>
  acceptedOf(await collect(conversation.broadcasts.sendMessage({ ...message(aiServices), ...more }, as(user))));
const sample = (more: object = {}, user = ada) =>
  conversation
    .client(SampleRoundsServiceDefinition)
    .listSampleRounds(
      { userId: user.userId, source: SampleSource.NEWEST, tag: '', maxRounds: 100, ...more },
      { callerToken: callerToken(user, 'quality') },
    );
const gap = (reason: SampleGapReason) => ({ reason, rounds: 1 });

describe('a sample of past rounds', () => {
  it('has the newest first, with the size of what was sent byte for byte, and says what it leaves out', async () => {
    await send(['gpt'], { message: 'Was heißt 鳥?' });
    const second = await send(['gpt', 'gone'], { message: 'And in French?' });
    await send(['canvas']);
    await send(['gone']);
    await send(['gpt', 'claude'], { isBlind: true });
    const { rounds, leftOut } = await sample();
    expect(rounds.map(({ question }) => question)).toEqual(['And in French?', 'Was heißt 鳥?']);
    expect(leftOut).toEqual([gap(SampleGapReason.BLIND), gap(SampleGapReason.NO_REPLY), gap(SampleGapReason.MEDIA)]);
    const [newest] = rounds;
    expect(newest).toMatchObject({
      broadcastId: second.broadcastId,
      messageId: second.targets[0]!.messageId,
      aiService: 'gpt',
      isPinned: false,
      costUsd: 0.25,
      replyBytes: 15,
    });
    const { messages } = await conversation
      .client(ContextsServiceDefinition)
      .getContext({ messageId: newest!.messageId }, { callerToken: callerToken(ada, 'quality') });
    expect(messages.map(({ content }) => content)).toEqual(['Was heißt 鳥?', 'Several voices.', 'And in French?']);
    const sent = ai.requests.find(
      ({ aiService, messages: thread }) => aiService === 'gpt' && thread.at(-1)?.content === 'And in French?',
    );
    expect(messages).toEqual(sent!.messages);
    expect(newest!.contextBytes).toBe(Buffer.byteLength(messages.map(({ content }) => content).join('')));
    expect((await sample({ maxRounds: 4 })).rounds).toHaveLength(1);
  });

  it('takes the pinned reply, also of one that was asked for again, and rounds of a tag', async () => {
    const user = aUser();
    const first = await send(['gpt', 'claude'], {}, user);
    const again = acceptedOf(
      await collect(conversation.broadcasts.retryReply({ messageId: first.targets[0]!.messageId }, as(user))),
    );
    await send(['claude'], { message: 'Other.' }, user);
    expect((await sample({ source: SampleSource.PINNED }, user)).rounds).toEqual([]);
    const pinned = again.targets[0]!.messageId;
    await conversation
      .client(PinsServiceDefinition)
      .pinReply({ broadcastId: first.broadcastId, messageId: pinned }, as(user));
    const found = await sample({ source: SampleSource.PINNED }, user);
    const comparisonId = first.broadcastId;
    expect(found.rounds).toMatchObject([{ messageId: pinned, isPinned: true, aiService: 'gpt', comparisonId }]);
    await conversation
      .client(ComparisonsServiceDefinition)
      .changeComparison({ id: first.broadcastId, tags: { tags: ['legal'] } }, as(user));
    const tagged = await sample({ source: SampleSource.TAG, tag: 'legal' }, user);
    expect(tagged.rounds.map(({ messageId }) => messageId)).toContain(pinned);
    expect(tagged.rounds.every(({ tags }) => tags.includes('legal'))).toBe(true);
    expect((await sample({ source: SampleSource.TAG, tag: 'other' }, user)).rounds).toEqual([]);
    // All asked again is one round.
    expect((await sample({}, user)).rounds).toHaveLength(2);
  });

  it('has the rounds of replies that are named, each with that reply and in that order, and counts those that are gone', async () => {
    const user = aUser();
    const service = conversation.client(SampleRoundsServiceDefinition);
    const caller = { callerToken: callerToken(user, 'quality') };
    const ofReplies = (messageIds: string[], userId = user.userId) =>
      service.listSampleReplies({ userId, messageIds }, caller);
    const first = await send(['gpt', 'claude'], { message: 'One?' }, user);
    const second = await send(['gpt'], { message: 'Two?' }, user);
    const again = acceptedOf(
      await collect(conversation.broadcasts.retryReply({ messageId: first.targets[0]!.messageId }, as(user))),
    );
    const drawn = await send(['canvas'], {}, user);
    const failing = await send(['gone'], {}, user);
    const others = await send(['gpt'], { message: 'Of another user.' }, aUser());
    const idOf = ({ targets }: typeof first, place = 0) => targets[place]!.messageId;
    const pinned = idOf(first, 1);
    await conversation
      .client(PinsServiceDefinition)
      .pinReply({ broadcastId: first.broadcastId, messageId: pinned }, as(user));
    // The first reply, although it was asked for again and another one is pinned.
    const wanted = [idOf(second), idOf(first), pinned, idOf(again)];
    const elsewhere = [idOf(drawn), idOf(failing), idOf(others), randomUUID(), 'nonsense'];
    const { rounds, leftOut } = await ofReplies([...wanted, ...elsewhere]);
    expect(rounds.map(({ messageId }) => messageId)).toEqual(wanted);
    expect(rounds).toMatchObject([
      { question: 'Two?', aiService: 'gpt', isPinned: false },
      { question: 'One?', aiService: 'gpt', isPinned: false, broadcastId: first.broadcastId },
      { question: 'One?', aiService: 'claude', isPinned: true },
      { aiService: 'gpt', isPinned: false, broadcastId: again.broadcastId },
    ]);
    // As it stands in a sample of the newest.
    const [newest] = (await sample({ source: SampleSource.PINNED }, user)).rounds;
    expect(rounds[2]).toEqual(newest);
    expect(leftOut).toEqual([
      gap(SampleGapReason.MEDIA),
      gap(SampleGapReason.NO_REPLY),
      { reason: SampleGapReason.GONE, rounds: 3 },
    ]);
    await expect(ofReplies([])).rejects.toMatchObject({ code: 'invalid_sample' });
    await expect(ofReplies(wanted, bob.userId)).rejects.toMatchObject({ code: 'owner_required' });
    const asSession = service.listSampleReplies({ userId: user.userId, messageIds: wanted }, as(user));
    await expect(asSession).rejects.toMatchObject({ code: 'service_not_allowed' });
    const hidden = await send(['gpt', 'claude'], { message: 'Blind?', isBlind: true }, user);
    expect(await ofReplies([idOf(hidden)])).toEqual({ rounds: [], leftOut: [gap(SampleGapReason.BLIND)] });
  });

  it('is for quality on behalf of the owner, of whose rounds it holds none but their own', async () => {
    const service = conversation.client(SampleRoundsServiceDefinition);
    const request = { userId: ada.userId, source: SampleSource.NEWEST, tag: '', maxRounds: 100 };
    await expect(service.listSampleRounds(request, as(ada))).rejects.toMatchObject({ code: 'service_not_allowed' });
    const asBob = { callerToken: callerToken(bob, 'quality') };
    await expect(service.listSampleRounds(request, asBob)).rejects.toMatchObject({ code: 'owner_required' });
    expect(await sample({}, bob)).toEqual({ rounds: [], leftOut: [] });
    await expect(sample({ maxRounds: 101 })).rejects.toMatchObject({ code: 'invalid_sample' });
  });
});
