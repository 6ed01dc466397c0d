import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FindConversationsRequest, MessagesWanted, SortKey } from '@polylogue/proto';
import { aUser, closing, says, scriptedAi } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { finder, indexed, rolledBack, seed } from './history.fixture.js';

const ada = aUser();
const { add, closeAll } = closing();
let conversation: Conversation;
let find: ReturnType<typeof finder>;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('one'), claude: says('two'), gemini: says('three') }));
  conversation = add(await startConversation(ai.url));
  find = finder(conversation, ada);
  await seed(conversation, ada.userId, [
    { title: 'Seat booking', reply: 'Hold seats with a lease.' },
    { title: 'Äpfel und Birnen', reply: 'Obst ist gesund.', service: 'claude' },
    { title: '東京の天気', reply: '今日の東京は晴れです。' },
    { title: '机器学习', reply: '机器学习是人工智能的一个分支。', service: 'claude' },
    { title: 'Le café', reply: 'Un resume pour Zurich 🚀' },
    { title: 'Quoting', reply: `It's 100% "fine" & <b>bold</b> | ! \\ ok:*` },
  ]);
  await seed(conversation, aUser().userId, [{ title: 'Seat booking of another user', reply: 'Hold seats.' }]);
  await indexed(conversation);
});
afterAll(closeAll);

describe('a search', () => {
  it.each([
    ['seats', ['Seat booking']],
    ['HOLD lease', ['Seat booking']],
    ['book', ['Seat booking']],
    ['äpfel', ['Äpfel und Birnen']],
    ['apfel', ['Äpfel und Birnen']],
    ['cafe', ['Le café']],
    ['CAFÉ', ['Le café']],
    ['cafe\u0301', ['Le café']],
    ['résumé zürich', ['Le café']],
    ['🚀', ['Le café']],
    ['東京', ['東京の天気']],
    ['晴れ', ['東京の天気']],
    ['す', ['東京の天気']],
    ['学习', ['机器学习']],
    ['支', ['机器学习']],
    [`it's "fine" & | ! \\ :*`, ['Quoting']],
    ['hold birnen', []],
    ['!!!', []],
  ])('for %s finds its own, in any script', async (q, titles) => {
    const { head, titles: found } = await find({ q, limit: 10 });
    expect(found).toEqual(titles);
    expect(head.total).toBe(titles.length);
  });

  it('shows where it hit, to be highlighted', async () => {
    const { found } = await find({ q: 'lease', limit: 10, messages: MessagesWanted.NONE });
    const { text, marks, messageId } = found[0]!.snippet!;
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['lease']);
    expect(messageId).toMatch(/-/);
    expect(found[0]).toMatchObject({
      messageCount: 2,
      preview: 'Hold seats with a lease.',
      conversation: { messages: [] },
    });
  });

  it('combines with a service and a time', async () => {
    expect((await find({ aiService: 'claude' })).titles).toEqual(['Äpfel und Birnen', '机器学习']);
    const since = new Date(Date.now() - 90 * 60_000);
    expect((await find({ since })).titles).toEqual(['Seat booking', 'Äpfel und Birnen']);
    expect((await find({ since, aiService: 'claude', q: 'obst' })).titles).toEqual(['Äpfel und Birnen']);
  });

  it('finds new messages soon, and deleted ones no more', async () => {
    const bob = aUser();
    const findHis = finder(conversation, bob);
    await seed(conversation, bob.userId, [{ title: 'zebra', reply: 'crossing' }]);
    await indexed(conversation);
    const { found } = await findHis({ q: 'crossing' });
    expect(found).toHaveLength(1);
    await conversation.rows('DELETE FROM conversation.conversations WHERE id = $1', [found[0]!.conversation!.id]);
    expect((await findHis({ q: 'crossing' })).found).toEqual([]);
  });

  it('finds the last word of texts that are longer than is indexed at once', async () => {
    const bob = aUser();
    const endings = { First: 'aardvark', Second: 'bison', Third: 'civet' };
    const threads = Object.entries(endings).map(([title, last]) => {
      return { title, reply: `${'a long story '.repeat(60_000)}${last}` };
    });
    await seed(conversation, bob.userId, threads);
    await indexed(conversation);
    for (const [title, last] of Object.entries(endings)) {
      const { titles } = await finder(conversation, bob)({ q: last, messages: MessagesWanted.NONE });
      expect(titles).toEqual([title]);
    }
  });

  it('walks the newest first when nearly every text has the word', async () => {
    const bob = aUser();
    await conversation.rows(
      `WITH c AS (
         INSERT INTO conversation.conversations (id, user_id, ai_service, title, on_dashboard, updated_at)
         SELECT gen_random_uuid(), $1, 'gpt', n::text, false, now() - n * interval '1 minute' FROM generate_series(1, 3200) n
         RETURNING id, title
       ) INSERT INTO conversation.search_entries (conversation_id, user_id, words)
         SELECT id, $1, array_to_tsvector(ARRAY[$2 || 'the']) FROM c WHERE title <> '2'`,
      [bob.userId, bob.userId.slice(-8)],
    );
    const findHis = finder(conversation, bob);
    const first = await findHis({ q: 'the', limit: 3, messages: MessagesWanted.NONE });
    expect(first.titles).toEqual(['1', '3', '4']);
    expect(first.head).toMatchObject({ total: undefined, totalAtLeast: 3000 });
    const next = await findHis({ q: 'the', limit: 2, cursor: first.head.nextCursor, messages: MessagesWanted.NONE });
    expect(next.titles).toEqual(['5', '6']);
    await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude'], 'The newest'), as(bob)));
    await indexed(conversation);
    const latest = await findHis({ q: 'the', limit: 3, messages: MessagesWanted.NONE });
    expect(latest.titles).toEqual(['The newest', 'The newest', '1']);
  });
});

describe('a question to several services', () => {
  const services = ['gpt', 'claude', 'gemini'];
  /** A user with a thread at each service, in which this was asked second, and what a search for it finds. */
  async function asking(question: string) {
    const user = aUser();
    await collect(conversation.broadcasts.sendMessage(message(services, 'Hello'), as(user)));
    const sent = await collect(conversation.broadcasts.sendMessage(message(services, question), as(user)));
    await indexed(conversation);
    const { broadcastId } = acceptedOf(sent);
    const holders = async () => {
      const entries = `SELECT e.conversation_id FROM conversation.search_entries e
        JOIN conversation.messages m ON m.id = e.message_id WHERE m.broadcast_id = $1 AND m.role = 'user'`;
      return (await conversation.rows(entries, [broadcastId])).map((row) => String(row['conversation_id']));
    };
    const find = finder(conversation, user);
    return {
      user,
      broadcastId,
      holders,
      found: async (q: string) => (await find({ q })).found,
      /** What is counted, and what there is. */
      total: async (q: string) => {
        const { head, found } = await find({ q });
        return [head.total, found.length];
      },
    };
  }

  it('is found in each of its conversations, and its words are stored once', async () => {
    const { broadcastId, holders, found } = await asking('Where do zebras sleep?');
    const hits = await found('zebras');
    const asked = await conversation.rows(
      `SELECT id, conversation_id FROM conversation.messages WHERE broadcast_id = $1 AND role = 'user' ORDER BY id`,
      [broadcastId],
    );
    const shown = hits.map((hit) => ({ id: hit.snippet!.messageId, conversation_id: hit.conversation!.id }));
    expect(shown.toSorted((a, b) => (a.id! < b.id! ? -1 : 1))).toEqual(asked);
    expect(await holders()).toHaveLength(1);
    // Titles and replies are each conversation's own.
    expect(await found('hello')).toHaveLength(3);
    expect(await found('two')).toHaveLength(1);
  });

  it('stays found in the others when one of them is deleted, and its words go with the last', async () => {
    const { user, holders, found } = await asking('Where do okapis sleep?');
    for (const left of [2, 1, 0]) {
      const [id] = await holders();
      await conversation.history.deleteConversation({ id: id! }, as(user));
      const hits = await found('okapis');
      expect(hits).toHaveLength(left);
      expect(hits.map((hit) => hit.conversation!.id)).not.toContain(id);
    }
    expect(await holders()).toEqual([]);
    const owned = 'SELECT 1 FROM conversation.search_entries WHERE user_id = $1';
    expect(await conversation.rows(owned, [user.userId])).toEqual([]);
  });

  it('is found in the others in the moment in which one is deleted, and counted as often as it is found', async () => {
    const { user, broadcastId, holders, total } = await asking('Where do pandas sleep?');
    const entries = () =>
      conversation.rows(
        `SELECT conversation_id, broadcast_id, part, words::text, shared_by FROM conversation.search_entries
         WHERE broadcast_id = $1`,
        [broadcastId],
      );
    const [whole] = await entries();
    expect(await total('pandas')).toEqual([3, 3]);
    const [holder] = await holders();
    const other = (whole!['shared_by'] as string[]).find((id) => id !== holder);
    // One that does not hold the words, then the one that does.
    await conversation.history.deleteConversation({ id: other! }, as(user));
    expect(await total('pandas')).toEqual([2, 2]);
    await rolledBack(conversation, async (rows) => {
      await rows('DELETE FROM conversation.conversations WHERE id = $1', [holder]);
      const moved = await rows(
        'SELECT words::text, shared_by FROM conversation.search_entries WHERE broadcast_id = $1',
        [broadcastId],
      );
      const left = (whole!['shared_by'] as string[]).filter((id) => id !== holder && id !== other);
      expect(moved).toEqual([{ words: whole!['words'], shared_by: left }]);
    });
    await conversation.history.deleteConversation({ id: holder! }, as(user));
    expect(await total('pandas')).toEqual([1, 1]);
  });

  it('gives its words to one that nobody removes at the same time, and waits for the index where there is none', async () => {
    const { user, broadcastId, holders, total } = await asking('Where do badgers sleep?');
    const ids = await conversation.rows(
      `SELECT conversation_id AS id FROM conversation.messages WHERE broadcast_id = $1 AND role = 'user'`,
      [broadcastId],
    );
    const lock = 'SELECT 1 FROM conversation.conversations WHERE id = $1 FOR UPDATE';
    const deleteHolder = async (others: number) => {
      const [holder] = await holders();
      const rest = ids.map(({ id }) => String(id)).filter((id) => id !== holder);
      await rolledBack(conversation, async (rows) => {
        for (const id of rest.slice(0, others)) await rows(lock, [id]);
        await conversation.history.deleteConversation({ id: holder! }, as(user));
        expect(await holders()).toEqual(rest.slice(others, others + 1));
      });
      ids.splice(0, ids.length, ...rest.map((id) => ({ id })));
    };
    await deleteHolder(1);
    expect(await total('badgers')).toEqual([2, 2]);
    await deleteHolder(1);
    await indexed(conversation);
    expect(await total('badgers')).toEqual([1, 1]);
  });

  it('leaves nothing behind when all are deleted at once, or the user is erased', async () => {
    const [deleted, erased] = [await asking('Where do lemurs sleep?'), await asking('Where do tapirs sleep?')];
    await conversation.history.deleteAllConversations({}, as(deleted.user));
    const eraseSome = async () => {
      const [row] = await conversation.rows('SELECT conversation.erase_some($1, 5) AS n', [erased.user.userId]);
      return row!['n'];
    };
    // No more at once, however much there is.
    expect(await eraseSome()).toBe(5);
    while ((await eraseSome()) === 5);
    for (const table of ['search_entries', 'search_queue', 'messages', 'dispatches', 'conversations']) {
      const owned = `SELECT 1 FROM conversation.${table} WHERE user_id IN ($1, $2)`;
      expect(await conversation.rows(owned, [deleted.user.userId, erased.user.userId])).toEqual([]);
    }
  });
});

describe('an order', () => {
  it.each([
    [SortKey.UPDATED_AT, false],
    [SortKey.CREATED_AT, true],
    [SortKey.AI_SERVICE, true],
    [SortKey.LAST_MESSAGE, false],
    [SortKey.MESSAGE_COUNT, true],
  ])('by %s is the same page by page as all at once', async (sort, ascending) => {
    const whole = await find({ sort, ascending });
    expect(whole.titles).toHaveLength(6);
    const paged: string[] = [];
    for (let cursor = ''; ;) {
      const { head, titles } = await find({ sort, ascending, limit: 2, cursor });
      expect(head.total).toBe(6);
      paged.push(...titles);
      cursor = head.nextCursor;
      if (cursor === '') break;
    }
    expect(paged).toEqual(whole.titles);
  });

  it('by creation has every conversation, also one that gets a message while the list is read', async () => {
    const reader = aUser();
    const threads = Array.from({ length: 150 }, (_, at) => ({ title: `${at}`, reply: 'Hold.' }));
    await seed(conversation, reader.userId, threads);
    const request = { includeAll: true, withFileTexts: true, sort: SortKey.CREATED_AT };
    const ids = new Set<string>();
    const items = conversation.history.findConversations(FindConversationsRequest.fromPartial(request), as(reader));
    for await (const { item } of items) {
      if (item?.$case === 'found') ids.add(item.found.conversation!.id);
      if (item?.$case !== 'head') continue;
      const touch = `UPDATE conversation.conversations SET updated_at = now() WHERE user_id = $1 AND title = '149'`;
      await conversation.rows(touch, [reader.userId]);
    }
    expect(ids.size).toBe(150);
  });

  it('by the last message is that of the text as it is shown', async () => {
    const reader = aUser();
    await seed(conversation, reader.userId, [
      { title: 'third', reply: '- ***Zebras*** graze' },
      { title: 'first', reply: '# “Émile”, a book' },
      { title: 'second', reply: '| Lions | Tigers |\n| --- | --- |\n| 1 | 2 |' },
    ]);
    await indexed(conversation);
    const { titles } = await finder(conversation, reader)({ sort: SortKey.LAST_MESSAGE, ascending: true });
    expect(titles).toEqual(['first', 'second', 'third']);
  });

  it.each(['x', 'W10', Buffer.from('["updated_at",0,"1","2"]').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      await expect(find({ cursor, limit: 2 })).rejects.toMatchObject({ code: 'invalid_cursor' });
    },
  );

  it('refuses a cursor of another order', async () => {
    const { head } = await find({ limit: 2 });
    await expect(find({ limit: 2, cursor: head.nextCursor, ascending: true })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});
