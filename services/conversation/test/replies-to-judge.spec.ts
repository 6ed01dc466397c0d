import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { RepliesServiceDefinition, ReplyStatus, type ReadRepliesResponse } from '@polylogue/proto';
import type { CallerToken } from '@polylogue/service-kit';
import { aUser, callerToken, closing, failed, says, scriptedAi } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';

const ada = aUser();
const { add, closeAll } = closing();
let ai: Awaited<ReturnType<typeof scriptedAi>>;
let conversation: Conversation;
let broadcastId: string;
let messageIds: string[];
let read: (userId: string, callerToken: CallerToken, ids?: string[]) => Promise<ReadRepliesResponse>;
let list: (userId: string, callerToken: CallerToken, id?: string) => Promise<unknown>;

beforeAll(async () => {
  ai = add(
    await scriptedAi({
      claude: says('A talk ', 'of many.'),
      gpt: says('Several voices.'),
      gone: async function* () {
        yield await Promise.resolve(failed('provider_error'));
      },
    }),
  );
  conversation = add(await startConversation(ai.url));
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

describe('one reply to judge', () => {
  it('comes alone, with the earlier turns of its own thread and the sources it gave', async () => {
    const bob = aUser();
    const sources = [{ url: 'https://example.org/', title: 'A page' }];
    ai.scripts['gpt'] = says('Second.');
    ai.scripts['claude'] = says('Another second.');
    const send = (text: string) =>
      collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude'], text), as(bob)));
    await send('First?');
    ai.scripts['gpt'] = says('Third.');
    const { broadcastId: second } = acceptedOf(await send('And then?'));
    const replies = conversation.client(RepliesServiceDefinition);
    const asQuality = { callerToken: callerToken(bob, 'quality') };
    const all = await replies.listRepliesToJudge({ userId: bob.userId, broadcastId: second }, asQuality);
    expect(all.replies.map(({ earlier }) => earlier)).toEqual([[], []]);
    const { messageId } = all.replies[0]!;
    await conversation.rows(
      `UPDATE conversation.messages SET generation = coalesce(generation, '{}') || jsonb_build_object('sources', $2::jsonb)
       WHERE id = $1`,
      [messageId, JSON.stringify(sources)],
    );
    const one = await replies.listRepliesToJudge({ userId: bob.userId, broadcastId: second, messageId }, asQuality);
    expect(one).toMatchObject({ question: 'And then?', replies: [{ messageId, content: 'Third.', sources }] });
    expect(one.replies).toHaveLength(1);
    expect(one.replies[0]!.earlier).toEqual([
      { isFromUser: true, text: 'First?' },
      { isFromUser: false, text: 'Second.' },
    ]);
    expect(one.replies[0]!.generation?.sources).toEqual([]);
    const elsewhere = replies.listRepliesToJudge(
      { userId: bob.userId, broadcastId: second, messageId: randomUUID() },
      asQuality,
    );
    await expect(elsewhere).rejects.toMatchObject({ kind: 'not_found' });
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
