import { describe, expect, it, jest } from '@jest/globals';
import type { Events, Logger } from '@polylogue/service-kit';
import type { EndStatus } from '../live/broadcast.entity.js';
import { LiveBroadcast } from '../live/live-broadcast.js';
import type { SearchIndexCron } from '../search/search-index.cron.js';
import type { ReplyRows, RepliesRepository } from './replies.repository.js';
import { ReplyWriter } from './reply-writer.service.js';
import { RunningReply } from './running-reply.js';

/** A writer whose store answers when the test lets it: with what it stored, or a fault. */
function aWriter() {
  const writes: { batch: ReplyRows; answer: (fault?: Error) => void }[] = [];
  const store = (batch: ReplyRows) =>
    new Promise<Set<string>>((resolve, reject) => {
      const stored = new Set(batch.ends.map(({ message_id }) => message_id));
      writes.push({ batch, answer: (fault) => (fault ? reject(fault) : resolve(stored)) });
    });
  const log = { error: jest.fn(), warn: jest.fn() };
  const writer = new ReplyWriter(
    { store } as unknown as RepliesRepository,
    { nudge: () => {} } as Events,
    { nudge: () => {} } as SearchIndexCron,
    log as unknown as Logger,
  );
  /** The next write, once it is made. */
  const next = async (index: number) => {
    while (writes.length <= index) await new Promise((resolve) => setImmediate(resolve));
    return writes[index]!;
  };
  return { writer, writes, next, log };
}

const id = (text: string) => `${text}-id`;

function aBroadcast(name: string, ...services: string[]) {
  const targets = services.map((service) => ({
    aiService: service,
    conversationId: id(`${name}-${service}-thread`),
    messageId: id(`${name}-${service}`),
  }));
  const progress = { replies: services.length, open: services.length, failed: 0 };
  const live = new LiveBroadcast(name, 'user', targets, progress);
  return targets.map((target, targetIndex) => {
    const work = { ...target, broadcastId: name, userId: 'user', targetIndex, fence: 1, runs: 1, leasedAt: 0 };
    return new RunningReply(work, live);
  });
}

const end = (status: EndStatus = 'completed') => ({ status, responseTimeMs: 1 });
const messages = (batch: ReplyRows) => batch.ends.map(({ message_id }) => message_id);

describe('the writer', () => {
  it('writes what gathers during a write in one more', async () => {
    const { writer, next, writes } = aWriter();
    const [gpt, claude, grok] = aBroadcast('b', 'gpt', 'claude', 'grok');
    const ends = [writer.end(gpt!, end())];
    const first = await next(0);
    ends.push(writer.end(claude!, end()), writer.end(grok!, end()));
    first.answer();
    const second = await next(1);
    second.answer();
    await Promise.all(ends);
    expect([messages(first.batch), messages(second.batch)]).toEqual([[id('b-gpt')], [id('b-claude'), id('b-grok')]]);
    expect(writes).toHaveLength(2);
  });

  it('writes an end together with the earlier text of other replies of its broadcast', async () => {
    const { writer, next } = aWriter();
    const [gpt, claude] = aBroadcast('b', 'gpt', 'claude');
    const [other] = aBroadcast('elsewhere', 'gpt');
    for (const running of [gpt!, claude!, other!]) {
      running.append('text');
      writer.noteText(running);
    }
    void writer.end(gpt!, end());
    const { batch, answer } = await next(0);
    expect(batch.parts).toEqual([
      { message_id: id('b-claude'), fence: 1, seq: 0, body: 'text', event_ids: '{3}', lengths: '{4}' },
    ]);
    expect(batch.ends).toMatchObject([
      { content: 'text', end_event_id: 4, tail_event_ids: '{2}', tail_lengths: '{4}' },
    ]);
    answer();
    const flushed = writer.flush();
    const rest = await next(1);
    expect(rest.batch.parts.map(({ message_id }) => message_id)).toEqual([id('elsewhere-gpt')]);
    rest.answer();
    await flushed;
  });

  it('writes one event of a broadcast in which replies end, with how each ended', async () => {
    const { writer, next } = aWriter();
    const [gpt, claude] = aBroadcast('b', 'gpt', 'claude', 'grok');
    const ended = [writer.end(gpt!, end('failed')), writer.end(claude!, end())];
    const { batch, answer } = await next(0);
    answer();
    await Promise.all(ended);
    expect(
      batch.events.map(({ payload, ...row }) => ({ ...row, payload: JSON.parse(payload) as unknown })),
    ).toMatchObject([
      {
        broadcast_id: 'b',
        payload: {
          broadcastId: 'b',
          replies: [
            { aiService: 'gpt', status: 'REPLY_STATUS_FAILED' },
            { aiService: 'claude', status: 'REPLY_STATUS_COMPLETED' },
          ],
        },
      },
    ]);
  });

  it('stores the other replies when Postgres refuses one', async () => {
    const { writer, next, log } = aWriter();
    const [bad, good] = [...aBroadcast('bad', 'gpt'), ...aBroadcast('good', 'gpt')];
    const ends = [writer.end(bad!, end()), writer.end(good!, end())];
    (await next(0)).answer(new Error('refused'));
    (await next(1)).answer(new Error('refused'));
    (await next(2)).answer();
    expect(await ends[0]).toBeUndefined();
    expect(await ends[1]).toMatchObject({ messageId: id('good-gpt') });
    expect([bad!.live.log.isLost, good!.live.log.isLost]).toEqual([true, false]);
    expect(log.error).toHaveBeenCalledTimes(1);
  });

  it('leaves no hole where Postgres refused text: what comes after it is stored with the end', async () => {
    const { writer, writes, next } = aWriter();
    const [gpt, claude] = aBroadcast('b', 'gpt', 'claude');
    gpt!.append('first ');
    writer.noteText(gpt!);
    const flushed = writer.flush();
    for (const index of [0, 1]) (await next(index)).answer(new Error('refused'));
    await flushed;
    for (const running of [gpt!, claude!]) {
      running.append('second');
      writer.noteText(running);
    }
    const going = writer.flush();
    const other = await next(2);
    other.answer();
    await going;
    void writer.end(gpt!, end());
    const { batch } = await next(3);
    expect(other.batch.parts.map(({ message_id }) => message_id)).toEqual([id('b-claude')]);
    expect(batch.ends).toMatchObject([{ content: 'first second', tail_event_ids: '{2,3}', tail_lengths: '{6,6}' }]);
    expect(writes).toHaveLength(4);
  });

  it('goes on after text that was stored by a write whose answer was lost', async () => {
    const { writer, next } = aWriter();
    const [gpt] = aBroadcast('b', 'gpt');
    gpt!.append('first ');
    writer.noteText(gpt!);
    const flushed = writer.flush();
    for (const index of [0, 1]) (await next(index)).answer(Object.assign(new Error('duplicate'), { code: '23505' }));
    await flushed;
    gpt!.append('second');
    writer.noteText(gpt!);
    void writer.flush();
    expect((await next(2)).batch.parts).toMatchObject([{ seq: 1, body: 'second' }]);
  });

  it('writes a broadcast with a locked row alone, in its order, while the others go on', async () => {
    const { writer, next } = aWriter();
    const [[locked, sibling], [good], [later]] = [
      aBroadcast('locked', 'gpt', 'claude'),
      aBroadcast('good', 'gpt'),
      aBroadcast('later', 'gpt'),
    ];
    const lockTimeout = () => Object.assign(new Error('lock timeout'), { code: '55P03' });
    const ended = writer.end(locked!, end());
    void writer.end(good!, end());
    (await next(0)).answer(lockTimeout());
    const [alone, other] = [await next(1), await next(2)];
    expect([messages(alone.batch), messages(other.batch)]).toEqual([[id('locked-gpt')], [id('good-gpt')]]);
    other.answer();
    const siblingEnded = writer.end(sibling!, end());
    const laterEnded = writer.end(later!, end());
    const going = await next(3);
    expect(messages(going.batch)).toEqual([id('later-gpt')]);
    going.answer();
    expect(await laterEnded).toMatchObject({ status: 'completed' });
    alone.answer(lockTimeout());
    const again = await next(4);
    expect(messages(again.batch)).toEqual([id('locked-gpt')]);
    again.answer();
    expect(await ended).toMatchObject({ status: 'completed' });
    const last = await next(5);
    expect(messages(last.batch)).toEqual([id('locked-claude')]);
    const flushed = writer.flush();
    last.answer();
    await flushed;
    expect(await siblingEnded).toMatchObject({ status: 'completed' });
  });

  it('tries again when Postgres is away, and loses nothing', async () => {
    const { writer, next } = aWriter();
    const [gpt] = aBroadcast('b', 'gpt');
    const ended = writer.end(gpt!, end());
    (await next(0)).answer(Object.assign(new Error('away'), { code: 'ECONNREFUSED' }));
    const again = await next(1);
    expect(messages(again.batch)).toEqual([id('b-gpt')]);
    again.answer();
    expect(await ended).toMatchObject({ status: 'completed' });
  });

  it('never stops with something left to write', async () => {
    const { writer, next } = aWriter();
    for (let turn = 0; turn < 20; turn += 1) {
      const [gpt] = aBroadcast(`b${turn}`, 'gpt');
      const ended = writer.end(gpt!, end());
      (await next(turn)).answer();
      await ended;
    }
  });
});
