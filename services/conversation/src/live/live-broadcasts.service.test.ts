import { describe, expect, it } from '@jest/globals';
import type { ConversationConfig } from '../config.js';
import { LiveBroadcast } from './live-broadcast.js';
import { LiveBroadcasts } from './live-broadcasts.service.js';

const target = { aiService: 'gpt', conversationId: 'thread', messageId: 'reply' };
const end = { ...target, status: 'completed', responseTimeMs: 1, content: '' } as const;

function aBroadcast(broadcastId: string, endedAt?: number, text = '') {
  const live = new LiveBroadcast(broadcastId, 'ada', [target], { replies: 1, open: 1, failed: 0 });
  if (text !== '') live.log.append(0, text);
  if (endedAt !== undefined) live.noteEnd(0, end, endedAt);
  return live;
}

function keeping(...broadcasts: LiveBroadcast[]) {
  const kept = new LiveBroadcasts({ CONVERSATION_LOG_SECONDS: 300 } as ConversationConfig);
  for (const each of broadcasts) kept.add(each, 0);
  return { kept, ids: () => ['a', 'b', 'c'].filter((id) => kept.find('ada', id)) };
}

describe('broadcasts in memory', () => {
  it('are found by their user only, and not once they are lost', () => {
    const lost = aBroadcast('b');
    const { kept, ids } = keeping(aBroadcast('a'), lost);
    expect(kept.find('bob', 'a')).toBeUndefined();
    lost.log.lose();
    expect(ids()).toEqual(['a']);
  });

  it('stay while they run, and five minutes after their end', () => {
    const { kept, ids } = keeping(aBroadcast('a', 0), aBroadcast('b', 1_000), aBroadcast('c'));
    kept.evict(300_500);
    expect(ids()).toEqual(['b', 'c']);
  });

  it('leave when others come, and not only when they are looked through', () => {
    const { kept, ids } = keeping(aBroadcast('a', 0));
    kept.add(aBroadcast('b', 299_000), 299_000);
    expect(ids()).toEqual(['a', 'b']);
    kept.add(aBroadcast('c'), 301_000);
    expect(ids()).toEqual(['b', 'c']);
  });

  it('leave at once when they are lost, and not with what has come in their place', () => {
    const lost = aBroadcast('a');
    const { kept, ids } = keeping(lost, aBroadcast('b', 0));
    kept.evict(500);
    lost.log.lose();
    kept.add(aBroadcast('a'), 600);
    kept.evict(1_000);
    expect(ids()).toEqual(['a', 'b']);
    kept.evict(300_500);
    expect(ids()).toEqual(['a']);
  });

  it('leave earlier where there are very many, however short', () => {
    const { kept } = keeping();
    const ended = Array.from({ length: 70_000 }, (_, index) => aBroadcast(`short-${index}`, 0));
    for (const each of ended) kept.add(each, 0);
    kept.evict(1_000);
    expect(kept.find('ada', 'short-0')).toBeUndefined();
    expect(ended.filter(({ broadcastId }) => kept.find('ada', broadcastId))).toHaveLength(64_000);
  });

  it('leave earlier, oldest first, when they hold too much', () => {
    const text = 'x'.repeat(20_000_000);
    const { kept, ids } = keeping(aBroadcast('a', 0, text), aBroadcast('b', 0, text), aBroadcast('c', undefined, text));
    kept.evict(1);
    expect(ids()).toEqual(['b', 'c']);
  });
});
