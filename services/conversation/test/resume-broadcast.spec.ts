import { afterEach, describe, expect, it, jest } from '@jest/globals';
import { ReplyStatus } from '@polylogue/proto';
import {
  aUser,
  closing,
  freshDatabase,
  gate,
  says,
  saysAround,
  type Script,
  scriptedAi,
  until,
} from '@polylogue/test-kit';
import { randomUUID } from 'node:crypto';
import { StoredBroadcastsRepository } from '../src/broadcasts/stored-broadcasts.repository.js';
import { CleanupCron } from '../src/replies/cleanup.cron.js';
import { RepliesRepository } from '../src/replies/replies.repository.js';
import { service } from '../src/service.js';
import {
  acceptedOf,
  as,
  collect,
  doneOf,
  follow,
  message,
  startConversation,
  textsOf,
} from './conversation.fixture.js';

const { add, closeAll } = closing();
afterEach(closeAll);

/** Two replicas of the service on one database. */
async function startTwo(scripts: Record<string, Script>) {
  const ai = add(await scriptedAi(scripts));
  const database = await freshDatabase(service);
  add({ close: () => database.drop() });
  const one = add(await startConversation(ai.url, { database }));
  const two = add(await startConversation(ai.url, { database }));
  return { ai, one, two };
}

const paragraphs = Array.from({ length: 40 }, (_, index) => `${index} ${'🙂 lorem ipsum'.repeat(index % 5)}\n`);

describe('a resumed stream', () => {
  it('after any event, live and elsewhere, has nothing twice and nothing missing', async () => {
    const { one, two } = await startTwo({ gpt: says(...paragraphs), claude: says('Short.') });
    const user = as(aUser());
    const whole = await collect(one.broadcasts.sendMessage(message(['gpt', 'claude']), user));
    const { broadcastId } = acceptedOf(whole);
    for (const [index, { id }] of whole.entries()) {
      for (const replica of [one, two]) {
        const rest = await collect(replica.broadcasts.resumeBroadcast({ broadcastId, afterId: id }, user));
        const joined = [...whole.slice(0, index + 1), ...rest];
        expect(textsOf(joined)).toEqual({ gpt: paragraphs.join(''), claude: 'Short.' });
        expect(joined.filter(({ event }) => event?.$case !== 'delta')).toHaveLength(4);
        expect(rest.every((event, index) => event.id > (rest[index - 1]?.id ?? id))).toBe(true);
      }
    }
  });

  it('in the middle goes on live, and on another replica by the stored parts', async () => {
    const { opened, open } = gate();
    const { one, two } = await startTwo({ gpt: saysAround(['First, '], { opened }, ['then.']), claude: says('Done.') });
    const user = as(aUser());
    const first = follow(one.broadcasts.sendMessage(message(['gpt', 'claude']), user));
    await until(() => first.text('gpt') === 'First, ');
    await first.leave();
    const { broadcastId } = acceptedOf(first.events);
    const afterId = first.events.at(-1)!.id;

    const here = follow(one.broadcasts.resumeBroadcast({ broadcastId, afterId }, user));
    const there = follow(two.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, user));
    await until(() => there.text('gpt') === 'First, ');
    open();
    await Promise.all([here.ended, there.ended]);

    expect(textsOf([...first.events, ...here.events])).toEqual({ gpt: 'First, then.', claude: 'Done.' });
    expect(textsOf(there.events)).toEqual({ gpt: 'First, then.', claude: 'Done.' });
    expect(doneOf(here.events)).toEqual(doneOf(there.events));
  });

  it('is read by many at once, each at its own pace', async () => {
    const { opened, open } = gate();
    const { one } = await startTwo({ gpt: saysAround(['a'], { opened }, ['b', 'c']) });
    const user = as(aUser());
    const first = follow(one.broadcasts.sendMessage(message(['gpt']), user));
    const { broadcastId } = await until(() => first.events[0] && acceptedOf(first.events));
    const others = [0, 0, 1].map((afterId) => follow(one.broadcasts.resumeBroadcast({ broadcastId, afterId }, user)));
    open();
    await Promise.all([first, ...others].map(({ ended }) => ended));
    for (const { events } of [first, ...others]) expect(textsOf(events)).toEqual({ gpt: 'abc' });
  });

  it('is not found for a missing broadcast, for another user’s, and for an invalid id', async () => {
    const { one, two } = await startTwo({ gpt: says('mine') });
    const { broadcastId } = acceptedOf(await collect(one.broadcasts.sendMessage(message(['gpt']), as(aUser()))));
    for (const replica of [one, two]) {
      for (const id of [broadcastId, randomUUID(), `${broadcastId}'`, '']) {
        const stream = replica.broadcasts.resumeBroadcast({ broadcastId: id, afterId: 0 }, as(aUser()));
        await expect(collect(stream)).rejects.toMatchObject({ kind: 'not_found', code: 'broadcast_not_found' });
      }
    }
  });

  it('shows a reload the partial text at once, and its state', async () => {
    const { opened, open } = gate();
    const { one, two } = await startTwo({
      gpt: saysAround(['So far'], { opened }, ['.']),
      claude: saysAround([], { opened }, ['x']),
    });
    const user = as(aUser());
    const sending = follow(one.broadcasts.sendMessage(message(['gpt', 'claude']), user));
    await until(() => sending.text('gpt') !== '');
    const replies = async (replica: typeof one) => {
      const listed = await collect(replica.conversations.listConversations({ includeAll: false, limit: 0 }, user));
      return Object.fromEntries(listed.map(({ aiService, messages }) => [aiService, messages.at(-1)]));
    };
    expect((await replies(one))['gpt']).toMatchObject({ content: 'So far', status: ReplyStatus.STREAMING });
    expect((await replies(one))['claude']).toMatchObject({ content: '', status: ReplyStatus.PENDING });
    await until(async () => (await replies(two))['gpt']?.content === 'So far');
    open();
    await sending.ended;
    expect((await replies(two))['gpt']).toMatchObject({ content: 'So far.', status: ReplyStatus.COMPLETED });
  });

  it('elsewhere reads the text of a reply that has ended once, however long another one takes', async () => {
    const { opened, open } = gate();
    const long = 'x'.repeat(200_000);
    const { one, two } = await startTwo({ gpt: says(long), claude: saysAround(['So far'], { opened }, ['.']) });
    const user = as(aUser());
    const hasReply = ({ events }: ReturnType<typeof follow>) => events.some(({ event }) => event?.$case === 'reply');
    const sending = follow(one.broadcasts.sendMessage(message(['gpt', 'claude']), user));
    await until(() => hasReply(sending) && sending.text('claude') !== '');
    const { broadcastId } = acceptedOf(sending.events);
    const find = jest.spyOn(two.service.app.get(StoredBroadcastsRepository), 'find');
    const reading = follow(two.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, user));
    await until(() => hasReply(reading) && reading.text('claude') === 'So far');
    find.mockClear();
    await until(() => find.mock.results.length > 3, { what: 'further looks' });
    const read = await Promise.all(find.mock.results.map(({ value }) => value));
    expect(JSON.stringify(read).length).toBeLessThan(read.length * 2_000);
    open();
    await Promise.all([sending.ended, reading.ended]);
    expect(textsOf(reading.events)).toEqual({ gpt: long, claude: 'So far.' });
    expect(doneOf(reading.events).replies.map(({ content }) => content)).toEqual([long, 'So far.']);
  });

  it('long after its end is still sent, when its parts have been deleted', async () => {
    const { one, two } = await startTwo({ gpt: says('Long ', 'ago.') });
    const user = as(aUser());
    const request = { ...message(['gpt']), idempotencyKey: randomUUID() };
    const { broadcastId } = acceptedOf(await collect(one.broadcasts.sendMessage(request, user)));
    await one.rows(
      `INSERT INTO conversation.reply_parts (message_id, fence, seq, user_id, body, event_ids, lengths)
       SELECT message_id, 1, 0, user_id, 'Long ', '{2}', '{5}' FROM conversation.dispatches ON CONFLICT DO NOTHING`,
    );
    for (const [table, column] of [
      ['dispatches', 'ended_at'],
      ['reply_parts', 'created_at'],
      ['idempotency', 'created_at'],
    ])
      await one.rows(`UPDATE conversation.${table} SET ${column} = now() - interval '25 hours'`);
    await one.rows(
      `INSERT INTO conversation.idempotency (user_id, route, key, body_hash, broadcast_id, created_at)
       SELECT gen_random_uuid(), 'send_message', turn::text, '', gen_random_uuid(), now() - interval '2 days'
       FROM generate_series(1, 4500) AS turn`,
    );
    const batches = jest.spyOn(two.service.app.get(RepliesRepository), 'deleteExpiredKeys');
    await two.service.app.get(CleanupCron).cleanUp();
    const removed = await Promise.all(batches.mock.results.map(({ value }) => value));
    expect(removed).toEqual([2_000, 2_000, 501]);
    expect(await one.rows('SELECT 1 FROM conversation.reply_parts')).toEqual([]);
    expect(await one.rows('SELECT 1 FROM conversation.idempotency')).toEqual([]);
    const events = await collect(two.broadcasts.resumeBroadcast({ broadcastId, afterId: 0 }, user));
    expect(events.map(({ event }) => event?.$case)).toContain('reply');
    expect(doneOf(events).replies[0]?.content).toBe('Long ago.');
  });
});
