import { afterEach, describe, expect, it } from '@jest/globals';
import { CatalogServiceDefinition, ChatRole, EndKind, ReplyStatus } from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import {
  aUser,
  backingUrls,
  closing,
  completed,
  delta,
  failed,
  freshDatabase,
  gate,
  ownTimeOf,
  says,
  saysAround,
  type Script,
  scriptedAi,
  stub,
  tcpProxy,
  until,
} from '@polylogue/test-kit';
import { service } from '../src/service.js';
import * as fixture from './conversation.fixture.js';
import { acceptedOf, as, collect, doneOf, follow, message, textsOf } from './conversation.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

async function start(scripts: Record<string, Script>) {
  const ai = add(await scriptedAi(scripts));
  return { ai, conversation: add(await fixture.startConversation(ai.url)) };
}

const counts = async ({ rows }: fixture.Conversation) => {
  const tables = ['conversations', 'broadcasts', 'messages', 'dispatches', 'idempotency', 'outbox'];
  const counted = tables.map((table) => `(SELECT count(*) FROM conversation.${table})::integer AS ${table}`);
  return (await rows(`SELECT ${counted.join(', ')}`))[0];
};
const nothing = { conversations: 0, broadcasts: 0, messages: 0, dispatches: 0, idempotency: 0, outbox: 0 };

describe('one message to several services', () => {
  it('streams accepted, deltas, replies and done with growing ids, and keeps it all', async () => {
    const { ai, conversation } = await start({ gpt: says('Many ', 'voices.'), claude: says('A talk ', 'of many.') });
    const user = aUser();

    const events = await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), as(user)));

    const ids = events.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
    expect(acceptedOf(events).targets.map(({ aiService }) => aiService)).toEqual(['gpt', 'claude']);
    expect(textsOf(events)).toEqual({ gpt: 'Many voices.', claude: 'A talk of many.' });
    expect(doneOf(events).replies).toMatchObject([
      { aiService: 'gpt', status: ReplyStatus.COMPLETED, content: 'Many voices.', responseTimeMs: 40, firstTokenMs: 7 },
      { aiService: 'claude', status: ReplyStatus.COMPLETED, content: 'A talk of many.', stopReason: 'stop' },
    ]);
    expect(ai.callers.every(({ caller }) => caller?.userId === user.userId && caller.isPresent)).toBe(true);
    const stored = await conversation.rows('SELECT * FROM conversation.messages ORDER BY position');
    expect(stored.map(({ role, content, status }) => [role, content, status])).toEqual([
      ['user', 'What is a polylogue?', 'completed'],
      ['assistant', 'Many voices.', 'completed'],
      ['user', 'What is a polylogue?', 'completed'],
      ['assistant', 'A talk of many.', 'completed'],
    ]);
  });

  it('publishes each event once, with ids and counts and no text', async () => {
    const { conversation } = await start({ gpt: says('secret'), claude: () => one(failed('rate_limited')) });
    const user = aUser();
    const events = await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), as(user)));
    const { broadcastId } = acceptedOf(events);

    const published = await conversation.rows('SELECT subject, payload FROM conversation.outbox ORDER BY position');
    const [sent, ...ends] = published;
    const completed = ends.at(-1);
    expect(sent?.subject).toBe('conversation.message_sent.v1');
    const early = ends.slice(0, -1).map(() => 'conversation.reply_stored.v2');
    expect(ends.map(({ subject }) => subject)).toEqual([...early, 'conversation.broadcast_completed.v2']);
    const replies = ends.flatMap(({ payload }) => (payload as { replies: { aiService: string }[] }).replies);
    expect(replies.map(({ aiService }) => aiService).sort()).toEqual(['claude', 'gpt']);
    expect(sent?.payload).toEqual({
      broadcastId,
      userId: user.userId,
      aiServices: ['gpt', 'claude'],
      messageLength: 'What is a polylogue?'.length,
    });
    expect(completed?.payload).toMatchObject({ broadcastId, userId: user.userId, totalResponses: 2, totalErrors: 1 });
    expect(JSON.stringify(published)).not.toMatch(/secret|polylogue\?/);
    await until(
      async () => (await conversation.rows('SELECT 1 FROM conversation.outbox WHERE sent_at IS NULL')).length === 0,
    );
  });

  it('lets one service fail without touching the others, and keeps error text out of the content', async () => {
    const { conversation } = await start({
      gpt: () => one(failed('invalid_key')),
      claude: () => one(delta('Half a'), failed('broken_stream', EndKind.INTERRUPTED)),
      grok: says('Fine.'),
    });
    const events = await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude', 'grok']), as(aUser())));
    expect(doneOf(events).replies).toMatchObject([
      { status: ReplyStatus.FAILED, content: '', errorCode: 'invalid_key', error: 'The provider said invalid_key.' },
      { status: ReplyStatus.INTERRUPTED, content: 'Half a', errorCode: 'broken_stream' },
      { status: ReplyStatus.COMPLETED, content: 'Fine.' },
    ]);
  });

  it('gives each service its own history and no other’s', async () => {
    const { ai, conversation } = await start({ gpt: says('I am gpt.'), claude: says('I am claude.') });
    const user = as(aUser());
    await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude'], 'Who are you?'), user));
    await collect(conversation.broadcasts.sendMessage(message(['gpt'], 'Really?'), user));
    await collect(conversation.broadcasts.sendMessage(message(['claude', 'gpt'], 'Sure?'), user));

    const last = (name: string) => ai.requests.filter(({ aiService }) => aiService === name).at(-1)?.messages;
    const turn = (question: string, answer: string) => [
      { role: ChatRole.USER, content: question },
      { role: ChatRole.ASSISTANT, content: answer },
    ];
    const sure = { role: ChatRole.USER, content: 'Sure?' };
    expect(last('gpt')).toEqual([...turn('Who are you?', 'I am gpt.'), ...turn('Really?', 'I am gpt.'), sure]);
    expect(last('claude')).toEqual([...turn('Who are you?', 'I am claude.'), sure]);
    expect(await conversation.rows('SELECT id FROM conversation.conversations')).toHaveLength(2);
  });

  it('goes on when the caller stops reading', async () => {
    const { opened, open } = gate();
    const { ai, conversation } = await start({ gpt: saysAround(['Here '], { opened }, ['I am.']) });
    const user = aUser();
    const reading = follow(conversation.broadcasts.sendMessage(message(['gpt']), as(user)));
    await until(() => reading.text('gpt') === 'Here ');
    await reading.leave();
    open();
    const findCompleted = () =>
      conversation.rows(`SELECT content FROM conversation.messages WHERE status = 'completed' AND role = 'assistant'`);
    const reply = await until(async () => (await findCompleted())[0]);
    expect(reply).toEqual({ content: 'Here I am.' });
    expect(ai.requests).toHaveLength(1);
  });

  it('stores a text that Postgres could not hold', async () => {
    const { conversation } = await start({ gpt: says('a\0b', '🙂') });
    const events = await collect(conversation.broadcasts.sendMessage(message(['gpt']), as(aUser())));
    expect(doneOf(events).replies[0]?.content).toBe('a\uFFFDb🙂');
  });

  it('keeps usage and cost as they were reported; unknown is not 0', async () => {
    const { conversation } = await start({ gpt: () => one(completed({ usage: { outputTokens: 3 } })) });
    const user = as(aUser());
    const events = await collect(conversation.broadcasts.sendMessage(message(['gpt']), user));
    expect(doneOf(events).replies[0]).toMatchObject({ usage: { outputTokens: 3 }, cost: undefined });
    const [listed] = await collect(conversation.conversations.listConversations({ includeAll: false, limit: 0 }, user));
    expect(listed?.messages[1]?.usage).toEqual({ inputTokens: undefined, outputTokens: 3, totalTokens: undefined });
  });
});

describe('a message that cannot be sent', () => {
  it.each([
    ['a blank message', message(['gpt'], '  '), 'invalid', 'invalid_message'],
    ['no service', message([]), 'invalid', 'invalid_message'],
    ['a repeated service', message(['gpt', 'gpt']), 'invalid', 'invalid_message'],
    ['an unknown service', message(['gpt', 'hal']), 'invalid', 'unknown_ai_service'],
    [
      'individual mode and two services',
      { ...message(['gpt', 'claude']), mode: message(['gpt']).mode },
      'invalid',
      'invalid_message',
    ],
  ])('with %s is refused, and nothing is stored or spent', async (_, request, kind, code) => {
    const { ai, conversation } = await start({ gpt: says('x'), claude: says('y') });
    await expect(collect(conversation.broadcasts.sendMessage(request, as(aUser())))).rejects.toMatchObject({
      kind,
      code,
    });
    expect(await counts(conversation)).toEqual(nothing);
    expect(ai.requests).toEqual([]);
  });

  it('by a user not yet approved, or without a caller, is refused, and nothing is stored or spent', async () => {
    const { ai, conversation } = await start({ gpt: says('x') });
    const send = (options?: object) => collect(conversation.broadcasts.sendMessage(message(['gpt']), options));
    await expect(send(as(aUser({ isApproved: false })))).rejects.toMatchObject({ code: 'approval_required' });
    await expect(send()).rejects.toMatchObject({ code: 'caller_required' });
    expect(await counts(conversation)).toEqual(nothing);
    expect(ai.requests).toEqual([]);
  });

  it('while Postgres is away is refused as unavailable within 2 s, and nothing is spent', async () => {
    const ai = add(await scriptedAi({ gpt: says('x') }));
    const database = await freshDatabase(service);
    add({ close: () => database.drop() });
    const proxy = add(await tcpProxy(backingUrls().postgres));
    const env = {
      CONVERSATION_DATABASE_URL: proxy.urlOf(database.appUrl),
      CONVERSATION_WORKER_DATABASE_URL: proxy.urlOf(database.workerUrl),
    };
    const conversation = add(await fixture.startConversation(ai.url, { database, env }));
    const user = as(aUser());
    await proxy.shut();
    const refused = { kind: 'unavailable', code: 'database_unavailable', retryAfterSeconds: 2 };
    const sending = () => collect(conversation.broadcasts.sendMessage(message(['gpt']), user));
    expect(await ownTimeOf(() => expect(sending()).rejects.toMatchObject(refused))).toBeLessThan(2_000);
    await proxy.open();
    expect(await counts(conversation)).toEqual(nothing);
    expect(ai.requests).toEqual([]);
    expect(doneOf(await collect(conversation.broadcasts.sendMessage(message(['gpt']), user))).replies).toHaveLength(1);
  });
});

describe('the catalog', () => {
  it('is read once for many messages, and kept while ai-dispatch is away', async () => {
    const { ai, conversation } = await start({ gpt: says('x') });
    const user = as(aUser());
    for (const text of ['One', 'Two']) await collect(conversation.broadcasts.sendMessage(message(['gpt'], text), user));
    expect(ai.calls.filter(({ method }) => method === 'listAiServices')).toHaveLength(1);
    await ai.close();
    const unknown = collect(conversation.broadcasts.sendMessage(message(['hal']), user));
    await expect(unknown).rejects.toMatchObject({ code: 'unknown_ai_service' });
  });

  it('may be away for a moment, as while the product starts: a warning says when it still is', async () => {
    const logged: string[] = [];
    let attempts = 0;
    let isAway = true;
    const away = stub(CatalogServiceDefinition, {
      listAiServices: () => {
        attempts += 1;
        if (isAway) return Promise.reject(new AppError('unavailable', 'away', 'Not yet.'));
        return Promise.resolve({ services: [], formerServices: [] });
      },
    });
    const ai = add(await scriptedAi({ gpt: says('x') }, away));
    const onLog = ({ msg }: Record<string, unknown>) =>
      logged.push(msg === 'listing the AI services failed' ? `warned after ${attempts}` : '');
    const conversation = add(await fixture.startConversation(ai.url, { onLog }));
    const user = as(aUser());
    const send = (text: string) => collect(conversation.broadcasts.sendMessage(message(['gpt'], text), user));
    expect(doneOf(await send('One')).replies).toMatchObject([{ status: ReplyStatus.COMPLETED }]);
    // No second message is needed for it.
    expect(await until(() => logged.find((line) => line !== ''))).toBe('warned after 2');
    isAway = false;
    await expect(send('Two')).rejects.toMatchObject({ code: 'unknown_ai_service' });
    expect(logged.filter((line) => line !== '')).toHaveLength(1);
  });
});

describe('while ai-dispatch is away', () => {
  it('a message is saved, and each reply fails with that reason', async () => {
    const conversation = add(await fixture.startConversation('127.0.0.1:9'));
    const events = await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), as(aUser())));
    expect(doneOf(events).replies).toMatchObject([
      { status: ReplyStatus.FAILED, errorCode: 'dispatch_unavailable', content: '' },
      { status: ReplyStatus.FAILED, errorCode: 'dispatch_unavailable', content: '' },
    ]);
    expect(await counts(conversation)).toMatchObject({ messages: 4, dispatches: 2 });
  });
});

async function* one(...events: ReturnType<typeof delta>[]) {
  yield* events;
}
