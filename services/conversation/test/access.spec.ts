import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aUser, closing, says, scriptedAi } from '@polylogue/test-kit';
import { as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';

const tables = ['conversations', 'broadcasts', 'messages', 'dispatches', 'reply_parts', 'idempotency'];
const ada = aUser();
const bob = aUser();
const { add, closeAll } = closing();
let conversation: Conversation;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('for one pair of eyes') }));
  conversation = add(await startConversation(ai.url));
  await collect(conversation.broadcasts.sendMessage({ ...message(['gpt']), idempotencyKey: 'key' }, as(ada)));
  await conversation.rows(
    `INSERT INTO conversation.reply_parts (message_id, fence, seq, user_id, body, event_ids, lengths)
     SELECT id, 1, 0, user_id, 'x', '{2}', '{1}' FROM conversation.messages WHERE role = 'assistant' ON CONFLICT DO NOTHING`,
  );
});
afterAll(closeAll);

describe('the rows of a user', () => {
  it('are listed for that user only', async () => {
    const list = (user = ada) =>
      collect(conversation.conversations.listConversations({ includeAll: true, limit: 0 }, as(user)));
    expect(await list()).toHaveLength(1);
    expect(await list(bob)).toEqual([]);
    await expect(
      collect(conversation.conversations.listConversations({ includeAll: true, limit: 0 })),
    ).rejects.toMatchObject({ kind: 'unauthenticated' });
  });

  it.each(tables)('in %s are hidden from others by Postgres, whatever the query', async (table) => {
    const { database } = conversation.service;
    const count = (userId: string) =>
      database.asUser(userId, (tx) => tx.query(`SELECT count(*)::integer AS n FROM ${table}`));
    expect(await count(bob.userId)).toEqual([{ n: 0 }]);
    expect(await count(ada.userId)).not.toEqual([{ n: 0 }]);
    expect(await database.app.query(`SELECT count(*)::integer AS n FROM ${table}`)).toEqual([{ n: 0 }]);
  });

  it('cannot be changed by another user, nor by the worker role beyond its rights', async () => {
    const { database } = conversation.service;
    const rob = (sql: string) => database.asUser(bob.userId, (tx) => tx.query(sql));
    await rob(`UPDATE messages SET content = 'stolen'`);
    await rob('DELETE FROM conversations');
    expect(await conversation.rows(`SELECT 1 FROM conversation.messages WHERE content = 'stolen'`)).toEqual([]);
    expect(await conversation.rows('SELECT 1 FROM conversation.conversations')).toHaveLength(1);
    await expect(
      rob(
        `INSERT INTO conversations (id, user_id, ai_service, title) VALUES (gen_random_uuid(), '${ada.userId}', 'x', 'x')`,
      ),
    ).rejects.toThrow('row-level security');
    await expect(database.worker.query('SELECT * FROM conversations')).rejects.toThrow('permission denied');
    await expect(database.worker.query('DELETE FROM messages')).rejects.toThrow('permission denied');
  });
});
