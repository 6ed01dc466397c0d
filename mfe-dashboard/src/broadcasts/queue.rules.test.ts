import { describe, expect, it } from '@jest/globals';
import { newBroadcast, pendingReply, type Broadcast } from './broadcast.state.js';
import { isTakenBack, released, waitingOf } from './queue.rules.js';
import { isWaiting, type Reply } from './reply.rules.js';

const sent = (key: string, replies: readonly Reply[]): Broadcast =>
  newBroadcast({ key, kind: 'send', message: key, replies });
const waits = (aiService: string) => pendingReply(aiService, 1, true);
const ended = (aiService: string, errorCode?: string): Reply => ({
  ...pendingReply(aiService, 1),
  status: errorCode ? 'cancelled' : 'completed',
  errorCode,
});

describe('a message that waits', () => {
  it('begins at each service when nothing before it is open there, and counts its time from then', () => {
    const first = sent('first', [ended('gpt'), pendingReply('claude', 0)]);
    const next = sent('next', [waits('gpt'), waits('claude')]);
    const [after, ...others] = released([first, next], 50);
    expect(others).toEqual([]);
    expect(after!.replies.map((reply) => [isWaiting(reply), reply.startedAt])).toEqual([
      [false, 50],
      [true, 1],
    ]);
    expect(waitingOf([first, after!])).toBe(after);
  });

  it('is left as it is while all before it is open', () => {
    const both = [sent('first', [pendingReply('gpt', 0)]), sent('next', [waits('gpt')])];
    expect(released(both, 50)).toEqual([]);
  });

  it('does not wait for one that was sent after it', () => {
    const [after] = released([sent('next', [waits('gpt')]), sent('later', [pendingReply('gpt', 0)])], 50);
    expect(waitingOf([after!])).toBeUndefined();
  });

  it('was taken back only when no service had it', () => {
    const results = (...codes: (string | undefined)[]) =>
      codes.map((errorCode) => ({ errorCode })) as unknown as NonNullable<Broadcast['results']>;
    expect(isTakenBack({ results: results('taken_back', 'taken_back') })).toBe(true);
    expect(isTakenBack({ results: results('taken_back', undefined) })).toBe(false);
    expect(isTakenBack({ results: results() })).toBe(false);
    expect(isTakenBack({})).toBe(false);
  });
});
