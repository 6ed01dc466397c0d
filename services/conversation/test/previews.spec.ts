import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { PreviewsServiceDefinition } from '@polylogue/proto';
import type { CallerToken } from '@polylogue/service-kit';
import { anAdmin, aUser, callerToken, closing, says, scriptedAi } from '@polylogue/test-kit';
import { as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { indexed } from './history.fixture.js';

const [ada, bob, boss] = [aUser(), aUser(), anAdmin()];
const names = ['a', 'b', 'c', 'd', 'e', 'f'];
const { add, closeAll } = closing();
let conversation: Conversation;

beforeAll(async () => {
  const long = 'é'.repeat(150);
  const ai = add(await scriptedAi(Object.fromEntries(names.map((name) => [name, says(long)]))));
  conversation = add(await startConversation(ai.url));
  await collect(conversation.broadcasts.sendMessage({ ...message(names), idempotencyKey: 'key' }, as(ada)));
});
afterAll(closeAll);

const previewsOf = (userId: string, asker: CallerToken) =>
  conversation.client(PreviewsServiceDefinition).listPreviews({ userId }, { callerToken: asker });

it('shows an administrator five conversations, a hundred characters of each', async () => {
  const { conversations } = await previewsOf(ada.userId, callerToken(boss));
  expect(conversations).toHaveLength(5);
  for (const { lastMessage, messageCount } of conversations) {
    expect([lastMessage, messageCount]).toEqual(['é'.repeat(100), 2]);
  }
  expect(await previewsOf(bob.userId, callerToken(boss))).toEqual({ conversations: [] });
  expect(await previewsOf('no id', callerToken(boss))).toEqual({ conversations: [] });
});

it('shows nothing to other users, not even of their own', async () => {
  await expect(previewsOf(ada.userId, callerToken(ada))).rejects.toMatchObject({ code: 'admin_required' });
  await expect(previewsOf(ada.userId, callerToken(boss, 'quality'))).rejects.toMatchObject({ kind: 'forbidden' });
  await expect(
    conversation.service.database.asUser(ada.userId, (tx) =>
      tx.query('SELECT * FROM conversation.latest_previews($1)', [ada.userId]),
    ),
  ).rejects.toBeDefined();
});

it('deletes every row of a user who is erased, and no other user’s', async () => {
  await collect(conversation.broadcasts.sendMessage({ ...message(['a']), idempotencyKey: randomUUID() }, as(bob)));
  // The reply is indexed a moment after its end.
  await indexed(conversation);
  const rowsOf = async (userId: string) => {
    const tables = await conversation.rows(
      `SELECT table_name FROM information_schema.columns WHERE table_schema = 'conversation' AND column_name = 'user_id'`,
    );
    const counts = await Promise.all(
      tables.map(async ({ table_name: table }) => {
        const found = await conversation.rows(`SELECT 1 FROM conversation.${String(table)} WHERE user_id = $1`, [
          userId,
        ]);
        return found.length;
      }),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  };
  const bobs = await rowsOf(bob.userId);
  expect([await rowsOf(ada.userId), bobs].every((count) => count > 0)).toBe(true);
  await conversation.service.database.asWorker((tx) => tx.query('SELECT conversation.erase_user($1)', [ada.userId]));
  expect([await rowsOf(ada.userId), await rowsOf(bob.userId)]).toEqual([0, bobs]);
});

it('publishes what admin counts of a user: clears by kind, and files that came with a message', async () => {
  const caller = as(aUser());
  const attachment = { attachment: { name: 'Notes.TXT', size: 5, type: 'text/plain' }, text: 'hello', sha256: 'x' };
  await collect(conversation.broadcasts.sendMessage({ ...message(['a']), attachment }, caller));
  await conversation.history.clearDashboard({ aiServices: ['a'] }, caller);
  await conversation.history.deleteAllConversations({}, caller);
  const published = await conversation.rows(
    `SELECT subject, payload->>'clearType' AS kind, payload->>'type' AS type FROM conversation.outbox
     WHERE subject ~ 'cleared|uploaded' ORDER BY position`,
  );
  expect(published).toEqual([
    { subject: 'conversation.file_uploaded.v1', kind: null, type: '.txt' },
    { subject: 'conversation.conversations_cleared.v1', kind: 'filtered', type: null },
    { subject: 'conversation.conversations_cleared.v1', kind: 'history', type: null },
  ]);
});
