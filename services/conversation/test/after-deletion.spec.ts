import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { aUser, closing, freshDatabase, gate, says, saysAround, scriptedAi, until } from '@polylogue/test-kit';
import { service } from '../src/service.js';
import { aiChatOf, turn } from './ai-chat.fixture.js';
import { acceptedOf, as, collect, follow, message, startConversation, textsOf } from './conversation.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

/** Two replicas; what is sent through the first stands in its memory. */
async function start() {
  const ai = add(await scriptedAi({ gpt: says('A secret.'), claude: says('Another.') }));
  const database = await freshDatabase(service);
  add({ close: () => database.drop() });
  const one = add(await startConversation(ai.url, { database }));
  const two = add(await startConversation(ai.url, { database }));
  return { ai, one, two, user: as(aUser()) };
}

describe('replies of a conversation that was deleted', () => {
  it.each(['one', 'two'] as const)('through replica %s are gone at once, also by repeating the key', async (at) => {
    const { ai, user, ...replicas } = await start();
    const { one } = replicas;
    const request = { ...message(['gpt']), idempotencyKey: randomUUID() };
    const { broadcastId, targets } = acceptedOf(await collect(one.broadcasts.sendMessage(request, user)));
    const resume = () => collect(one.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, user));
    expect(textsOf(await resume())).toEqual({ gpt: 'A secret.' });
    await replicas[at].history.deleteConversation({ id: targets[0]!.conversationId }, user);
    const missing = { kind: 'not_found', code: 'broadcast_not_found' };
    await expect(resume()).rejects.toMatchObject(missing);
    await expect(collect(one.broadcasts.sendMessage(request, user))).rejects.toMatchObject(missing);
    expect(ai.requests).toHaveLength(1);
  });

  it('leave the others of their broadcast readable, those that are still written too', async () => {
    const { ai, one, two, user } = await start();
    const { opened, open } = gate();
    ai.scripts['claude'] = saysAround(['Another '], { opened }, ['one.']);
    const sending = follow(one.broadcasts.sendMessage(message(['gpt', 'claude']), user));
    await until(() => sending.text('claude') !== '' && sending.events.some(({ event }) => event?.$case === 'reply'));
    const { broadcastId, targets } = acceptedOf(sending.events);
    const gpt = targets.find(({ aiService }) => aiService === 'gpt')!;
    await two.history.deleteConversation({ id: gpt.conversationId }, user);
    const resumed = follow(one.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, user));
    await until(() => resumed.text('claude') !== '');
    open();
    await resumed.ended;
    expect(textsOf(resumed.events)).toEqual({ claude: 'Another one.' });
    await sending.ended;
    const later = await collect(one.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, user));
    expect(textsOf(later)).toEqual({ claude: 'Another one.' });
  });
});

describe('a turn of an AI conversation that was deleted', () => {
  it('is not dispatched again by repeating its key, and stores nothing again', async () => {
    const { ai, one, two, user } = await start();
    const request = turn('gpt', 'Hi', { idempotencyKey: randomUUID() });
    const send = () => collect(aiChatOf(one).sendTurn(request, user));
    await send();
    await aiChatOf(two).deleteSession({ sessionId: request.sessionId }, user);
    await expect(send()).rejects.toMatchObject({ kind: 'not_found', code: 'ai_chat_session_not_found' });
    const other = { ...request, message: 'Something else' };
    await expect(collect(aiChatOf(one).sendTurn(other, user))).rejects.toMatchObject({
      code: 'idempotency_key_reused',
    });
    expect(ai.requests).toHaveLength(1);
    expect((await aiChatOf(one).listSessions({ limit: 0 }, user)).sessions).toEqual([]);
    await collect(aiChatOf(one).sendTurn({ ...request, idempotencyKey: randomUUID() }, user));
    expect(ai.requests).toHaveLength(2);
  });
});
