import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, it } from '@jest/globals';
import { ReplyStatus } from '@polylogue/proto';
import { aUser, closing, freshDatabase, says, saysAround, scriptedAi, tcpProxy, until } from '@polylogue/test-kit';
import { service } from '../src/service.js';
import { aiChatOf, followTurn, turn } from './ai-chat.fixture.js';
import { as, doneOf, follow, message, startConversation, type Conversation } from './conversation.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);
const never = new Promise<void>(() => {});

type Change = 'admin.user_access_changed.v1' | 'admin.user_erased.v1';

/** Two replicas of one service: an event that one of them consumes is seen by both. */
async function start() {
  const ai = add(await scriptedAi({ gpt: saysAround(['Some'], { opened: never }, []) }));
  const database = await freshDatabase(service);
  add({ close: () => database.drop() });
  const eventsPrefix = `test_${randomUUID().replaceAll('-', '')}`;
  const one = add(await startConversation(ai.url, { database, eventsPrefix }));
  const two = add(await startConversation(ai.url, { database, eventsPrefix }));
  const user = aUser();
  return { ai, one, two, user };
}

const publish = ({ service: { database, events } }: Conversation, subject: Change, userId: string) =>
  database.asWorker((tx) => events.in(tx).publish(subject, { userId }, { aggregateId: userId }));

describe('a user who is blocked or not approved any more', () => {
  it.each([
    ['the replica that consumes the event', 'one'],
    ['another one', 'two'],
  ] as const)('has replies and AI chats of %s end as cancelled, also at the provider', async (_where, at) => {
    const { ai, user, ...replicas } = await start();
    const there = replicas[at];
    const sending = follow(there.broadcasts.sendMessage(message(['gpt']), as(user)));
    const chat = followTurn(aiChatOf(there).sendTurn(turn('gpt', 'Hi'), as(user)));
    await until(() => sending.text('gpt') === 'Some' && chat.seen.text === 'Some');
    ai.denied.add(user.userId);
    await publish(replicas.one, 'admin.user_access_changed.v1', user.userId);
    await until(() => ai.cancelled.length === 2);
    await sending.ended;
    expect(doneOf(sending.events).replies).toMatchObject([
      { status: ReplyStatus.CANCELLED, content: 'Some', errorCode: 'cancelled' },
    ]);
    expect((await chat.ended).done).toMatchObject({ status: ReplyStatus.CANCELLED, content: 'Some' });
  });

  it('has replies end also without an event: NATS may lose it, or it came just before the message', async () => {
    const { ai, one, user } = await start();
    ai.denied.add(user.userId);
    const sending = follow(one.broadcasts.sendMessage(message(['gpt']), as(user)));
    await sending.ended;
    expect(doneOf(sending.events).replies).toMatchObject([{ status: ReplyStatus.CANCELLED }]);
    await until(() => ai.cancelled.length === ai.requests.length);
  });

  it('has no effect on other users, nor has an event that admin does not confirm', async () => {
    const { ai, one, user } = await start();
    const other = aUser();
    const [theirs, others] = [user, other].map((sender) =>
      follow(one.broadcasts.sendMessage(message(['gpt']), as(sender))),
    ) as [ReturnType<typeof follow>, ReturnType<typeof follow>];
    await until(() => theirs.text('gpt') === 'Some' && others.text('gpt') === 'Some');
    ai.denied.add(user.userId);
    await publish(one, 'admin.user_access_changed.v1', other.userId);
    await theirs.ended;
    expect(ai.cancelled).toHaveLength(1);
    expect(others.events.some(({ event }) => event?.$case === 'reply')).toBe(false);
  });
});

describe('a user who is erased', () => {
  it.each(['one', 'two'] as const)('has runs at replica %s cancelled, and nothing is stored again', async (at) => {
    const { ai, user, ...replicas } = await start();
    const sending = follow(replicas[at].broadcasts.sendMessage(message(['gpt']), as(user)));
    const chat = followTurn(aiChatOf(replicas[at]).sendTurn(turn('gpt', 'Hi'), as(user)));
    await until(() => sending.text('gpt') === 'Some' && chat.seen.text === 'Some');
    ai.denied.add(user.userId);
    ai.erased.add(user.userId);
    await publish(replicas.one, 'admin.user_erased.v1', user.userId);
    await until(() => ai.cancelled.length === 2);
    await Promise.allSettled([sending.ended, chat.ended]);
    for (const table of ['messages', 'dispatches', 'ai_chat_turns', 'conversations']) {
      await until(
        async () =>
          (await replicas.one.rows(`SELECT 1 FROM conversation.${table} WHERE user_id = $1`, [user.userId])).length ===
          0,
      );
    }
  });

  it('loses nothing when admin still has the account, despite the event', async () => {
    const ai = add(await scriptedAi({ gpt: says('Some.') }));
    const there = add(await startConversation(ai.url, { retries: { delaysMs: [10] } }));
    const user = aUser();
    await follow(there.broadcasts.sendMessage(message(['gpt']), as(user))).ended;
    await publish(there, 'admin.user_erased.v1', user.userId);
    await until(async () => (await there.service.events.letters.count()) === 1, { what: 'the dead letter' });
    expect(await there.rows(`SELECT 1 FROM conversation.messages WHERE user_id = $1`, [user.userId])).toHaveLength(2);
  });
});

describe('a reply whose process stopped', () => {
  /** One without any text, which a successor would dispatch again. */
  async function left() {
    const ai = add(await scriptedAi({ gpt: saysAround([], { opened: never }, []) }));
    const database = await freshDatabase(service);
    add({ close: () => database.drop() });
    const stopping = await startConversation(ai.url, { database, env: { DRAIN_SECONDS: '0.1' } });
    const user = aUser();
    follow(stopping.broadcasts.sendMessage(message(['gpt']), as(user)));
    await until(() => ai.requests.length === 1);
    await stopping.close();
    ai.scripts['gpt'] = says('Later.');
    return { ai, database, user };
  }

  const statusOf = async ({ rows }: Conversation) =>
    (await rows(`SELECT status FROM conversation.messages WHERE role = 'assistant'`))[0]?.['status'];

  it('is not dispatched again for a user who may not spend', async () => {
    const { ai, database, user } = await left();
    ai.denied.add(user.userId);
    const successor = add(await startConversation(ai.url, { database }));
    await until(async () => (await statusOf(successor)) === 'cancelled');
    expect(ai.requests).toHaveLength(1);
  });

  it('waits while admin does not say whether its user may spend', async () => {
    const { ai, database } = await left();
    const proxy = add(await tcpProxy(`http://${ai.url}`));
    await proxy.shut();
    const env = { ADMIN_GRPC_URL: new URL(proxy.urlOf(`http://${ai.url}`)).host };
    const successor = add(await startConversation(ai.url, { database, env }));
    // Claimed, left, and claimed again.
    await until(async () => {
      await successor.lapse();
      return Number((await successor.rows('SELECT fence FROM conversation.dispatches'))[0]!['fence']) > 3;
    });
    expect(ai.requests).toHaveLength(1);
    await proxy.open();
    await until(async () => {
      // Until admin is connected again; a reply that runs here is not claimed.
      if (ai.requests.length === 1) await successor.lapse();
      return (await statusOf(successor)) === 'completed';
    });
  });
});
