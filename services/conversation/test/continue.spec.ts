import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aUser, closing, says, scriptedAi, until } from '@polylogue/test-kit';
import pg from 'pg';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { finder, indexed } from './history.fixture.js';

const { add, closeAll } = closing();
const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
const services = ['claude', 'gpt'];
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;

beforeAll(async () => {
  ai = add(await scriptedAi({ gpt: says('one'), claude: says('two') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

type User = ReturnType<typeof aUser>;

const send = (user: User, text: string) =>
  collect(conversation.broadcasts.sendMessage(message(services, text), as(user)));

/** A user with a conversation in history and, unless the dashboard is left empty, others on the dashboard. */
async function withHistory(isDashboardEmpty: boolean) {
  const user = aUser();
  const { targets } = acceptedOf(await send(user, 'First'));
  await conversation.history.clearDashboard({ aiServices: [] }, as(user));
  if (!isDashboardEmpty) await send(user, 'Second');
  const conversationId = targets.find(({ aiService }) => aiService === 'gpt')!.conversationId;
  const goOn = (text: string, aiServices = services, idempotencyKey?: string) => {
    const request = { conversationId, message: text, aiServices, idempotencyKey };
    return collect(conversation.history.continueConversation(request, as(user)));
  };
  return { user, conversationId, goOn };
}

/** One conversation per service on the dashboard, whatever happened at once. */
async function expectOneEach(user: User) {
  const { found } = await finder(conversation, user)({ includeAll: false });
  expect(found.map((each) => each.conversation!.aiService).sort()).toEqual(services);
}

describe.each([
  ['beside others', false],
  ['on an empty dashboard', true],
])('continuing %s, at the same time', (_case, isDashboardEmpty) => {
  it('as another continue, with the services in any order, queues', async () => {
    const { user, goOn } = await withHistory(isDashboardEmpty);
    const orders = [services, services.toReversed(), ['claude'], ['gpt']];
    const answers = await Promise.all(orders.flatMap((order, at) => [goOn(`${at}a`, order), goOn(`${at}b`, order)]));
    expect(new Set(answers.map((events) => acceptedOf(events).broadcastId)).size).toBe(8);
    await expectOneEach(user);
  });

  it('as messages to the same services, queues', async () => {
    const { user, goOn } = await withHistory(isDashboardEmpty);
    await Promise.all([0, 1, 2].flatMap((at) => [goOn(`continue ${at}`), send(user, `send ${at}`)]));
    await expectOneEach(user);
  });

  it('with one key, is one broadcast', async () => {
    const { user, goOn } = await withHistory(isDashboardEmpty);
    const before = (await finder(conversation, user)()).found.length;
    const key = randomUUID();
    const answers = await Promise.all([1, 2, 3].map(() => goOn('Once', services, key)));
    expect(new Set(answers.map((events) => acceptedOf(events).broadcastId)).size).toBe(1);
    expect((await finder(conversation, user)()).found).toHaveLength(before + 1);
    await expectOneEach(user);
  });
});

it('a message that waited for a continue is sent with the history it joins', async () => {
  const { user, conversationId } = await withHistory(true);
  // A continue that has copied its conversation, and not yet committed.
  const continuing = new pg.Client({ connectionString: conversation.database.adminUrl });
  await continuing.connect();
  await continuing.query('BEGIN');
  const copy = randomUUID();
  await continuing.query(
    `INSERT INTO conversation.conversations (id, user_id, ai_service, title) VALUES ($1, $2, 'gpt', 'Copy')`,
    [copy, user.userId],
  );
  await continuing.query(
    `INSERT INTO conversation.messages (id, user_id, conversation_id, role, content, status)
     SELECT gen_random_uuid(), user_id, $1, role, content, status FROM conversation.messages
     WHERE conversation_id = $2 ORDER BY position`,
    [copy, conversationId],
  );
  const sending = collect(conversation.broadcasts.sendMessage(message(['gpt'], 'Meanwhile'), as(user)));
  await until(async () => (await conversation.rows(waiting)).length > 0);
  await continuing.query('COMMIT');
  await continuing.end();
  expect(acceptedOf(await sending).targets[0]!.conversationId).toBe(copy);
  const request = ai.requests.find(({ messages }) => messages.at(-1)?.content === 'Meanwhile');
  expect(request?.messages.map(({ content }) => content)).toEqual(['First', 'one', 'Meanwhile']);
});

it('a conversation that is deleted while it is continued is gone or goes on, and nothing else fails', async () => {
  for (let round = 0; round < 5; round++) {
    const { user, conversationId, goOn } = await withHistory(false);
    const [continued] = await Promise.allSettled([
      goOn('Third'),
      conversation.history.deleteConversation({ id: conversationId }, as(user)),
    ]);
    if (continued.status === 'rejected') expect(continued.reason).toMatchObject({ kind: 'not_found' });
  }
});

describe('while a dashboard slot is locked, a transaction that waits for it locks no conversation in history', () => {
  /** Whether `conversationId` is not locked while `waiter` waits for a slot that an open transaction holds. */
  async function isFree(user: User, aiService: string, conversationId: string, waiter: () => Promise<unknown>) {
    // Indexing locks conversations for a moment.
    await indexed(conversation);
    const holder = new pg.Client({ connectionString: conversation.database.adminUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(
      `INSERT INTO conversation.conversations (id, user_id, ai_service, title) VALUES ($1, $2, $3, 'Held')
       ON CONFLICT (user_id, ai_service) WHERE on_dashboard DO UPDATE SET title = 'Held'`,
      [randomUUID(), user.userId, aiService],
    );
    const waited = waiter();
    await until(async () => (await conversation.rows(waiting)).length > 0);
    const found = holder.query('SELECT 1 FROM conversation.conversations WHERE id = $1 FOR UPDATE NOWAIT', [
      conversationId,
    ]);
    const free = await found.then(
      () => true,
      () => false,
    );
    await holder.query('ROLLBACK');
    await holder.end();
    await waited;
    return free;
  }

  it('by a continue', async () => {
    const { user, conversationId, goOn } = await withHistory(true);
    expect(await isFree(user, 'claude', conversationId, () => goOn('Third'))).toBe(true);
  });

  it('by the deletion of all', async () => {
    const { user, conversationId } = await withHistory(false);
    const deleteAll = () => conversation.history.deleteAllConversations({}, as(user));
    expect(await isFree(user, 'gpt', conversationId, deleteAll)).toBe(true);
  });
});
