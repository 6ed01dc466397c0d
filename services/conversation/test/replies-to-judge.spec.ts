import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RepliesServiceDefinition, ReplyStatus, type ReadRepliesResponse } from '@polylogue/proto';
import type { CallerToken } from '@polylogue/service-kit';
import { aUser, callerToken, closing, failed, says, scriptedAi } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation } from './conversation.fixture.js';

const ada = aUser();
const { add, closeAll } = closing();
let broadcastId: string;
let messageIds: string[];
let read: (userId: string, callerToken: CallerToken, ids?: string[]) => Promise<ReadRepliesResponse>;
let list: (userId: string, callerToken: CallerToken, id?: string) => Promise<unknown>;

beforeAll(async () => {
  const ai = add(
    await scriptedAi({
      claude: says('A talk ', 'of many.'),
      gpt: says('Several voices.'),
      gone: async function* () {
        yield await Promise.resolve(failed('provider_error'));
      },
    }),
  );
  const conversation = add(await startConversation(ai.url));
  const events = await collect(conversation.broadcasts.sendMessage(message(['gpt', 'gone', 'claude']), as(ada)));
  broadcastId = acceptedOf(events).broadcastId;
  const replies = conversation.client(RepliesServiceDefinition);
  list = (userId, token, id = broadcastId) =>
    replies.listRepliesToJudge({ userId, broadcastId: id }, { callerToken: token });
  read = (userId, token, ids = messageIds) => replies.readReplies({ userId, messageIds: ids }, { callerToken: token });
  const asQuality = { callerToken: callerToken(ada, 'quality') };
  const judged = await replies.listRepliesToJudge({ userId: ada.userId, broadcastId }, asQuality);
  messageIds = judged.replies.map(({ messageId }) => messageId);
});
afterAll(closeAll);

describe('the replies to judge', () => {
  it('come with their question, in the order of the targets, with text where a reply is complete', async () => {
    expect(await list(ada.userId, callerToken(ada, 'quality'))).toMatchObject({
      question: 'What is a polylogue?',
      replies: [
        { aiService: 'gpt', status: ReplyStatus.COMPLETED, content: 'Several voices.' },
        { aiService: 'gone', status: ReplyStatus.FAILED, content: '' },
        { aiService: 'claude', status: ReplyStatus.COMPLETED, content: 'A talk of many.' },
      ],
    });
  });

  it('are for quality on behalf of the owner, and for no other caller', async () => {
    const bob = aUser();
    await expect(list(ada.userId, callerToken(ada))).rejects.toMatchObject({ code: 'service_not_allowed' });
    await expect(list(ada.userId, callerToken(ada, 'scheduler'))).rejects.toMatchObject({
      code: 'service_not_allowed',
    });
    await expect(list(ada.userId, callerToken(bob, 'quality'))).rejects.toMatchObject({ code: 'owner_required' });
    await expect(list(bob.userId, callerToken(bob, 'quality'))).rejects.toMatchObject({ kind: 'not_found' });
    await expect(list(ada.userId, callerToken(ada, 'quality'), 'nonsense')).rejects.toMatchObject({
      kind: 'not_found',
    });
  });
});

describe('replies that are read by the ids of their messages', () => {
  it('come in the order in which they are named, with their question, without those that have no text', async () => {
    const found = await read(ada.userId, callerToken(ada, 'quality'), [
      ...messageIds.toReversed(),
      randomUUID(),
      'no id',
    ]);
    expect(found.replies).toMatchObject([
      { aiService: 'claude', content: 'A talk of many.', question: 'What is a polylogue?', broadcastId },
      { aiService: 'gpt', content: 'Several voices.', question: 'What is a polylogue?', broadcastId },
    ]);
  });

  it('are for quality on behalf of the owner, and for no other caller', async () => {
    const bob = aUser();
    await expect(read(ada.userId, callerToken(ada))).rejects.toMatchObject({ code: 'service_not_allowed' });
    await expect(read(ada.userId, callerToken(bob, 'quality'))).rejects.toMatchObject({ code: 'owner_required' });
    expect((await read(bob.userId, callerToken(bob, 'quality'))).replies).toEqual([]);
  });
});
