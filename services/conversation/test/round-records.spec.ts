import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ComparisonsServiceDefinition, CostSource, ReplyStatus, RoundRecordsServiceDefinition } from '@polylogue/proto';
import { aUser, callerToken, closing, completed, delta, failed, scriptedAi } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';

const cost = { amount: 0.25, currency: 'USD', source: CostSource.PROVIDER };
const ada = aUser();
const asQuality = { callerToken: callerToken(ada, 'quality') };
const { add, closeAll } = closing();
let conversation: Conversation;
let accepted: ReturnType<typeof acceptedOf>;
const records = () => conversation.client(RoundRecordsServiceDefinition);

beforeAll(async () => {
  const ai = await scriptedAi({
    gpt: async function* () {
      yield delta('Several voices.');
      yield await Promise.resolve(completed({ cost }));
    },
    gone: async function* () {
      yield await Promise.resolve(failed('provider_error'));
    },
  });
  conversation = add(await startConversation(add(ai).url));
  accepted = acceptedOf(await collect(conversation.broadcasts.sendMessage(message(['gpt', 'gone']), as(ada))));
});
afterAll(closeAll);

describe('the records of a round', () => {
  it('are who replied, how and at what cost, without a word of it', async () => {
    const { broadcastId } = accepted;
    const found = await records().getRoundRecords({ userId: ada.userId, broadcastId }, asQuality);
    expect(found).toMatchObject({
      isBlind: false,
      replies: [
        { aiService: 'gpt', status: ReplyStatus.COMPLETED, cost },
        { aiService: 'gone', status: ReplyStatus.FAILED },
      ],
    });
    expect(found.replies[0]!.responseTimeMs).toBeGreaterThanOrEqual(0);
    expect(JSON.stringify(found)).not.toContain('voices');
  });

  it('and lengths and tags are the owner’s own', async () => {
    const [gpt] = accepted.targets;
    const service = conversation.client(ComparisonsServiceDefinition);
    await service.changeComparison({ id: accepted.broadcastId, tags: { tags: ['legal'] } }, as(ada));
    const lengths = await records().listReplyLengths(
      { userId: ada.userId, messageIds: [gpt!.messageId, randomUUID(), 'no id'] },
      asQuality,
    );
    expect(lengths).toEqual({ lengths: [{ messageId: gpt!.messageId, characters: 15 }] });
    const tagged = (tag: string, user = ada) =>
      records().listTaggedConversations({ userId: user.userId, tag }, { callerToken: callerToken(user, 'quality') });
    const conversationIds = accepted.targets.map(({ conversationId }) => conversationId);
    expect((await tagged('legal')).conversationIds.toSorted()).toEqual(conversationIds.toSorted());
    expect(await tagged('other')).toEqual({ conversationIds: [] });
    const bob = aUser();
    expect(await tagged('legal', bob)).toEqual({ conversationIds: [] });
    const theirs = { userId: bob.userId, messageIds: [gpt!.messageId] };
    expect(await records().listReplyLengths(theirs, { callerToken: callerToken(bob, 'quality') })).toEqual({
      lengths: [],
    });
  });

  it('are for quality on behalf of the owner, and for no other caller', async () => {
    const { broadcastId } = accepted;
    const bob = aUser();
    const ask = (userId: string, token: ReturnType<typeof callerToken>, id = broadcastId) =>
      records().getRoundRecords({ userId, broadcastId: id }, { callerToken: token });
    await expect(ask(ada.userId, callerToken(ada))).rejects.toMatchObject({ code: 'service_not_allowed' });
    await expect(ask(ada.userId, callerToken(bob, 'quality'))).rejects.toMatchObject({ code: 'owner_required' });
    await expect(ask(bob.userId, callerToken(bob, 'quality'))).rejects.toMatchObject({ kind: 'not_found' });
    await expect(ask(ada.userId, callerToken(ada, 'quality'), 'nonsense')).rejects.toMatchObject({ kind: 'not_found' });
  });
});
