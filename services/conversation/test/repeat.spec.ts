import { afterEach, describe, expect, it } from '@jest/globals';
import { ContextsServiceDefinition, ReplyStatus } from '@polylogue/proto';
import { aUser, closing, failed, gate, says, saysAround, type Script, scriptedAi, until } from '@polylogue/test-kit';
import { randomUUID } from 'node:crypto';
import {
  acceptedOf,
  as,
  collect,
  doneOf,
  follow,
  message,
  startConversation,
  textsOf,
} from './conversation.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

async function start(scripts: Record<string, Script>) {
  const ai = add(await scriptedAi(scripts));
  return { ai, conversation: add(await startConversation(ai.url)) };
}

const fails: Script = async function* () {
  yield failed('rate_limited');
};

describe('the same request twice', () => {
  it('answers the same broadcast, while it runs and afterwards, and dispatches once', async () => {
    const { opened, open } = gate();
    const { ai, conversation } = await start({ gpt: saysAround(['once'], { opened }, ['!']) });
    const user = as(aUser());
    const request = { ...message(['gpt']), idempotencyKey: randomUUID() };
    const send = () => follow(conversation.broadcasts.sendMessage(request, user));
    const both = [send(), send()];
    await until(() => both.every(({ text }) => text('gpt') === 'once'));
    open();
    await Promise.all(both.map(({ ended }) => ended));
    const later = send();
    await later.ended;
    for (const { events } of [...both, later]) expect(textsOf(events)).toEqual({ gpt: 'once!' });
    expect(new Set([...both, later].map(({ events }) => acceptedOf(events).broadcastId)).size).toBe(1);
    expect(ai.requests).toHaveLength(1);
  });

  it('with another body is refused', async () => {
    const { ai, conversation } = await start({ gpt: says('x') });
    const user = as(aUser());
    const idempotencyKey = randomUUID();
    await collect(conversation.broadcasts.sendMessage({ ...message(['gpt'], 'One'), idempotencyKey }, user));
    const other = collect(conversation.broadcasts.sendMessage({ ...message(['gpt'], 'Two'), idempotencyKey }, user));
    await expect(other).rejects.toMatchObject({ kind: 'unusable', code: 'idempotency_key_reused' });
    expect(ai.requests).toHaveLength(1);
  });

  it('by another user, or after a day, is another request', async () => {
    const { ai, conversation } = await start({ gpt: says('x') });
    const user = as(aUser());
    const request = { ...message(['gpt']), idempotencyKey: randomUUID() };
    await collect(conversation.broadcasts.sendMessage(request, user));
    await collect(conversation.broadcasts.sendMessage(request, as(aUser())));
    await conversation.rows(`UPDATE conversation.idempotency SET created_at = now() - interval '25 hours'`);
    await collect(conversation.broadcasts.sendMessage(request, user));
    expect(ai.requests).toHaveLength(3);
  });
});

describe('retrying one reply', () => {
  it('is a new turn of its conversation that sees the history the first one saw', async () => {
    const { ai, conversation } = await start({ gpt: says('before'), claude: says('other') });
    const user = as(aUser());
    await collect(conversation.broadcasts.sendMessage(message(['gpt'], 'Before'), user));
    ai.scripts['gpt'] = fails;
    const sent = await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude'], 'Again?'), user));
    const [gpt] = doneOf(sent).replies;
    ai.scripts['gpt'] = says('better');

    const idempotencyKey = randomUUID();
    const retry = () =>
      collect(conversation.broadcasts.retryReply({ messageId: gpt!.messageId, idempotencyKey }, user));
    const events = await retry();
    expect(doneOf(events).replies).toMatchObject([
      { aiService: 'gpt', conversationId: gpt!.conversationId, status: ReplyStatus.COMPLETED, content: 'better' },
    ]);
    expect(acceptedOf(events).broadcastId).not.toBe(acceptedOf(sent).broadcastId);
    expect(ai.requests.at(-1)?.messages.map(({ content }) => content)).toEqual(['Before', 'before', 'Again?']);

    expect(acceptedOf(await retry()).broadcastId).toBe(acceptedOf(events).broadcastId);
    expect(ai.requests).toHaveLength(4);
    const kept = await conversation.rows(
      `SELECT status FROM conversation.messages WHERE conversation_id = $1 AND role = 'assistant' ORDER BY position`,
      [gpt!.conversationId],
    );
    expect(kept.map(({ status }) => status)).toEqual(['completed', 'failed', 'completed']);
  });

  it('of a retry, or of one that later turns follow, sees no earlier reply to its question and no later turn', async () => {
    const { ai, conversation } = await start({ gpt: says('before') });
    const user = as(aUser());
    const contexts = conversation.client(ContextsServiceDefinition);
    const send = (text: string) => collect(conversation.broadcasts.sendMessage(message(['gpt'], text), user));
    const answered = async (text: string, sending: () => ReturnType<typeof send>) => {
      ai.scripts['gpt'] = says(text);
      return doneOf(await sending()).replies[0]!.messageId;
    };
    const retry = (messageId: string) => collect(conversation.broadcasts.retryReply({ messageId }, user));
    await send('Before');
    const first = await answered('first', () => send('Again?'));
    const second = await answered('second', () => retry(first));
    const third = await answered('third', () => retry(second));
    await send('Later');
    const fourth = await answered('fourth', () => retry(first));

    for (const retried of [third, fourth]) {
      const { messages } = await contexts.getContext({ messageId: retried }, user);
      expect(messages.map(({ content }) => content)).toEqual(['Before', 'before', 'Again?']);
    }
    const sent = ai.requests.map(({ messages }) => messages.map(({ content }) => content));
    expect([sent[3], sent[5]]).toEqual([sent[1], sent[1]]);
    expect(sent[1]).toEqual(['Before', 'before', 'Again?']);
  });

  it('is refused for a reply still open, a missing one, another user’s, and without approval', async () => {
    const { opened, open } = gate();
    const { ai, conversation } = await start({ gpt: saysAround(['…'], { opened }, []) });
    const user = aUser();
    const sending = follow(conversation.broadcasts.sendMessage(message(['gpt']), as(user)));
    const { targets } = await until(() => sending.events[0] && acceptedOf(sending.events));
    const { messageId } = targets[0]!;
    const retry = (id: string, caller = user) =>
      collect(conversation.broadcasts.retryReply({ messageId: id }, as(caller)));
    await expect(retry(messageId)).rejects.toMatchObject({ kind: 'conflict', code: 'reply_still_open' });
    await expect(retry(randomUUID())).rejects.toMatchObject({ code: 'reply_not_found' });
    await expect(retry(messageId, aUser())).rejects.toMatchObject({ code: 'reply_not_found' });
    await expect(retry(messageId, { ...user, isApproved: false })).rejects.toMatchObject({ code: 'approval_required' });
    open();
    await sending.ended;
    expect(ai.requests).toHaveLength(1);
  });
});
