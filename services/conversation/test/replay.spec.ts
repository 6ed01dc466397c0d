import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Generation, type ReplayBroadcastRequest } from '@polylogue/proto';
import { aUser, closing, completed, delta, scriptedAi, until, type Script } from '@polylogue/test-kit';
import {
  acceptedOf,
  as,
  collect,
  doneOf,
  message,
  startConversation,
  type Conversation,
} from './conversation.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

/** Replies with its name and the question, and says which temperature it was asked with. */
const replies = (name: string): Script =>
  async function* ({ messages, temperature = 0.7 }) {
    yield delta(`${name}: ${messages.at(-1)!.content.split('\n').at(-1)}`);
    const settings = { temperature, answerSchema: false };
    const generation = Generation.fromPartial({ displayName: name.toUpperCase(), model: `${name}-1`, settings });
    yield await Promise.resolve(completed({ generation }));
  };

beforeAll(async () => {
  ai = add(await scriptedAi({ gpt: replies('gpt'), claude: replies('claude'), grok: replies('grok') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);
beforeEach(() => void (ai.requests.length = 0));

type User = ReturnType<typeof aUser>;

const send = async (user: User, text: string, services = ['gpt', 'claude'], more: object = {}) =>
  acceptedOf(await collect(conversation.broadcasts.sendMessage({ ...message(services, text), ...more }, as(user))));
const replay = (user: User, request: Partial<ReplayBroadcastRequest> & { broadcastId: string }) =>
  collect(conversation.broadcasts.replayBroadcast({ aiServices: [], ...request }, as(user)));
const sentTo = (aiService: string) => ai.requests.findLast((request) => request.aiService === aiService)!;

describe('a round that is asked again', () => {
  it('goes to the same services with the context and settings they had, beside the old round', async () => {
    const ada = aUser();
    await send(ada, 'First');
    const { broadcastId, targets } = await send(ada, 'Second');
    const then = { gpt: sentTo('gpt').messages, claude: sentTo('claude').messages };
    await send(ada, 'Third');
    const events = await replay(ada, { broadcastId });
    expect(doneOf(events).replies.map(({ aiService }) => aiService)).toEqual(['gpt', 'claude']);
    expect(sentTo('gpt')).toMatchObject({ messages: then.gpt, temperature: 0.7 });
    expect(sentTo('claude').messages).toEqual(then.claude);
    const again = acceptedOf(events).targets;
    expect(again[0]!.conversationId).not.toBe(targets[0]!.conversationId);
    const view = await conversation.history.getConversation({ id: targets[0]!.conversationId }, as(ada));
    expect(view.conversation!.messages).toHaveLength(6);
  });

  it('goes to a service that was not asked then with exactly what the first one had', async () => {
    const ada = aUser();
    await send(ada, 'First');
    const { broadcastId } = await send(ada, 'Second');
    const [{ conversationId } = { conversationId: '' }] = acceptedOf(
      await replay(ada, { broadcastId, aiServices: ['grok'] }),
    ).targets;
    const { content } = sentTo('grok').messages.at(-1)!;
    expect(content).toContain('<message from="GPT">\ngpt: First\n</message>');
    expect(content.endsWith('Second')).toBe(true);
    expect(sentTo('grok').temperature).toBeUndefined();
    const { conversation: begun } = await conversation.history.getConversation({ id: conversationId }, as(ada));
    expect(begun!.messages.map(({ author }) => author)).toEqual([undefined, 'gpt', undefined, undefined]);
  });

  it('takes the file of its question along', async () => {
    const ada = aUser();
    const attachment = { attachment: { name: 'a.txt', size: 3, type: 'text/plain' }, text: 'Row 7.', sha256: 'x' };
    const { broadcastId } = await send(ada, 'What is in it?', ['gpt'], { attachment });
    const then = sentTo('gpt').messages;
    expect(then[0]!.content).toContain('Row 7.');
    const [{ conversationId } = { conversationId: '' }] = acceptedOf(await replay(ada, { broadcastId })).targets;
    expect(sentTo('gpt').messages).toEqual(then);
    const { conversation: begun } = await conversation.history.getConversation({ id: conversationId }, as(ada));
    expect(begun!.messages[0]!.attachment).toMatchObject({ name: 'a.txt' });
  });

  it('keeps its settings when its process is gone before the reply', async () => {
    const ada = aUser();
    const { broadcastId } = await send(ada, 'First', ['gpt']);
    const usual = ai.scripts['gpt']!;
    ai.scripts['gpt'] = async function* () {
      yield await new Promise<never>(() => {});
    };
    const replaying = replay(ada, { broadcastId });
    await until(() => ai.requests.length === 2);
    ai.scripts['gpt'] = usual;
    await conversation.rows(
      `UPDATE conversation.dispatches SET owner = 'gone', fence = fence + 1 WHERE state = 'running'`,
    );
    await conversation.lapse();
    await until(() => ai.requests.length === 3);
    expect(sentTo('gpt').temperature).toBe(0.7);
    expect(doneOf(await replaying).replies).toMatchObject([{ content: 'gpt: First' }]);
  });

  it('with one key is one round', async () => {
    const ada = aUser();
    const { broadcastId } = await send(ada, 'First', ['gpt']);
    const request = { broadcastId, idempotencyKey: randomUUID() };
    const made = await Promise.all([1, 2].map(() => replay(ada, request)));
    expect(new Set(made.map((events) => acceptedOf(events).broadcastId)).size).toBe(1);
    await expect(replay(ada, { ...request, aiServices: ['grok'] })).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
  });

  it("is refused when it is gone, or another user's", async () => {
    const [ada, bob] = [aUser(), aUser()];
    const { broadcastId, targets } = await send(ada, 'First', ['gpt']);
    await expect(replay(bob, { broadcastId })).rejects.toMatchObject({ code: 'broadcast_not_found' });
    await conversation.history.deleteConversation({ id: targets[0]!.conversationId }, as(ada));
    await expect(replay(ada, { broadcastId })).rejects.toMatchObject({ code: 'broadcast_not_found' });
    await expect(replay(ada, { broadcastId: 'x' })).rejects.toMatchObject({ code: 'broadcast_not_found' });
  });
});
