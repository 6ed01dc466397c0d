import { afterEach, describe, expect, it } from '@jest/globals';
import { ReplyStatus } from '@polylogue/proto';
import {
  aUser,
  closing,
  freshDatabase,
  gate,
  says,
  saysAround,
  scriptedAi,
  until,
  type Script,
} from '@polylogue/test-kit';
import { service } from '../src/service.js';
import {
  acceptedOf,
  as,
  doneOf,
  follow,
  message,
  startConversation,
  textsOf,
  collect,
} from './conversation.fixture.js';
import { startReplica } from './replica.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

const queued = (aiServices: string[], text = 'And why?') => ({ ...message(aiServices, text), queued: true });
const never = new Promise<void>(() => {});

/** A message whose replies by `gpt` and `claude` end when the test says so, and one that waits behind it. */
async function start(scripts: Record<string, Script> = {}, env: Record<string, string> = {}) {
  const [gpt, claude] = [gate(), gate()];
  const ai = add(
    await scriptedAi({
      gpt: saysAround(['Some of gpt'], gpt, [' and all.']),
      claude: saysAround(['Some of claude'], claude, [' and all.']),
      grok: says('Grok is quick.'),
      ...scripts,
    }),
  );
  const database = await freshDatabase(service);
  add({ close: () => database.drop() });
  const conversation = add(await startConversation(ai.url, { database, env }));
  const user = aUser();
  const first = follow(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), as(user)));
  await until(() => first.text('gpt') !== '' && first.text('claude') !== '');
  const requestsOf = (name: string) => ai.requests.filter(({ aiService }) => aiService === name);
  const listed = async () => {
    const conversations = await collect(
      conversation.conversations.listConversations({ includeAll: false, limit: 0 }, as(user)),
    );
    return new Map(conversations.map((one) => [one.aiService, one.messages]));
  };
  return { ai, database, conversation, user, first, gpt, claude, requestsOf, listed };
}

describe('a queued message', () => {
  it('is sent to each service when that one has ended, with what it said; others do not wait', async () => {
    const { ai, conversation, user, gpt, claude, requestsOf, listed } = await start();
    const next = follow(conversation.broadcasts.sendMessage(queued(['gpt', 'claude', 'grok']), as(user)));
    await until(() => next.text('grok') === 'Grok is quick.');
    expect(requestsOf('gpt')).toHaveLength(1);
    const waiting = (await listed()).get('gpt')!.map(({ status, waiting }) => [status, waiting]);
    expect(waiting).toEqual([
      [ReplyStatus.COMPLETED, undefined],
      [ReplyStatus.STREAMING, undefined],
      [ReplyStatus.COMPLETED, undefined],
      [ReplyStatus.PENDING, true],
    ]);
    ai.scripts['gpt'] = says('Because.');
    gpt.open();
    await until(() => next.text('gpt') === 'Because.');
    expect(requestsOf('gpt')[1]!.messages.map(({ content }) => content)).toEqual([
      'What is a polylogue?',
      'Some of gpt and all.',
      'And why?',
    ]);
    expect(requestsOf('claude')).toHaveLength(1);
    ai.scripts['claude'] = says('So there.');
    claude.open();
    await next.ended;
    expect(doneOf(next.events).replies).toMatchObject([
      { aiService: 'gpt', status: ReplyStatus.COMPLETED, content: 'Because.' },
      { aiService: 'claude', status: ReplyStatus.COMPLETED, content: 'So there.' },
      { aiService: 'grok', status: ReplyStatus.COMPLETED },
    ]);
    expect(ai.callers.at(-1)?.caller).toMatchObject({ userId: user.userId });
    expect((await listed()).get('claude')!.some((one) => one.waiting)).toBe(false);
  });

  it('can be taken back while it waits: nothing is sent, and what has begun goes on', async () => {
    const { ai, conversation, user, first, gpt, claude, requestsOf } = await start();
    const next = follow(conversation.broadcasts.sendMessage(queued(['gpt', 'claude']), as(user)));
    await until(() => next.events.length > 0);
    ai.scripts['gpt'] = says('Because.');
    gpt.open();
    await until(() => next.text('gpt') === 'Because.');
    const { broadcastId } = acceptedOf(next.events);
    await conversation.broadcasts.cancelBroadcast({ broadcastId, aiServices: ['claude'] }, as(user));
    await next.ended;
    expect(doneOf(next.events).replies).toMatchObject([
      { aiService: 'gpt', status: ReplyStatus.COMPLETED, content: 'Because.' },
      { aiService: 'claude', status: ReplyStatus.CANCELLED, content: '', errorCode: 'taken_back' },
    ]);
    claude.open();
    await first.ended;
    expect(requestsOf('claude')).toHaveLength(1);
  });

  it('waits as well for a reply that is stopped, and knows what had arrived of it', async () => {
    const { ai, conversation, user, first, requestsOf } = await start();
    const next = follow(conversation.broadcasts.sendMessage(queued(['gpt']), as(user)));
    await until(() => next.events.length > 0);
    ai.scripts['gpt'] = says('Because.');
    const { broadcastId } = acceptedOf(first.events);
    await conversation.broadcasts.cancelBroadcast({ broadcastId, aiServices: ['gpt'] }, as(user));
    await next.ended;
    expect(requestsOf('gpt')[1]!.messages.map(({ content }) => content)).toContain('Some of gpt');
  });

  it('is sent at once where nothing is open, and once however often it is sent', async () => {
    const { ai, conversation, user } = await start();
    const key = { idempotencyKey: '0191f0a0-0000-7000-8000-000000000001' };
    const sent = { ...queued(['grok']), ...key };
    const [once, twice] = await Promise.all([
      collect(conversation.broadcasts.sendMessage(sent, as(user))),
      collect(conversation.broadcasts.sendMessage(sent, as(user))),
    ]);
    expect(acceptedOf(twice).broadcastId).toBe(acceptedOf(once).broadcastId);
    expect(ai.requests.filter(({ aiService }) => aiService === 'grok')).toHaveLength(1);
  });

  it('outlives its process: another one waits on, and sends it when its turn has come', async () => {
    const ai = add(await scriptedAi({ gpt: saysAround(['Half a'], { opened: never }, []) }));
    const database = await freshDatabase(service);
    add({ close: () => database.drop() });
    const dying = add(await startReplica(ai.url, database));
    const user = aUser();
    const first = follow(dying.broadcasts.sendMessage(message(['gpt']), as(user)));
    await until(() => first.text('gpt') !== '');
    const next = follow(dying.broadcasts.sendMessage(queued(['gpt']), as(user)));
    await until(() => next.events.length > 0);
    const successor = add(await startConversation(ai.url, { database }));
    const half = () => successor.rows('SELECT 1 FROM conversation.reply_parts WHERE body = $1', ['Half a']);
    await until(async () => (await half()).length > 0);
    ai.scripts['gpt'] = says('Because.');
    await dying.kill();
    await successor.lapse();
    const { broadcastId } = acceptedOf(next.events);
    const events = await collect(successor.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, as(user)));
    expect(textsOf(events)).toEqual({ gpt: 'Because.' });
    expect(doneOf(events).replies).toMatchObject([{ status: ReplyStatus.COMPLETED }]);
    expect(ai.requests.at(-1)!.messages.map(({ content }) => content)).toEqual([
      'What is a polylogue?',
      'Half a',
      'And why?',
    ]);
    expect(
      await successor.rows('SELECT runs FROM conversation.dispatches WHERE waits_for IS NULL ORDER BY runs'),
    ).toEqual([{ runs: 1 }, { runs: 1 }]);
  });

  it('is not sent for a user who may no longer spend', async () => {
    const { ai, conversation, user, gpt, requestsOf } = await start();
    const next = follow(conversation.broadcasts.sendMessage(queued(['gpt']), as(user)));
    await until(() => next.events.length > 0);
    ai.denied.add(user.userId);
    await next.ended;
    expect(doneOf(next.events).replies).toMatchObject([{ status: ReplyStatus.CANCELLED, content: '' }]);
    gpt.open();
    expect(requestsOf('gpt')).toHaveLength(1);
  });

  it('is not sent once its end was requested, also before its own process knows', async () => {
    // As where another process answered the request: this one learns of it with its next heartbeat.
    const { ai, conversation, user, first, gpt, claude, requestsOf } = await start(
      {},
      { CONVERSATION_HEARTBEAT_SECONDS: '60', DRAIN_SECONDS: '1' },
    );
    const next = follow(conversation.broadcasts.sendMessage(queued(['gpt', 'claude']), as(user)));
    await until(() => next.events.length > 0);
    await conversation.rows(
      `UPDATE conversation.dispatches SET cancel_requested = true WHERE waits_for IS NOT NULL AND ai_service = 'gpt'`,
    );
    ai.scripts['gpt'] = says('Never said.');
    ai.scripts['claude'] = says('So there.');
    gpt.open();
    claude.open();
    await first.ended;
    await until(() => next.text('claude') === 'So there.');
    expect(requestsOf('gpt')).toHaveLength(1);
  });

  it('waits for what comes before the one that was taken back', async () => {
    const { conversation, user, gpt, claude, requestsOf } = await start();
    const send = async (name: string, text: string) => {
      const sent = follow(conversation.broadcasts.sendMessage(queued([name], text), as(user)));
      await until(() => sent.events.length > 0);
      return sent;
    };
    const second = await send('gpt', 'Second');
    const third = await send('gpt', 'Third');
    const beside = await send('claude', 'Beside');
    const { broadcastId } = acceptedOf(second.events);
    await conversation.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, as(user));
    await second.ended;
    // One statement looks for all that wait: it has looked since then when this one is sent.
    claude.open();
    await beside.ended;
    expect(requestsOf('gpt')).toHaveLength(1);
    gpt.open();
    await third.ended;
    const [, sent] = requestsOf('gpt');
    expect(sent!.messages.map(({ content }) => content)).toContain('Some of gpt and all.');
  });

  it('is one of ten at most, and one that waits already is answered as before', async () => {
    const { conversation, user, requestsOf } = await start();
    const keyed = (index: number) => {
      const idempotencyKey = `0191f0a0-0000-7000-8000-${String(index).padStart(12, '0')}`;
      return { ...queued(['gpt'], `Message ${index}`), idempotencyKey };
    };
    const send = (index: number) => follow(conversation.broadcasts.sendMessage(keyed(index), as(user)));
    const waiting = Array.from({ length: 10 }, (_none, index) => send(index));
    for (const one of waiting) await until(() => one.events.length > 0);
    await expect(collect(conversation.broadcasts.sendMessage(keyed(10), as(user)))).rejects.toMatchObject({
      kind: 'conflict',
      code: 'queue_full',
      message: '10 of your messages wait already. Take one back, or send this one when one of them has begun.',
    });
    const again = send(9);
    await until(() => again.events.length > 0);
    expect(acceptedOf(again.events)).toEqual(acceptedOf(waiting[9]!.events));
    const { broadcastId } = acceptedOf(waiting[0]!.events);
    await conversation.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, as(user));
    await waiting[0]!.ended;
    const last = send(10);
    await until(() => last.events.length > 0);
    expect(requestsOf('gpt')).toHaveLength(1);
    for (const { events } of [...waiting.slice(1), last]) {
      const { broadcastId } = acceptedOf(events);
      await conversation.broadcasts.cancelBroadcast({ broadcastId, aiServices: [] }, as(user));
    }
  });
});
