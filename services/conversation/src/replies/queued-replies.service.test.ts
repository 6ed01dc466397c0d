import { expect, it } from '@jest/globals';
import type { Database, Logger } from '@polylogue/service-kit';
import { LiveBroadcast } from '../live/live-broadcast.js';
import { QueuedReplies } from './queued-replies.service.js';
import type { RepliesRepository, WaitingReply } from './replies.repository.js';
import { RunningReply } from './running-reply.js';
import type { ThreadsRepository } from './threads.repository.js';

it('all that wait in a process are looked for by one statement, and each begins in its turn or not at all', async () => {
  const asked: string[][] = [];
  const due: string[] = [];
  const endWaits = (waiting: readonly WaitingReply[]) => {
    const ids = waiting.map(({ messageId }) => messageId);
    asked.push(ids);
    return Promise.resolve(ids.filter((id) => due.includes(id)));
  };
  const queued = new QueuedReplies(
    { endWaits } as unknown as RepliesRepository,
    { find: () => Promise.resolve({ thread: [] }) } as unknown as ThreadsRepository,
    { asUser: (_user: string, work: (tx: unknown) => unknown) => work(undefined) } as unknown as Database,
    {} as Logger,
  );
  const replies = ['a', 'b', 'c'].map((name, targetIndex) => {
    const target = { aiService: name, conversationId: name, messageId: name };
    const live = new LiveBroadcast(name, 'user', [target], { replies: 1, open: 1, failed: 0 });
    const work = { ...target, broadcastId: name, userId: 'user', targetIndex, fence: 1, runs: 1, leasedAt: 0 };
    return new RunningReply(work, live);
  });
  const [first, second, third] = replies.map((reply) => queued.threadOf(reply));
  due.push('a');
  expect(await first).toEqual([]);
  replies[1]!.cancel('cancelled');
  expect(await second).toBeUndefined();
  due.push('c');
  expect(await third).toEqual([]);
  expect(asked.filter((ids) => ids.length > 1).at(0)).toEqual(['a', 'b', 'c']);
  expect(asked.at(-1)).toEqual(['c']);
});
