import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ComparisonsServiceDefinition, FindComparisonsRequest } from '@polylogue/proto';
import type { TokenUser } from '@polylogue/service-kit';
import { aUser, closing, gate, says, scriptedAi, until } from '@polylogue/test-kit';
import { as, collect, message, startConversation, type Conversation } from './conversation.fixture.js';
import { finder, indexed } from './history.fixture.js';

const { add, closeAll } = closing();
let conversation: Conversation;

beforeAll(async () => {
  const ai = add(await scriptedAi({ gpt: says('Optimistic.'), claude: says('Pessimistic.') }));
  conversation = add(await startConversation(ai.url));
});
afterAll(closeAll);

const waiting = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** Quality says which claims a map has; none: that it is gone. */
const changed = (userId: string, mapId: string, conversationIds: string[], claims: string[]) =>
  conversation.service.database.asWorker((tx) =>
    conversation.service.events
      .in(tx)
      .publish('quality.agreement_map_changed.v1', { mapId, userId, conversationIds, claims }),
  );

/** A round of two services, by a user of its own. */
async function aRound() {
  const user = aUser();
  await collect(conversation.broadcasts.sendMessage(message(['gpt', 'claude'], 'Which locking?'), as(user)));
  await indexed(conversation);
  const find = finder(conversation, user);
  const { found } = await find({});
  const conversationIds = found.map((each) => each.conversation!.id);
  const hits = async (q: string) =>
    (await find({ q, limit: 10 })).found.map((each) => each.conversation!.id).toSorted();
  return { user, find, conversationIds: conversationIds.toSorted(), hits };
}

const comparisons = async (user: TokenUser, q: string) => {
  const client = conversation.client(ComparisonsServiceDefinition);
  return (await client.findComparisons(FindComparisonsRequest.fromPartial({ q, limit: 10 }), as(user))).comparisons;
};

describe('the claims of an agreement map', () => {
  it('find the conversations it is about and their comparison, and show where they hit', async () => {
    const { user, find, conversationIds, hits } = await aRound();
    expect(conversationIds).toHaveLength(2);
    expect(await hits('writers')).toEqual([]);
    await changed(user.userId, randomUUID(), conversationIds, ['Row locks are cheap.', 'They block writers only.']);
    await until(async () => (await hits('writers')).length === 2, { what: 'the claims to be found' });
    expect(await hits('writers')).toEqual(conversationIds);
    expect(await comparisons(user, 'writers')).toHaveLength(1);
    const { found } = await find({ q: 'writers', limit: 10 });
    const { text, marks, messageId } = found[0]!.snippet!;
    expect(marks.map(({ start, end }) => text.slice(start, end))).toEqual(['writers']);
    // No message says it.
    expect(messageId).toBeFalsy();
    // What a message says is still shown by the message.
    const [own] = (await find({ q: 'locking', limit: 10 })).found;
    expect(own!.snippet!.messageId).toMatch(/-/);
  });

  it('are found no more once the map is gone, and its messages stay', async () => {
    const { user, conversationIds, hits } = await aRound();
    const [mapId, other] = [randomUUID(), randomUUID()];
    await changed(user.userId, mapId, conversationIds, ['Aardvarks dig.']);
    await changed(user.userId, other, conversationIds, ['Bison graze.']);
    await until(async () => (await hits('bison')).length === 2, { what: 'both maps to be found' });
    await changed(user.userId, mapId, conversationIds, []);
    await until(async () => (await hits('aardvarks')).length === 0, { what: 'the map to be forgotten' });
    expect(await hits('bison')).toEqual(conversationIds);
    expect(await hits('pessimistic')).toHaveLength(1);
  });

  it('are stored for nobody but the owner of the conversations, once, and go with them', async () => {
    const { user, conversationIds, hits } = await aRound();
    const stranger = await aRound();
    const mapId = randomUUID();
    await changed(stranger.user.userId, mapId, conversationIds, ['Civets climb.']);
    for (let time = 0; time < 2; time += 1) await changed(user.userId, mapId, conversationIds, ['Civets climb.']);
    await until(async () => (await hits('civets')).length === 2, { what: 'the claims to be found' });
    expect(await stranger.hits('civets')).toEqual([]);
    const stored = () => conversation.rows('SELECT 1 FROM conversation.search_entries WHERE message_id = $1', [mapId]);
    expect(await stored()).toHaveLength(2);
    await conversation.rows('DELETE FROM conversation.conversations WHERE id = ANY ($1::uuid[])', [conversationIds]);
    expect(await stored()).toEqual([]);
    expect(await hits('civets')).toEqual([]);
  });

  it('are stored once by two processes that do so at the same moment', async () => {
    const { user, conversationIds } = await aRound();
    const mapId = randomUUID();
    const { opened, open } = gate();
    let calls = 0;
    const store = () =>
      conversation.service.database.asWorker(async (tx) => {
        const claims = [mapId, user.userId, conversationIds, 'Dingoes dig.', `'dig'`];
        await tx.query('SELECT conversation.store_claims($1, $2, $3::uuid[], $4, $5)', claims);
        calls += 1;
        await opened;
      });
    const both = [store(), store()];
    await until(async () => calls === 2 || (await conversation.rows(waiting)).length > 0);
    open();
    await Promise.all(both);
    const stored = 'SELECT conversation_id AS id FROM conversation.search_entries WHERE message_id = $1 ORDER BY 1';
    expect(await conversation.rows(stored, [mapId])).toEqual(conversationIds.map((id) => ({ id })));
  });

  it('find each conversation once where an earlier version stored them twice', async () => {
    const { user, find, conversationIds, hits } = await aRound();
    const mapId = randomUUID();
    await changed(user.userId, mapId, conversationIds, ['Elks bellow.']);
    await until(async () => (await hits('elks')).length === 2, { what: 'the claims to be found' });
    const twice =
      'INSERT INTO conversation.search_entries SELECT * FROM conversation.search_entries WHERE message_id = $1';
    await conversation.rows(twice, [mapId]);
    expect(await hits('elks')).toEqual(conversationIds);
    expect(await comparisons(user, 'elks')).toHaveLength(1);
    const { found } = await find({ q: 'elks', limit: 10 });
    expect(found.map(({ snippet }) => snippet!.text)).toEqual(['Elks bellow.', 'Elks bellow.']);
  });
});
