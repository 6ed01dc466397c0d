import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { aUser, closing, says, scriptedAi, until } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { indexed, rolledBack, seed } from './history.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('one'), claude: says('two') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

type Rows = Conversation['rows'];

const nil = '00000000-0000-0000-0000-000000000000';

/** What is written in it is not seen by the index that runs meanwhile. */
const apart = <T>(work: (rows: Rows) => Promise<T>): Promise<T> => rolledBack(conversation, work);

/** One conversation with so many messages, written at once as an import does. */
async function writes(rows: Rows, userId: string, count: number, length = 20): Promise<string> {
  const id = randomUUID();
  await rows(
    `INSERT INTO conversation.conversations (id, user_id, ai_service, title, on_dashboard)
     VALUES ($1, $2, 'gpt', 'Many', false)`,
    [id, userId],
  );
  await rows(
    `INSERT INTO conversation.messages (id, user_id, conversation_id, role, content, status)
     SELECT gen_random_uuid(), $2, $1, 'assistant', repeat('x', $4), 'completed' FROM generate_series(1, $3)`,
    [id, userId, count, length],
  );
  return id;
}

const read = (rows: Rows, lastUser = nil) =>
  rows('SELECT * FROM conversation.read_unindexed(200, 1000000, $1)', [lastUser]);

const claim = (rows: Rows, unindexed: Record<string, unknown>[]) =>
  rows('SELECT * FROM conversation.claim_unindexed($1, $2)', [
    unindexed.map(({ message_id }) => message_id),
    unindexed.map(({ version }) => version),
  ]);

/** A batch, whose words are made at once. */
async function take(rows: Rows, lastUser = nil) {
  const unindexed = await read(rows, lastUser);
  expect(await claim(rows, unindexed)).toHaveLength(unindexed.length);
  return unindexed;
}

describe('the search queue', () => {
  it('takes a share of each user, however many messages one of them imported', async () => {
    const users = Array.from({ length: 10 }, () => randomUUID()).toSorted();
    await apart(async (rows) => {
      for (const user of users) await writes(rows, user, user === users[0] ? 5_000 : 30);
      const taken = await take(rows);
      const counts = users.map((user) => taken.filter(({ user_id }) => user_id === user).length);
      expect(counts).toEqual(users.map(() => 20));
      // The importer gets what is left of the batch once the others are done.
      await take(rows);
      expect(await take(rows)).toHaveLength(200);
    });
  });

  it('takes an importer’s new message before the rest of what they imported', async () => {
    const user = randomUUID();
    await apart(async (rows) => {
      await writes(rows, user, 5_000);
      const latest = await writes(rows, user, 1);
      expect((await take(rows)).map(({ conversation_id }) => conversation_id)).toContain(latest);
    });
  });

  it('goes on with the next user where long texts fill a batch', async () => {
    const users = Array.from({ length: 6 }, () => randomUUID()).toSorted();
    await apart(async (rows) => {
      for (const user of users) await writes(rows, user, 3, 600_000);
      const served: unknown[] = [];
      let last = nil;
      for (let batch = 0; batch < 3; batch += 1) {
        const taken = await take(rows, last);
        const inTurn = taken.toSorted((a, b) => Number(a['turn']) - Number(b['turn']));
        served.push(...inTurn.map(({ user_id }) => user_id));
        last = String(inTurn.at(-1)!['user_id']);
      }
      expect(served).toEqual(users);
    });
  });

  it('holds a message once, however often it changes while it waits, beside others that change for the first time', async () => {
    const user = randomUUID();
    const waiting = 'SELECT message_id FROM conversation.search_queue WHERE user_id = $1';
    await apart(async (rows) => {
      const [one, other] = [await writes(rows, user, 1), await writes(rows, user, 1)];
      await rows(
        'DELETE FROM conversation.search_queue q USING conversation.messages m WHERE m.id = q.message_id AND m.conversation_id = $1',
        [one],
      );
      for (const conversation of [other, one]) {
        await rows(
          `UPDATE conversation.messages SET content = content || '!' WHERE user_id = $1 AND conversation_id = $2`,
          [user, conversation],
        );
      }
      await rows(`UPDATE conversation.messages SET content = content || '?' WHERE user_id = $1`, [user]);
      expect(await rows(waiting, [user])).toHaveLength(2);
    });
  });

  it('holds nothing of what is deleted or erased', async () => {
    const [ada, bob] = [randomUUID(), randomUUID()];
    const waiting = `SELECT user_id FROM conversation.search_queue WHERE user_id IN ($1, $2) GROUP BY user_id`;
    await apart(async (rows) => {
      const id = await writes(rows, ada, 1_000);
      await writes(rows, bob, 1_000);
      expect(await rows(waiting, [ada, bob])).toHaveLength(2);
      await rows('DELETE FROM conversation.conversations WHERE id = $1', [id]);
      expect(await rows(waiting, [ada, bob])).toEqual([{ user_id: bob }]);
      await rows('SELECT conversation.erase_user($1)', [bob]);
      expect(await rows(waiting, [ada, bob])).toEqual([]);
    });
  });

  it('locks no conversation while words are made, and those it takes from then on', async () => {
    const user = aUser();
    await seed(conversation, user.userId, [{ title: 'Free', reply: 'To be sent to.' }]);
    await indexed(conversation);
    const lock = () =>
      conversation.rows('SELECT 1 FROM conversation.conversations WHERE user_id = $1 FOR NO KEY UPDATE NOWAIT', [
        user.userId,
      ]);
    await apart(async (rows) => {
      await rows(
        `INSERT INTO conversation.search_queue (message_id, user_id)
         SELECT id, user_id FROM conversation.messages WHERE user_id = $1`,
        [user.userId],
      );
      const unindexed = await read(rows);
      expect(await lock()).toHaveLength(1);
      expect(await claim(rows, unindexed)).toHaveLength(unindexed.length);
      await expect(lock()).rejects.toMatchObject({ code: '55P03' });
    });
  });

  it('gives the messages of a user to one process at a time, and those of the next one to another', async () => {
    const [ada, bob] = [randomUUID(), randomUUID()];
    const usersOf = async (rows: Rows) => (await read(rows)).map(({ user_id }) => user_id);
    await apart(async (rows) => {
      await writes(rows, ada, 1);
      expect(await usersOf(rows)).toEqual([ada]);
      await apart(async (others) => {
        await writes(others, ada, 1);
        await writes(others, bob, 1);
        expect(await usersOf(others)).toEqual([bob]);
      });
    });
  });

  it('keeps a text in the queue that has changed since its words were made', async () => {
    const user = randomUUID();
    await apart(async (rows) => {
      await writes(rows, user, 2);
      const unindexed = (await read(rows)).filter(({ user_id }) => user_id === user);
      const [{ message_id: changed } = {}, { message_id: same } = {}] = unindexed;
      // What another transaction writes has another version, and so has this.
      await rows('SAVEPOINT later');
      await rows(`UPDATE conversation.messages SET content = 'Anew.' WHERE id = $1`, [changed]);
      expect(await claim(rows, unindexed)).toEqual([{ message_id: same }]);
      expect((await read(rows)).map(({ content }) => content)).toContain('Anew.');
    });
  });

  it('holds a question once, however many services it was sent to, and one that begins conversations for each', async () => {
    const user = aUser();
    const send = async (text: string) =>
      acceptedOf(await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude'], text), as(user))));
    const begun = await send('First');
    const requeued = async ({ broadcastId }: { broadcastId: string }) =>
      apart(async (rows) => {
        // As if it were sent now: the index has it already.
        await rows(`UPDATE conversation.messages SET content = content WHERE broadcast_id = $1 AND role = 'user'`, [
          broadcastId,
        ]);
        return (await read(rows)).filter(({ user_id }) => user_id === user.userId).length;
      });
    await indexed(conversation);
    expect(await requeued(begun)).toBe(2);
    const second = await send('Second');
    await indexed(conversation);
    expect(await requeued(second)).toBe(1);
  });

  it('keeps a question while one of its conversations is locked: its words may be stored with any of them', async () => {
    const user = aUser();
    const sent = await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude']), as(user)));
    const { targets } = acceptedOf(sent);
    await indexed(conversation);
    const claimed = () =>
      apart(async (rows) => {
        await rows(
          `INSERT INTO conversation.search_queue (message_id, user_id)
           SELECT id, user_id FROM conversation.messages WHERE user_id = $1 AND role = 'user'`,
          [user.userId],
        );
        return (await claim(rows, await read(rows))).length;
      });
    await apart(async (rows) => {
      await rows('SELECT 1 FROM conversation.conversations WHERE id = $1 FOR UPDATE', [targets[1]!.conversationId]);
      expect(await claimed()).toBe(0);
    });
    expect(await claimed()).toBe(2);
  });

  it('skips locked rows: a conversation that is locked is indexed later', async () => {
    const [ada, bob] = [aUser(), aUser()];
    const waits = async (userId: string) =>
      (await conversation.rows('SELECT 1 FROM conversation.search_queue WHERE user_id = $1', [userId])).length > 0;
    await seed(conversation, ada.userId, [{ title: 'Locked', reply: 'Later.' }]);
    await indexed(conversation);
    await apart(async (rows) => {
      await rows('SELECT 1 FROM conversation.conversations WHERE user_id = $1 FOR UPDATE', [ada.userId]);
      await conversation.rows(
        `INSERT INTO conversation.search_queue (message_id, user_id)
         SELECT id, user_id FROM conversation.messages WHERE user_id = $1`,
        [ada.userId],
      );
      await seed(conversation, bob.userId, [{ title: 'Free', reply: 'Now.' }]);
      await until(async () => !(await waits(bob.userId)), { what: 'the words of another user' });
      expect(await waits(ada.userId)).toBe(true);
    });
    await indexed(conversation);
  });
});
