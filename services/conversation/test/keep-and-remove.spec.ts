import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ReplyStatus } from '@polylogue/proto';
import { aUser, closing, gate, says, saysAround, scriptedAi } from '@polylogue/test-kit';
import {
  as,
  acceptedOf,
  collect,
  doneOf,
  follow,
  message,
  startConversation,
  type Conversation,
} from './conversation.fixture.js';
import { finder } from './history.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

beforeAll(async () => {
  ai = add(await scriptedAi({ gpt: says('one'), claude: says('two'), slow: saysAround(['some'], gate(), []) }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

const send = (user: ReturnType<typeof aUser>, services: string[], text?: string) =>
  collect(conversation.broadcasts.sendMessage(message(services, text), as(user)));
const shown = async (user: ReturnType<typeof aUser>) =>
  (await finder(conversation, user)({ includeAll: false })).found
    .map(({ conversation: each }) => each!.aiService)
    .sort();

describe('clearing the dashboard', () => {
  it('keeps history, and clears only the named services', async () => {
    const ada = aUser();
    await send(ada, ['gpt', 'claude']);
    expect(await conversation.history.clearDashboard({ aiServices: ['gpt', 'none'] }, as(ada))).toEqual({ cleared: 1 });
    expect(await shown(ada)).toEqual(['claude']);
    expect(await conversation.history.clearDashboard({ aiServices: [] }, as(ada))).toEqual({ cleared: 1 });
    expect(await shown(ada)).toEqual([]);
    expect((await finder(conversation, ada)()).found).toHaveLength(2);
  });

  it('ends what is still being written', async () => {
    const ada = aUser();
    const reading = follow(conversation.broadcasts.sendMessage(message(['slow']), as(ada)));
    while (reading.text('slow') === '') await new Promise((resolve) => setImmediate(resolve));
    await conversation.history.clearDashboard({ aiServices: [] }, as(ada));
    await reading.ended;
    expect(doneOf(reading.events).replies[0]).toMatchObject({ status: ReplyStatus.CANCELLED, content: 'some' });
  });
});

describe('deleting', () => {
  it('removes one with all it held, and only the owner’s', async () => {
    const ada = aUser();
    const { targets } = acceptedOf(await send(ada, ['gpt', 'claude']));
    const id = targets[0]!.conversationId;
    await expect(conversation.history.deleteConversation({ id }, as(aUser()))).rejects.toMatchObject({
      kind: 'not_found',
    });
    expect(await conversation.history.deleteConversation({ id }, as(ada))).toEqual({ deleted: 1 });
    await expect(conversation.history.deleteConversation({ id }, as(ada))).rejects.toMatchObject({ kind: 'not_found' });
    expect(await conversation.rows('SELECT 1 FROM conversation.messages WHERE conversation_id = $1', [id])).toEqual([]);
    expect(await conversation.history.deleteAllConversations({}, as(ada))).toEqual({ deleted: 1 });
    expect((await finder(conversation, ada)()).found).toEqual([]);
  });

  it('publishes the ids, for services that keep data about them', async () => {
    const ada = aUser();
    const { targets } = acceptedOf(await send(ada, ['gpt', 'claude']));
    const [first, second] = targets.map(({ conversationId }) => conversationId);
    await conversation.history.deleteConversation({ id: first! }, as(ada));
    await conversation.history.deleteAllConversations({}, as(ada));
    const published = await conversation.rows(
      `SELECT payload FROM conversation.outbox WHERE subject = 'conversation.conversations_deleted.v1'
         AND payload->>'userId' = $1 ORDER BY position`,
      [ada.userId],
    );
    expect(published.map(({ payload }) => payload)).toEqual(
      [first, second].map((id) => ({ userId: ada.userId, conversationIds: [id] })),
    );
  });

  it('ends a reply first, whose reader gets the end; nothing is stored again', async () => {
    const ada = aUser();
    const reading = follow(conversation.broadcasts.sendMessage(message(['slow']), as(ada)));
    while (reading.text('slow') === '') await new Promise((resolve) => setImmediate(resolve));
    await conversation.history.deleteAllConversations({}, as(ada));
    await reading.ended;
    expect(doneOf(reading.events).replies[0]).toMatchObject({ status: ReplyStatus.CANCELLED });
    expect((await finder(conversation, ada)()).found).toEqual([]);
  });
});

describe('viewing', () => {
  it('shows what other services replied to the same message', async () => {
    const ada = aUser();
    const { targets } = acceptedOf(await send(ada, ['gpt', 'claude']));
    const view = await conversation.history.getConversation({ id: targets[0]!.conversationId }, as(ada));
    expect(view.conversation?.messages).toHaveLength(2);
    expect(view.siblings).toMatchObject([{ aiService: 'claude', message: { content: 'two' } }]);
    const foreign = conversation.history.getConversation({ id: targets[0]!.conversationId }, as(aUser()));
    await expect(foreign).rejects.toMatchObject({ kind: 'not_found' });
  });
});

describe('continuing', () => {
  it('goes on in the named one, seeds the others, and leaves what it replaces in history', async () => {
    const ada = aUser();
    const { targets } = acceptedOf(await send(ada, ['gpt'], 'First'));
    await conversation.history.clearDashboard({ aiServices: [] }, as(ada));
    await send(ada, ['gpt', 'claude'], 'Second');
    const conversationId = targets[0]!.conversationId;
    const request = { conversationId, message: 'Third', aiServices: ['claude', 'gpt'], idempotencyKey: randomUUID() };
    const events = await collect(conversation.history.continueConversation(request, as(ada)));
    const continued = acceptedOf(events).targets;
    expect(continued.map(({ aiService }) => aiService)).toEqual(['claude', 'gpt']);
    expect(continued[1]!.conversationId).toBe(conversationId);
    const sentTo = (aiService: string) =>
      ai.requests
        .slice(-2)
        .find((each) => each.aiService === aiService)!
        .messages.map(({ content }) => content);
    expect(sentTo('gpt')).toEqual(['First', 'one', 'Third']);
    // What another service replied is sent with its name.
    expect(sentTo('claude')).toEqual([expect.stringMatching(/from="gpt">\none\n[^]*Third$/)]);
    expect(await shown(ada)).toEqual(['claude', 'gpt']);
    expect((await finder(conversation, ada)()).found).toHaveLength(4);
    // A copied message is no reply of this service: it has no times or costs.
    const all = (await finder(conversation, ada)()).found.map((each) => each.conversation!);
    const copied = all.find(({ id }) => id === continued[0]!.conversationId)!.messages[1]!;
    expect(copied.content).toBe('one');
    expect(copied.responseTimeMs).toBeUndefined();
    // A repeated request answers the same broadcast, and copies nothing again.
    const again = await collect(conversation.history.continueConversation(request, as(ada)));
    expect(acceptedOf(again).broadcastId).toBe(acceptedOf(events).broadcastId);
    expect((await finder(conversation, ada)()).found).toHaveLength(4);
  });

  it('does not find another user’s, and refuses a blank message', async () => {
    const ada = aUser();
    const { targets } = acceptedOf(await send(ada, ['gpt']));
    const continueAs = (user: typeof ada, text: string) =>
      collect(
        conversation.history.continueConversation(
          { conversationId: targets[0]!.conversationId, message: text, aiServices: ['gpt'] },
          as(user),
        ),
      );
    await expect(continueAs(aUser(), 'Hi')).rejects.toMatchObject({ kind: 'not_found' });
    await expect(continueAs(ada, '  ')).rejects.toMatchObject({ kind: 'invalid' });
  });
});
