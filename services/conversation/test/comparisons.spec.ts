import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  ChangeComparisonRequest,
  type Comparison,
  ComparisonsServiceDefinition,
  CostSource,
  FindComparisonsRequest,
  FindConversationsRequest,
  GenerationSettings,
  PinsServiceDefinition,
  StageImportRequest,
} from '@polylogue/proto';
import { aUser, closing, completed, delta, scriptedAi, until, type Script } from '@polylogue/test-kit';
import { acceptedOf, as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { indexed } from './history.fixture.js';

const cost = { amount: 0.25, currency: 'USD', source: CostSource.PROVIDER };
const replies = (text: string): Script =>
  async function* () {
    yield delta(text);
    yield await Promise.resolve(completed({ cost }));
  };

const { add, closeAll } = closing();
let conversation: Conversation;

beforeAll(async () => {
  const scripts = { gpt: replies('Optimistic.'), claude: replies('Pessimistic.'), grok: replies('Neither.') };
  conversation = add(await startConversation(add(await scriptedAi(scripts)).url));
});
afterAll(closeAll);

type User = ReturnType<typeof aUser>;

const service = () => conversation.client(ComparisonsServiceDefinition);
const send = async (user: User, text: string, services = ['gpt', 'claude']) =>
  acceptedOf(await collect(conversation.broadcasts.sendMessage(message(services, text), as(user))));
const clear = (user: User) => conversation.history.clearDashboard({ aiServices: [] }, as(user));
const find = (user: User, wanted: Partial<FindComparisonsRequest> = {}) =>
  service().findComparisons(FindComparisonsRequest.fromPartial(wanted), as(user));
const idsOf = async (user: User, wanted: Partial<FindComparisonsRequest> = {}) =>
  (await find(user, wanted)).comparisons.map(({ id }) => id);
const change = (user: User, id: string, wanted: Partial<ChangeComparisonRequest>) =>
  service().changeComparison(ChangeComparisonRequest.fromPartial({ id, ...wanted }), as(user));
const servicesOf = ({ conversations }: { conversations: { aiService: string }[] }) =>
  conversations.map(({ aiService }) => aiService);

interface Thread {
  comparison: number;
  minutes: number;
  isDeleted: boolean;
}

/** Conversations of some comparisons, each called by its place; some are hidden until they are removed. */
async function store({ userId }: User, threads: readonly Thread[]): Promise<void> {
  const comparisons = Array.from({ length: 7 }, () => randomUUID());
  await conversation.rows(
    `WITH c AS (
       INSERT INTO conversation.conversations (id, user_id, ai_service, title, on_dashboard, created_at, updated_at,
         comparison_id, preview, message_count, is_priced)
       SELECT (left($1::uuid::text, 32) || lpad(n.nr::text, 4, '0'))::uuid, $1, 'gpt', 'T', false, now(),
         timestamptz '2026-01-01' + n.minutes * interval '1 minute', n.comparison, 'Thread ' || n.nr, 2, true
       FROM unnest($2::uuid[], $3::integer[]) WITH ORDINALITY AS n (comparison, minutes, nr) RETURNING id, preview
     ) INSERT INTO conversation.deletions (conversation_id, user_id)
       SELECT c.id, $1::uuid FROM c WHERE c.preview = ANY ($4::text[])`,
    [
      userId,
      threads.map(({ comparison }) => comparisons[comparison]),
      threads.map(({ minutes }) => minutes),
      threads.flatMap(({ isDeleted }, at) => (isDeleted ? [`Thread ${at + 1}`] : [])),
    ],
  );
}

/** The newest thread of each comparison, the newest first; of two at one time the later one. */
function newestOf(threads: readonly Thread[]): string[] {
  const seen = new Set<number>();
  return threads
    .map((thread, at) => ({ ...thread, at }))
    .filter(({ isDeleted }) => !isDeleted)
    .sort((a, b) => b.minutes - a.minutes || b.at - a.at)
    .filter(({ comparison }) => !seen.has(comparison) && seen.add(comparison))
    .map(({ at }) => `Thread ${at + 1}`);
}

describe('a comparison', () => {
  it('is one entry for all services that one message went to, and for what follows', async () => {
    const ada = aUser();
    const { broadcastId, targets } = await send(ada, 'Which lock?');
    await send(ada, 'Why?');
    // Messages, costs and last words follow a quarter of a second behind.
    await until(async () => {
      const [one] = (await find(ada)).comparisons;
      return one?.messageCount === 8 && one.cost === 1 && ['Optimistic.', 'Pessimistic.'].includes(one.preview);
    });
    const { comparisons, total, nextCursor } = await find(ada);
    expect(comparisons).toHaveLength(1);
    expect([total, nextCursor]).toEqual([1, '']);
    expect(comparisons[0]).toMatchObject({
      id: broadcastId,
      title: 'Which lock?',
      isTitleGiven: false,
      isStarred: false,
      tags: [],
      cost: 1,
      conversations: targets.map(({ conversationId, aiService }) => ({ id: conversationId, aiService, pins: 0 })),
    });
  });

  it('is listed with its message at once, and written again only when what is listed changes', async () => {
    const ada = aUser();
    await send(ada, 'Which lock?');
    const [one] = (await find(ada)).comparisons;
    expect(one!.messageCount).toBe(4);
    expect(['Which lock?', 'Optimistic.', 'Pessimistic.']).toContain(one!.preview);
    await indexed(conversation);
    const versions = () =>
      conversation.rows(
        'SELECT id, xmin::text, cost_usd FROM conversation.conversations WHERE user_id = $1 ORDER BY id',
        [ada.userId],
      );
    const before = await versions();
    expect(before).toMatchObject([{ cost_usd: 0.25 }, { cost_usd: 0.25 }]);
    await conversation.rows(
      `INSERT INTO conversation.search_queue (message_id, user_id)
       SELECT id, user_id FROM conversation.messages WHERE user_id = $1`,
      [ada.userId],
    );
    await indexed(conversation);
    expect(await versions()).toEqual(before);
  });

  it('begins anew once the dashboard was cleared', async () => {
    const ada = aUser();
    const first = await send(ada, 'First');
    await clear(ada);
    const second = await send(ada, 'Second');
    expect(await idsOf(ada)).toEqual([second.broadcastId, first.broadcastId]);
    expect(await idsOf(ada, { ascending: true })).toEqual([first.broadcastId, second.broadcastId]);
    await collect(conversation.broadcasts.retryReply({ messageId: first.targets[0]!.messageId }, as(ada)));
    expect(await idsOf(ada)).toEqual([first.broadcastId, second.broadcastId]);
    expect(await idsOf(ada, { byCreation: true })).toEqual([second.broadcastId, first.broadcastId]);
  });

  it('is joined by a service that is asked later, and by one that a conversation is continued with', async () => {
    const ada = aUser();
    const { broadcastId, targets } = await send(ada, 'Which lock?');
    await send(ada, 'And you?', ['gpt', 'claude', 'grok']);
    const [one] = (await find(ada)).comparisons;
    expect(servicesOf(one!)).toEqual(['gpt', 'claude', 'grok']);
    await clear(ada);
    const { conversationId } = targets[0]!;
    const request = { conversationId, message: 'Go on', aiServices: ['gpt', 'claude'] };
    await collect(conversation.history.continueConversation(request, as(ada)));
    const { comparisons } = await find(ada);
    expect(comparisons.map(({ id }) => id)).toEqual([broadcastId]);
    expect(servicesOf(comparisons[0]!)).toEqual(['gpt', 'claude', 'grok', 'claude']);
  });

  it('says whose replies are pinned', async () => {
    const ada = aUser();
    const { broadcastId, targets } = await send(ada, 'Which lock?');
    const pins = conversation.client(PinsServiceDefinition);
    await pins.pinReply({ broadcastId, messageId: targets[1]!.messageId }, as(ada));
    expect((await find(ada)).comparisons[0]!.conversations.map(({ pins: won }) => won)).toEqual([0, 1]);
  });

  it('is found by its words, its services and its time', async () => {
    const ada = aUser();
    const locks = await send(ada, 'Which lock should a booking system take?');
    await clear(ada);
    const queues = await send(ada, 'Which queue is fair?', ['gpt', 'grok']);
    await until(async () => (await idsOf(ada, { q: 'fair' })).length === 1);
    expect(await idsOf(ada, { q: 'book' })).toEqual([locks.broadcastId]);
    expect(await idsOf(ada, { q: 'pessimistic' })).toEqual([locks.broadcastId]);
    expect(await idsOf(ada, { q: '?!' })).toEqual([]);
    expect(await idsOf(ada, { aiService: 'grok' })).toEqual([queues.broadcastId]);
    expect(await idsOf(ada, { aiService: 'gpt' })).toEqual([queues.broadcastId, locks.broadcastId]);
    expect(await idsOf(ada, { since: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(await idsOf(ada, { since: new Date(Date.now() - 60_000) })).toHaveLength(2);
  });

  it('comes page by page', async () => {
    const ada = aUser();
    const sent: string[] = [];
    for (let nr = 0; nr < 5; nr += 1) {
      sent.unshift((await send(ada, `Question ${nr}`)).broadcastId);
      await clear(ada);
    }
    const found: string[] = [];
    let cursor = '';
    do {
      const page = await find(ada, { limit: 2, cursor });
      found.push(...page.comparisons.map(({ id }) => id));
      cursor = page.nextCursor;
    } while (cursor !== '');
    expect(found).toEqual(sent);
    await expect(find(ada, { cursor: 'x' })).rejects.toMatchObject({ kind: 'invalid', code: 'invalid_cursor' });
  });

  it('stands where its newest conversation does, whatever conversations stand between', async () => {
    const ofComparison = fc.record({ comparison: fc.nat(6), minutes: fc.nat(9), isDeleted: fc.boolean() });
    const threads = fc.array(ofComparison, { minLength: 1, maxLength: 30 });
    await fc.assert(
      fc.asyncProperty(threads, fc.integer({ min: 1, max: 4 }), async (rows, limit) => {
        const ada = aUser();
        await store(ada, rows);
        // A list with a filter looks up for each conversation whether it is the newest of its comparison.
        const all = { limit: 100, since: new Date(0) };
        const lookedUp = (await find(ada, all)).comparisons;
        expect(lookedUp.map(({ preview }) => preview)).toEqual(newestOf(rows));
        expect((await find(ada, { limit: 100 })).comparisons).toEqual(lookedUp);
        const paged: Comparison[] = [];
        for (let cursor = '', isFirst = true; isFirst || cursor !== ''; isFirst = false) {
          const page = await find(ada, { limit, cursor });
          paged.push(...page.comparisons);
          cursor = page.nextCursor;
        }
        expect(paged).toEqual(lookedUp);
      }),
      { numRuns: 25 },
    );
  });

  it('hands out its conversations', async () => {
    const ada = aUser();
    const { broadcastId: comparisonId, targets } = await send(ada, 'Which lock?');
    await clear(ada);
    await send(ada, 'Another');
    const request = FindConversationsRequest.fromPartial({ comparisonId });
    const items = await collect(conversation.history.findConversations(request, as(ada)));
    const found = items.flatMap(({ item }) => (item?.$case === 'found' ? [item.found] : []));
    expect(found.map((each) => each.conversation!.id).sort()).toEqual(
      targets.map(({ conversationId }) => conversationId).sort(),
    );
    expect(found.map((each) => each.comparisonId)).toEqual([comparisonId, comparisonId]);
    expect(found.every((each) => each.conversation!.messages.length === 2)).toBe(true);
  });
});

describe('what a user gives a comparison', () => {
  it('is a title, a star and tags; what is left out stays', async () => {
    const ada = aUser();
    const { broadcastId: id } = await send(ada, 'Which lock?');
    expect(await change(ada, id, { title: '  Locks \n for\tbookings ' })).toMatchObject({
      title: 'Locks for bookings',
      isTitleGiven: true,
    });
    await change(ada, id, { isStarred: true });
    await change(ada, id, { tags: { tags: ['work', ' later ', 'work', ''] } });
    const [found] = (await find(ada)).comparisons;
    expect(found).toMatchObject({ title: 'Locks for bookings', isStarred: true, tags: ['work', 'later'] });
    await clear(ada);
    await send(ada, 'Something else');
    expect(await idsOf(ada, { onlyStarred: true })).toEqual([id]);
    expect(await idsOf(ada, { tag: 'later' })).toEqual([id]);
    expect(await idsOf(ada, { tag: 'late' })).toEqual([]);
    expect(await idsOf(ada, { q: 'booki' })).toEqual([id]);
    expect(await change(ada, id, { title: '', isStarred: false, tags: { tags: [] } })).toMatchObject({
      title: 'Which lock?',
      isTitleGiven: false,
      isStarred: false,
      tags: [],
    });
    expect(await idsOf(ada, { q: 'booki' })).toEqual([]);
  });

  it('is tags that are listed for all of them, each once, in alphabetical order, and for nobody else', async () => {
    const [ada, eve] = [aUser(), aUser()];
    const tagsOf = async (user: User) => (await service().listTags({}, as(user))).tags;
    const tagged = async (user: User, ...tags: string[]) => {
      const { broadcastId: id } = await send(user, 'Which lock?');
      await clear(user);
      await change(user, id, { tags: { tags } });
      return id;
    };
    await tagged(ada, 'work', 'Élan', 'later');
    const second = await tagged(ada, 'Zebra', 'later');
    await tagged(eve, 'mine');
    expect(await tagsOf(ada)).toEqual(['Élan', 'later', 'work', 'Zebra']);
    expect(await tagsOf(eve)).toEqual(['mine']);
    expect(await tagsOf(aUser())).toEqual([]);
    await service().deleteComparison({ id: second }, as(ada));
    expect(await tagsOf(ada)).toEqual(['Élan', 'later', 'work']);
    // Hidden until they are removed.
    await conversation.rows(
      `INSERT INTO conversation.deletions (conversation_id, user_id)
       SELECT id, user_id FROM conversation.conversations WHERE user_id = $1`,
      [ada.userId],
    );
    expect(await tagsOf(ada)).toEqual([]);
    await conversation.rows(
      `UPDATE conversation.comparisons SET tags = ARRAY (SELECT 'tag ' || n FROM generate_series(1, 501) n)
       WHERE user_id = $1`,
      [eve.userId],
    );
    expect(await tagsOf(eve)).toHaveLength(500);
  });

  it.each([
    [{ title: 'x'.repeat(10_000) }, 'A title can have at most 200 characters.'],
    [
      { tags: { tags: Array.from({ length: 1_000 }, (_, nr) => `tag ${nr}`) } },
      'A comparison can have at most 20 tags.',
    ],
    [{ tags: { tags: ['x'.repeat(41)] } }, 'A tag can have at most 40 characters.'],
  ])('has limits, each with a sentence (%#)', async (wanted, sentence) => {
    const ada = aUser();
    const { broadcastId } = await send(ada, 'Which lock?');
    await expect(change(ada, broadcastId, wanted)).rejects.toMatchObject({ kind: 'invalid', message: sentence });
  });

  it('is the last of two changes at once', async () => {
    const ada = aUser();
    const { broadcastId: id } = await send(ada, 'Which lock?');
    const titles = ['One', 'Two', 'Three', 'Four'];
    await Promise.all(titles.map((title) => change(ada, id, { title })));
    expect(titles).toContain((await service().getComparison({ id }, as(ada))).title);
  });

  it('is published for the user’s other devices, and what could not be changed is not', async () => {
    const [ada, eve] = [aUser(), aUser()];
    const { broadcastId: id } = await send(ada, 'Which lock?');
    await change(ada, id, { title: 'Locks' });
    await change(ada, id, { isStarred: true });
    await expect(change(eve, id, { title: 'Mine' })).rejects.toMatchObject({ kind: 'not_found' });
    const published = await conversation.rows(
      `SELECT payload FROM conversation.outbox
       WHERE subject = 'conversation.comparison_changed.v1' AND payload->>'userId' = ANY($1)`,
      [[ada.userId, eve.userId]],
    );
    const event = { payload: { comparisonId: id, userId: ada.userId } };
    expect(published).toEqual([event, event]);
  });

  it('goes with the last conversation, and not before', async () => {
    const ada = aUser();
    const { broadcastId: id, targets } = await send(ada, 'Which lock?');
    await change(ada, id, { title: 'Locks' });
    const left = () => conversation.rows('SELECT title FROM conversation.comparisons WHERE user_id = $1', [ada.userId]);
    await conversation.history.deleteConversation({ id: targets[0]!.conversationId }, as(ada));
    expect(servicesOf((await find(ada)).comparisons[0]!)).toEqual(['claude']);
    expect(await left()).toHaveLength(1);
    await conversation.history.deleteConversation({ id: targets[1]!.conversationId }, as(ada));
    expect(await left()).toEqual([]);
    expect(await idsOf(ada)).toEqual([]);
  });
});

it('goes along with an export, and comes in again as one entry with what it was given', async () => {
  const [ada, eve] = [aUser(), aUser()];
  const { broadcastId: comparisonId } = await send(ada, 'Which lock?');
  await send(ada, 'And you?', ['gpt', 'claude', 'grok']);
  const settings = GenerationSettings.fromPartial({ systemPrompt: 'As a lawyer.', temperature: 0.2, webSearch: true });
  await change(ada, comparisonId, { title: 'Locks', isStarred: true, tags: { tags: ['work'] }, settings });
  const request = FindConversationsRequest.fromPartial({ comparisonId, withFileTexts: true });
  const items = await collect(conversation.history.findConversations(request, as(ada)));
  const conversations = items.flatMap(({ item }) => (item?.$case === 'found' ? [item.found.conversation!] : []));
  expect(conversations.map(({ comparison }) => comparison)).toEqual(
    Array(3).fill({ id: comparisonId, title: 'Locks', isStarred: true, tags: ['work'], settings }),
  );
  for (const round of ['first', 'again']) {
    const importId = randomUUID();
    await conversation.history.stageImport(
      StageImportRequest.fromPartial({ importId, part: 0, conversations }),
      as(eve),
    );
    const { imported } = await conversation.history.commitImport({ importId }, as(eve));
    expect(imported).toBe(round === 'first' ? 3 : 0);
    const { comparisons } = await find(eve);
    expect(comparisons).toHaveLength(1);
    expect(comparisons[0]).toMatchObject({ title: 'Locks', isTitleGiven: true, isStarred: true, tags: ['work'] });
    expect(comparisons[0]!.settings).toEqual(settings);
    expect(servicesOf(comparisons[0]!).sort()).toEqual(['claude', 'gpt', 'grok']);
    expect(comparisons[0]!.id).not.toBe(comparisonId);
  }
});

it('refuses an import whose comparison is called too long', async () => {
  const comparison = { id: randomUUID(), title: 'x'.repeat(201) };
  const time = new Date();
  const one = { id: randomUUID(), aiService: 'gpt', createdAt: time, updatedAt: time, comparison };
  const request = StageImportRequest.fromPartial({ importId: randomUUID(), conversations: [one] });
  await expect(conversation.history.stageImport(request, as(aUser()))).rejects.toMatchObject({ kind: 'invalid' });
});

it('is deleted as a whole', async () => {
  const ada = aUser();
  const { broadcastId: id } = await send(ada, 'Which lock?');
  await clear(ada);
  const other = await send(ada, 'Stays');
  expect(await service().deleteComparison({ id }, as(ada))).toEqual({ deleted: 2 });
  expect(await idsOf(ada)).toEqual([other.broadcastId]);
  await expect(service().deleteComparison({ id }, as(ada))).rejects.toMatchObject({ code: 'comparison_not_found' });
});

it('is of its owner alone', async () => {
  const [ada, eve] = [aUser(), aUser()];
  const { broadcastId: id } = await send(ada, 'Which lock?');
  const missing = { kind: 'not_found', code: 'comparison_not_found' };
  expect(await idsOf(eve)).toEqual([]);
  for (const user of [eve, aUser()]) {
    await expect(service().getComparison({ id }, as(user))).rejects.toMatchObject(missing);
    await expect(change(user, id, { title: 'Mine' })).rejects.toMatchObject(missing);
    await expect(service().deleteComparison({ id }, as(user))).rejects.toMatchObject(missing);
  }
  await expect(service().getComparison({ id: 'x' }, as(ada))).rejects.toMatchObject(missing);
  await expect(service().getComparison({ id: randomUUID() }, as(ada))).rejects.toMatchObject(missing);
  expect(await idsOf(ada)).toEqual([id]);
});

it('is found for what earlier versions stored', async () => {
  const ada = aUser();
  const { broadcastId } = await send(ada, 'Which lock?');
  await indexed(conversation);
  const ungroup = () =>
    conversation.rows('UPDATE conversation.conversations SET comparison_id = NULL WHERE user_id = $1', [ada.userId]);
  await ungroup();
  expect(await idsOf(ada)).toEqual([]);
  await conversation.rows('SELECT conversation.group_conversations(1000)');
  expect(await idsOf(ada)).toEqual([broadcastId]);
  await conversation.rows(
    'UPDATE conversation.conversations SET is_priced = false, cost_usd = NULL WHERE user_id = $1',
    [ada.userId],
  );
  expect((await find(ada)).comparisons[0]!.cost).toBe(0.5);
  // A version that knows nothing of comparisons goes on in them.
  await ungroup();
  await conversation.rows(
    `UPDATE conversation.messages SET content = content || ' More.' WHERE user_id = $1 AND role = 'user'`,
    [ada.userId],
  );
  await until(async () => (await idsOf(ada)).length === 1);
  expect(servicesOf((await find(ada)).comparisons[0]!)).toEqual(['gpt', 'claude']);
});
