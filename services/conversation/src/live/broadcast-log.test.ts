import { describe, expect, it } from '@jest/globals';
import { BroadcastLog } from './broadcast-log.js';
import type { BroadcastStreamEvent, EndedReply, Target } from './broadcast.entity.js';

const targets: Target[] = ['gpt', 'claude'].map((aiService) => ({
  aiService,
  conversationId: `${aiService}-conversation`,
  messageId: `${aiService}-reply`,
}));

const reply = (index: number, content: string): EndedReply => ({
  ...targets[index]!,
  status: 'completed',
  responseTimeMs: 5,
  content,
});

function reader(log: BroadcastLog, afterId = 0) {
  const stop = new AbortController();
  const events = log.read(afterId, stop.signal);
  return { stop, next: async () => (await events.next()).value as BroadcastStreamEvent | undefined };
}

/** Whether a promise is still open after everything that could settle it has had its turn. */
async function isOpen(promise: Promise<unknown>): Promise<boolean> {
  return Promise.race([promise.then(() => false), new Promise<true>((resolve) => setImmediate(() => resolve(true)))]);
}

describe('the log of a broadcast', () => {
  it('sends a reader the earlier events, then the live ones', async () => {
    const log = new BroadcastLog('b', targets);
    const { next } = reader(log);
    expect(await next()).toEqual({ id: 1, kind: 'accepted', broadcastId: 'b', targets });
    const waiting = next();
    log.append(0, 'Hello');
    expect(await waiting).toEqual({ id: 2, kind: 'delta', aiService: 'gpt', messageId: 'gpt-reply', text: 'Hello' });
  });

  it('sends progress without an id of its own: a reader that resumes misses nothing and gets nothing twice', async () => {
    const log = new BroadcastLog('b', targets);
    log.append(0, 'a');
    log.noteProgress(1, 0.4);
    log.append(0, 'b');
    const { next } = reader(log);
    await next();
    expect(await next()).toMatchObject({ id: 2, kind: 'delta', text: 'a' });
    expect(await next()).toEqual({
      id: 2,
      kind: 'progress',
      aiService: 'claude',
      messageId: 'claude-reply',
      fraction: 0.4,
    });
    expect(await next()).toMatchObject({ id: 3, kind: 'delta', text: 'b' });
    expect(await reader(log, 2).next()).toMatchObject({ id: 3, kind: 'delta', text: 'b' });
    const taken = new BroadcastLog('b', [], 100_001);
    taken.noteProgress(0, 0.4);
    expect(await isOpen(reader(taken).next())).toBe(true);
  });

  it('merges deltas queued for a slow reader, but only adjacent ones of one reply', async () => {
    const log = new BroadcastLog('b', targets);
    for (const [index, text] of [
      [0, 'a'],
      [0, 'b'],
      [1, 'x'],
      [0, 'c'],
    ] as const)
      log.append(index, text);
    const { next } = reader(log, 1);
    expect(await next()).toMatchObject({ id: 3, text: 'ab' });
    expect(await next()).toMatchObject({ id: 4, text: 'x' });
    expect(await next()).toMatchObject({ id: 5, text: 'c' });
  });

  it('cuts a merged delta for a reader that has seen a part of it', async () => {
    const log = new BroadcastLog('b', targets);
    for (const text of ['a', 'b', 'c']) log.append(0, text);
    expect(await reader(log, 3).next()).toMatchObject({ id: 4, text: 'c' });
  });

  it('gives each reader what came after its last event, however much of it was packed', async () => {
    const log = new BroadcastLog('b', targets);
    const sent: { id: number; target: number; text: string }[] = [];
    const early = reader(log);
    for (let index = 0; index < 700; index += 1) {
      // Their lengths differ, so that a wrong cut shows.
      const [target, text] = [index % 3 === 0 ? 1 : 0, `${index} `.repeat(1 + (index % 7))];
      sent.push({ id: log.append(target, text), target, text });
      if (index % 50 === 0) log.noteProgress(target, index / 700);
      if (index === 300) log.settle(log.reserveEnd(), reply(1, ''));
    }
    log.finish([reply(0, ''), reply(1, '')]);
    for (const { afterId, next } of [0, 1, 2, 100, 129, 144, 300, 303, 650, 701].map((afterId) => ({
      afterId,
      ...(afterId === 0 ? early : reader(log, afterId)),
    }))) {
      const texts = ['', ''];
      let last = afterId;
      for (let event = await next(); event; event = await next()) {
        expect(event.id).toBeGreaterThanOrEqual(last);
        last = event.id;
        if (event.kind === 'delta')
          texts[targets.findIndex(({ messageId }) => messageId === event.messageId)] += event.text;
      }
      const expected = [0, 1].map((target) =>
        sent.flatMap((one) => (one.target === target && one.id > afterId ? [one.text] : [])).join(''),
      );
      expect(texts).toEqual(expected);
      expect(last).toBe(703);
    }
  });

  it('holds back what follows an end until the end is stored', async () => {
    const log = new BroadcastLog('b', targets);
    log.append(0, 'a');
    const slot = log.reserveEnd();
    log.append(1, 'later');
    const { next } = reader(log, 2);
    const waiting = next();
    expect(await isOpen(waiting)).toBe(true);
    log.settle(slot, reply(0, 'a'));
    expect(await waiting).toMatchObject({ id: 3, kind: 'reply' });
    expect(await next()).toMatchObject({ id: 4, text: 'later' });
  });

  it('ends after done, and at once for a reader that has seen it', async () => {
    const log = new BroadcastLog('b', targets);
    log.finish([reply(0, ''), reply(1, '')]);
    const { next } = reader(log, 1);
    expect(await next()).toMatchObject({ id: 2, kind: 'done' });
    expect(await next()).toBeUndefined();
    expect(await reader(log, 2).next()).toBeUndefined();
  });

  it('frees a waiting reader when it leaves, and when the log is lost', async () => {
    const log = new BroadcastLog('b', targets);
    const aborted = reader(log, 1);
    const left = aborted.next();
    aborted.stop.abort();
    expect(await left).toBeUndefined();

    const staying = reader(log, 1).next();
    log.lose();
    expect(await staying).toBeUndefined();
  });

  it('of a broadcast taken over begins where the other process cannot have been', () => {
    const log = new BroadcastLog('b', targets, 100_050);
    expect(log.isWhole).toBe(false);
    expect(log.append(0, 'a')).toBe(100_050);
  });
});
