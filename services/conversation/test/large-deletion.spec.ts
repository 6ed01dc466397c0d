import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PreviewsServiceDefinition, StageImportRequest } from '@polylogue/proto';
import { anAdmin, aUser, callerToken, closing, says, scriptedAi, until } from '@polylogue/test-kit';
import pg from 'pg';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { finder, indexed } from './history.fixture.js';

const { add, closeAll } = closing();
const messages = 12_000;
let conversation: Conversation;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('A rare reply.'), claude: says('Another.') }));
  conversation = add(await startConversation(ai.url));
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
  const other = aUser();
  await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), as(other)));
  expect(await conversation.history.deleteAllConversations({}, as(user))).toMatchObject({ deleted: 1 });
  await until(async () => (await left('conversations', 'id', id)).length === 0);
  expect((await finder(conversation, other)()).found).toHaveLength(2);
  const published = await conversation.rows(
    `SELECT payload FROM conversation.outbox WHERE subject = 'conversation.conversations_deleted.v1' AND payload->>'userId' = $1`,
    [user.userId],
  );
  expect(published).toMatchObject([{ payload: { conversationIds: [id] } }]);
});
