import { afterEach, describe, expect, it } from '@jest/globals';
import { ReplyStatus } from '@polylogue/proto';
import { aUser, closing, freshDatabase, gate, ownTimeOf, saysAround, scriptedAi, until } from '@polylogue/test-kit';
import { randomUUID } from 'node:crypto';
import { service } from '../src/service.js';
import { acceptedOf, as, collect, doneOf, follow, message, startConversation } from './conversation.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

async function start() {
  const { opened, open } = gate();
  const ai = add(
    await scriptedAi({
      gpt: saysAround(['Some of gpt'], { opened }, [' and all']),
      claude: saysAround(['Some of claude'], { opened }, [' and all']),
    }),
  );
  const database = await freshDatabase(service);
  add({ close: () => database.drop() });
  const one = add(await startConversation(ai.url, { database }));
  const two = add(await startConversation(ai.url, { database }));
  const user = as(aUser());
  const sending = follow(one.broadcasts.sendMessage(message(['gpt', 'claude']), user));
  await until(() => sending.text('gpt') !== '' && sending.text('claude') !== '');
  return { ai, one, two, user, sending, open, broadcastId: acceptedOf(sending.events).broadcastId };
}

describe('cancelling', () => {
  it('all replies keeps what had arrived, marks it, and closes the providers’ streams within a second', async () => {
    const { ai, one, user, sending, broadcastId } = await start();
    const took = await ownTimeOf(async () => {
      expect(await one.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, user)).toEqual({ cancelled: 2 });
      await until(() => ai.cancelled.length === 2);
    });
    expect(took).toBeLessThan(1_000);
    await sending.ended;
    expect(doneOf(sending.events).replies).toMatchObject([
      { status: ReplyStatus.CANCELLED, content: 'Some of gpt', errorCode: 'cancelled' },
      { status: ReplyStatus.CANCELLED, content: 'Some of claude', errorCode: 'cancelled' },
    ]);
    expect(await one.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, user)).toEqual({ cancelled: 0 });
  });

  it('one reply leaves the others to complete', async () => {
    const { one, user, sending, open, broadcastId } = await start();
    expect(await one.broadcasts.cancelBroadcast({ broadcastId, aiServices: ['claude'] }, user)).toEqual({
      cancelled: 1,
    });
    await until(() => sending.events.some(({ event }) => event?.$case === 'reply'));
    open();
    await sending.ended;
    expect(doneOf(sending.events).replies).toMatchObject([
      { aiService: 'gpt', status: ReplyStatus.COMPLETED, content: 'Some of gpt and all' },
      { aiService: 'claude', status: ReplyStatus.CANCELLED, content: 'Some of claude' },
    ]);
  });

  it('through another replica reaches the provider within a second', async () => {
    const { ai, two, user, sending, broadcastId } = await start();
    const took = await ownTimeOf(async () => {
      expect(await two.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, user)).toEqual({ cancelled: 2 });
      await until(() => ai.cancelled.length === 2);
    });
    expect(took).toBeLessThan(1_000);
    await sending.ended;
    expect(doneOf(sending.events).replies.map(({ status }) => status)).toEqual([
      ReplyStatus.CANCELLED,
      ReplyStatus.CANCELLED,
    ]);
  });

  it('another user’s or a missing broadcast is not found, and stops nothing', async () => {
    const { ai, one, sending, open, broadcastId } = await start();
    for (const id of [broadcastId, randomUUID(), 'nonsense']) {
      const cancelling = one.broadcasts.cancelBroadcast({ broadcastId: id, aiServices: [] }, as(aUser()));
      await expect(cancelling).rejects.toMatchObject({ kind: 'not_found', code: 'broadcast_not_found' });
    }
    open();
    await sending.ended;
    expect(doneOf(sending.events).replies.every(({ status }) => status === ReplyStatus.COMPLETED)).toBe(true);
    expect(ai.requests).toHaveLength(2);
  });
});

describe('a reply that was cancelled', () => {
  it('gives the next message its visible text as history', async () => {
    const { ai, one, user, sending, broadcastId } = await start();
    await one.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, user);
    await sending.ended;
    ai.scripts['gpt'] = saysAround([], { opened: Promise.resolve() }, ['ok']);
    await collect(one.broadcasts.sendMessage(message(['gpt'], 'And?'), user));
    expect(ai.requests.at(-1)?.messages.map(({ content }) => content)).toEqual([
      'What is a polylogue?',
      'Some of gpt',
      'And?',
    ]);
  });
});
