import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  ExpiredConversationsServiceDefinition,
  PreviewsServiceDefinition,
  Retention,
  RetentionServiceDefinition,
  StageImportRequest,
} from '@polylogue/proto';
import type { TokenUser } from '@polylogue/service-kit';
import { anAdmin, aUser, callerToken, closing, says, scriptedAi, stub, until } from '@polylogue/test-kit';
import pg from 'pg';
import { NIL } from 'uuid';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { finder, indexed, rolledBack, seed } from './history.fixture.js';
import { startReplica } from './replica.fixture.js';

const { add, closeAll } = closing();
const messages = 12_000;
/** So many that their rows, as those of a large conversation, follow in the background. */
const batch = 5_100;
let conversation: Conversation;
let ai: Awaited<ReturnType<typeof scriptedAi>>;
/** What admin answers when it is asked how long conversations are kept. */
let rule: Partial<Retention> = {};

beforeAll(async () => {
  const retention = stub(RetentionServiceDefinition, { getRetention: async () => Retention.fromPartial(rule) });
  ai = add(await scriptedAi({ gpt: says('A rare reply.'), claude: says('Another.') }, retention));
  conversation = add(await startConversation(ai.url, { env: { CONVERSATION_DELETE_BATCH: String(batch) } }));
});
afterAll(closeAll);

/** A conversation of so many messages that its rows are not removed at once. */
async function withLarge() {
  const user = aUser();
  const { broadcastId, targets } = acceptedOf(
    await collect(conversation.broadcasts.sendMessage(message(['gpt']), as(user))),
  );
  const id = targets[0]!.conversationId;
  await indexed(conversation);
  // Pending, so that they are not queued for indexing: the words of old messages have been indexed long ago.
  await conversation.rows(
    `INSERT INTO conversation.messages (id, user_id, conversation_id, role, content, status)
     SELECT gen_random_uuid(), $1, $2, 'user', '', 'pending' FROM generate_series(1, $3)`,
    [user.userId, id, messages],
  );
  await conversation.rows('UPDATE conversation.conversations SET message_count = $2 WHERE id = $1', [id, messages]);
  return { user, id, broadcastId, messageId: targets[0]!.messageId };
}

const left = (table: string, column: string, id: string) =>
  conversation.rows(`SELECT 1 FROM conversation.${table} WHERE ${column} = $1`, [id]);

it('a large conversation is gone from sight at once, and its rows follow', async () => {
  const { user, id, broadcastId, messageId } = await withLarge();
  const find = finder(conversation, user);
  expect((await find({ q: 'rare' })).found).toHaveLength(1);
  // The first batch waits for this row, so that what follows is seen while rows remain.
  const holder = new pg.Client({ connectionString: conversation.database.adminUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT 1 FROM conversation.messages WHERE id = $1 FOR UPDATE', [messageId]);
  await conversation.history.deleteConversation({ id }, as(user));
  expect(await left('messages', 'conversation_id', id)).not.toHaveLength(0);

  expect((await find()).found).toEqual([]);
  expect((await find({ q: 'rare' })).found).toEqual([]);
  const notFound = { kind: 'not_found' };
  await expect(conversation.history.deleteConversation({ id }, as(user))).rejects.toMatchObject(notFound);
  const resumed = collect(conversation.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, as(user)));
  await expect(resumed).rejects.toMatchObject(notFound);
  const retried = collect(conversation.broadcasts.retryReply({ messageId }, as(user)));
  await expect(retried).rejects.toMatchObject(notFound);
  const previews = conversation.client(PreviewsServiceDefinition);
  const shown = await previews.listPreviews({ userId: user.userId }, { callerToken: callerToken(anAdmin()) });
  expect(shown.conversations).toEqual([]);
  // An import now would collide with the ids of rows that are still there.
  const part = StageImportRequest.fromPartial({ importId: randomUUID(), part: 0 });
  const staged = conversation.history.stageImport(part, as(user));
  await expect(staged).rejects.toMatchObject({ code: 'deletion_under_way' });
  const sent = acceptedOf(await collect(conversation.broadcasts.sendMessage(message(['gpt'], 'Anew'), as(user))));
  expect(sent.targets[0]!.conversationId).not.toBe(id);

  await holder.query('ROLLBACK');
  await holder.end();
  await until(async () => (await left('conversations', 'id', id)).length === 0);
  expect(await left('deletions', 'conversation_id', id)).toEqual([]);
  expect(await left('messages', 'conversation_id', id)).toEqual([]);
  expect(await left('search_entries', 'conversation_id', id)).toEqual([]);
  await conversation.history.stageImport(part, as(user));
  expect((await find()).titles).toEqual(['Anew']);
});

it('all of a user’s conversations together may be large, and no other user’s are deleted', async () => {
  const { user, id } = await withLarge();
  // More than one transaction removes.
  const small = (await conversation.rows(
    `INSERT INTO conversation.conversations (id, user_id, ai_service, title, on_dashboard)
     SELECT gen_random_uuid(), $1, 'gpt', 'Small', false FROM generate_series(1, 120) RETURNING id`,
    [user.userId],
  )) as { id: string }[];
  const other = aUser();
  await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), as(other)));
  expect(await conversation.history.deleteAllConversations({}, as(user))).toMatchObject({ deleted: 121 });
  await until(async () => (await left('conversations', 'user_id', user.userId)).length === 0);
  expect(await left('deletions', 'user_id', user.userId)).toEqual([]);
  expect((await finder(conversation, other)()).found).toHaveLength(2);
  const published = await conversation.rows(
    `SELECT payload FROM conversation.outbox WHERE subject = 'conversation.conversations_deleted.v1' AND payload->>'userId' = $1`,
    [user.userId],
  );
  const [event] = published as { payload: { conversationIds: string[] } }[];
  expect(event?.payload.conversationIds.toSorted()).toEqual([id, ...small.map((each) => each.id)].toSorted());
});

it('as many conversations as no person has go in several transactions, and are told of as one', async () => {
  const [user, count] = [aUser(), batch + 50];
  await conversation.rows(
    `INSERT INTO conversation.conversations (id, user_id, ai_service, title, on_dashboard)
     SELECT gen_random_uuid(), $1, 'gpt', 'Small', false FROM generate_series(1, $2)`,
    [user.userId, count],
  );
  expect(await conversation.history.deleteAllConversations({}, as(user))).toMatchObject({ deleted: count });
  expect(await left('deletions', 'user_id', user.userId)).not.toHaveLength(0);
  expect((await finder(conversation, user)()).found).toEqual([]);
  const published = (await conversation.rows(
    `SELECT subject, payload FROM conversation.outbox WHERE payload->>'userId' = $1`,
    [user.userId],
  )) as { subject: string; payload: { conversations: number; conversationIds?: string[] } }[];
  const cleared = published.filter(({ subject }) => subject === 'conversation.conversations_cleared.v1');
  expect(cleared.map(({ payload }) => payload.conversations)).toEqual([count]);
  const ids = published.flatMap(({ payload }) => payload.conversationIds ?? []);
  expect(new Set(ids).size).toBe(count);
});

describe('by the rule of the installation', () => {
  const often = { CONVERSATION_RETENTION_SECONDS: '0.1' };
  const days = (count: number) => count * 24;
  const titles = async (user: TokenUser) => (await finder(conversation, user)()).titles.sort();
  const thread = (title: string, hoursAgo: number) => ({ title, reply: 'Yes.', hoursAgo });
  /** Puts conversations of a user into one comparison. */
  const together = async (user: TokenUser, comparisonId: string, ...of: string[]) =>
    conversation.rows(
      'UPDATE conversation.conversations SET comparison_id = $1 WHERE user_id = $2 AND title = ANY($3)',
      [comparisonId, user.userId, of],
    );
  const expired = async () => {
    const events = await conversation.rows(
      `SELECT payload FROM conversation.outbox WHERE subject = 'conversation.conversations_expired.v1' ORDER BY position`,
    );
    return events.map(({ payload }) => payload as { conversations?: number; messages?: number; aiChats?: number });
  };
  const counted = async (what: 'conversations' | 'messages' | 'aiChats') =>
    (await expired()).reduce((sum, each) => sum + (each[what] ?? 0), 0);

  it('a process that is killed in the middle leaves each conversation whole or gone, and each is counted once', async () => {
    const [first, second] = [aUser(), aUser()];
    await seed(conversation, first.userId, [thread('Older', days(40))]);
    await seed(conversation, second.userId, [thread('Old', days(30))]);
    await indexed(conversation);
    const holder = new pg.Client({ connectionString: conversation.database.adminUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT 1 FROM conversation.conversations WHERE user_id = $1 FOR UPDATE', [second.userId]);
    rule = { keepDays: 20 };
    const dying = add(await startReplica(ai.url, conversation.database, often));
    await until(async () => (await titles(first)).length === 0);
    await dying.kill();
    expect(await titles(second)).toEqual(['Old']);
    expect(await counted('conversations')).toBe(1);
    await holder.query('ROLLBACK');
    await holder.end();
    add(await startConversation(ai.url, { database: conversation.database, env: often }));
    await until(async () => (await titles(second)).length === 0);
    expect([await counted('conversations'), await counted('messages')]).toEqual([2, 4]);
    expect(await left('search_entries', 'user_id', first.userId)).toEqual([]);
  });

  /** Old conversations of which some are kept: one alone, one pinned, two of a starred comparison, and one with a newer beside it. */
  async function withKept() {
    const user = aUser();
    const old = ['Alone', 'Half old', 'Pinned', 'Starred', 'Beside the starred'];
    await seed(conversation, user.userId, [...old.map((title) => thread(title, days(9))), thread('Half new', days(1))]);
    await indexed(conversation);
    const starred = randomUUID();
    await together(user, starred, 'Starred', 'Beside the starred');
    await together(user, randomUUID(), 'Half old', 'Half new');
    await conversation.rows('INSERT INTO conversation.comparisons (user_id, id, is_starred) VALUES ($1, $2, true)', [
      user.userId,
      starred,
    ]);
    await conversation.rows(
      `INSERT INTO conversation.pins (broadcast_id, user_id, message_id) SELECT gen_random_uuid(), $1, m.id
       FROM conversation.messages m JOIN conversation.conversations c ON c.id = m.conversation_id
       WHERE c.user_id = $1 AND c.title = 'Pinned' AND m.role = 'assistant'`,
      [user.userId],
    );
    await conversation.rows(
      `INSERT INTO conversation.ai_chat_sessions (user_id, id, opening, updated_at)
       SELECT $1, 'chat ' || days, 'Hi', now() - days * interval '1 day' FROM unnest(ARRAY[1, 9]) AS days`,
      [user.userId],
    );
    return { user, starred };
  }

  it('an administrator sees what a rule would remove, and nobody else', async () => {
    rule = {};
    const { user } = await withKept();
    const counts = conversation.client(ExpiredConversationsServiceDefinition);
    const count = (removesStarred: boolean, caller: TokenUser = anAdmin()) =>
      counts.countExpiredConversations({ keepDays: 5, removesStarred }, as(caller));
    expect(await count(false)).toMatchObject({ conversations: 1, messages: 2, aiChats: 1, users: 1, kept: 3 });
    expect(await count(true)).toMatchObject({ conversations: 4, kept: 0, oldestAt: expect.any(Date) });
    await expect(count(false, user)).rejects.toMatchObject({ code: 'admin_required' });
    const noDays = counts.countExpiredConversations({ keepDays: 0, removesStarred: false }, as(anAdmin()));
    await expect(noDays).rejects.toMatchObject({ kind: 'invalid' });
    expect(await titles(user)).toHaveLength(6);
    await conversation.history.deleteAllConversations({}, as(user));
    await conversation.rows('DELETE FROM conversation.ai_chat_sessions WHERE user_id = $1', [user.userId]);
  });

  it('comparisons go whole, what is starred or pinned stays unless the rule says so, and chats go too', async () => {
    rule = {};
    const [{ user, starred }, other] = [await withKept(), aUser()];
    await seed(conversation, other.userId, [thread('New', 1)]);
    const before = { conversations: await counted('conversations'), aiChats: await counted('aiChats') };

    rule = { keepDays: 5 };
    const chats = () => left('ai_chat_sessions', 'user_id', user.userId);
    await until(async () => (await chats()).length === 1);
    expect(await titles(user)).toEqual(['Beside the starred', 'Half new', 'Half old', 'Pinned', 'Starred']);
    expect([await counted('conversations'), await counted('aiChats')]).toEqual([
      before.conversations + 1,
      before.aiChats + 1,
    ]);
    const deleted = await conversation.rows(
      `SELECT payload FROM conversation.outbox WHERE subject = 'conversation.conversations_deleted.v1' AND payload->>'userId' = $1`,
      [user.userId],
    );
    expect(deleted).toMatchObject([{ payload: { conversationIds: [expect.any(String)] } }]);

    rule = { keepDays: 5, removesStarred: true };
    await until(async () => (await titles(user)).length === 2);
    expect(await titles(user)).toEqual(['Half new', 'Half old']);
    expect(await left('comparisons', 'id', starred)).toEqual([]);
    expect(await titles(other)).toEqual(['New']);
  });

  /** A user of whose old conversations more stay than a page has, and one goes that was used after all of them. */
  async function withManyKept() {
    const [user, comparisonId] = [aUser(), randomUUID()];
    await conversation.rows('INSERT INTO conversation.comparisons (user_id, id, is_starred) VALUES ($1, $2, true)', [
      user.userId,
      comparisonId,
    ]);
    await conversation.rows(
      `INSERT INTO conversation.conversations (id, user_id, ai_service, title, on_dashboard, comparison_id, updated_at)
       SELECT gen_random_uuid(), $1, 'gpt', 'Kept', false, $2, now() - interval '30 days' FROM generate_series(1, 2500)`,
      [user.userId, comparisonId],
    );
    await seed(conversation, user.userId, [thread('Goes', days(9))]);
    return user;
  }

  it('is not held up by how many stay: a page is as much work as another', async () => {
    rule = {};
    const { userId } = await withManyKept();
    await conversation.rows('ANALYZE conversation.conversations');
    const looked = await rolledBack(conversation, async (rows) => {
      await rows(
        `SELECT FROM conversation.aged_conversations(now() - interval '5 days', false, '-infinity', '${NIL}', 20)`,
      );
      return rows(
        `SELECT coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0) AS read FROM pg_stat_xact_all_tables
         WHERE relid = 'conversation.conversations'::regclass`,
      );
    });
    expect(Number(looked[0]!['read'])).toBeLessThanOrEqual(40);

    rule = { keepDays: 5 };
    const gone = 'SELECT 1 FROM conversation.conversations WHERE user_id = $1 AND title = $2';
    await until(async () => (await conversation.rows(gone, [userId, 'Goes'])).length === 0);
    expect(await conversation.rows(gone, [userId, 'Kept'])).toHaveLength(2_500);
  });
});
