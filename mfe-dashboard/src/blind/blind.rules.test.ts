import { describe, expect, it } from '@jest/globals';
import type { Conversation, Message } from '@polylogue/api-contract';
import { answeredOf, blindNamesOf, blindService, lastReplies, roundToVote } from './blind.rules.js';

const reply = (id: string, broadcastId: string, status: Message['status'] = 'completed'): Message => ({
  id,
  role: 'assistant',
  content: 'Yes.',
  timestamp: '2026-11-24T04:00:00.000Z',
  status,
  broadcastId,
});

const thread = (name: string, ...messages: Message[]): Conversation => ({
  id: `thread of ${name}`,
  aiService: { name, displayName: name.toUpperCase(), color: '#777777' },
  title: 'Hi',
  messages,
  createdAt: '2026-11-24T04:00:00.000Z',
  updatedAt: '2026-11-24T04:00:00.000Z',
});

describe('the blind round of the dashboard', () => {
  it('is known from what is stored and from what streams, in the order of its names', () => {
    const live = [{ replies: [{ aiService: 'blind..b', status: 'pending' as const, text: '', startedAt: 0 }] }];
    expect(blindNamesOf([thread('gpt'), thread('blind..a')], live)).toEqual(['blind..a', 'blind..b']);
    expect(blindNamesOf([thread('gpt')], [])).toEqual([]);
    expect(blindNamesOf(undefined, [])).toEqual([]);
    expect(blindService('blind..c')).toMatchObject({ displayName: 'Service C', category: 'text', demo: false });
  });

  it('can be voted on when all have ended: the newest round, its complete replies', () => {
    const first = thread('blind..a', reply('a1', '1'), reply('a2', '2'));
    const second = thread('blind..b', reply('b1', '1'), reply('b2', '2'));
    const failed = thread('blind..c', reply('c1', '1'), reply('c2', '2', 'failed'));
    expect(roundToVote([first, second, failed])).toEqual({
      broadcastId: '2',
      replies: [
        { messageId: 'a2', conversationId: 'thread of blind..a', name: 'BLIND..A' },
        { messageId: 'b2', conversationId: 'thread of blind..b', name: 'BLIND..B' },
      ],
    });
    // The server lists what was changed last first; the digits of a ballot follow the panels.
    expect(roundToVote([failed, second, first])).toEqual(roundToVote([first, second, failed]));
    // A message to one alone is no round to be voted on.
    const alone = thread('blind..a', reply('a1', '1'), reply('a3', '3'));
    expect(roundToVote([alone, thread('blind..b', reply('b1', '1'))])?.broadcastId).toBe('1');
  });

  it('cannot be voted on while a reply is open, and with fewer than two', () => {
    const open = thread('blind..a', reply('a1', '1', 'pending'));
    expect(roundToVote([open, thread('blind..b', reply('b1', '1'))])).toBeUndefined();
    expect(
      roundToVote([thread('blind..a', reply('a1', '1')), thread('blind..b', reply('b1', '1', 'failed'))]),
    ).toBeUndefined();
    expect(roundToVote([])).toBeUndefined();
  });

  it('can be revealed all the same when all have ended', () => {
    const failed = thread('blind..b', reply('b1', '1', 'failed'));
    const replies = [
      { messageId: 'a1', conversationId: 'thread of blind..a', name: 'BLIND..A' },
      { messageId: 'b1', conversationId: 'thread of blind..b', name: 'BLIND..B' },
    ];
    expect(lastReplies([failed, thread('blind..a', reply('a1', '1'))])).toMatchObject({ broadcastId: '1', replies });
    expect(lastReplies([failed, thread('blind..a', reply('a1', '1', 'pending'))])).toBeUndefined();
    expect(lastReplies([])).toBeUndefined();
  });

  it('says how many have answered by the share that the stream tells', () => {
    expect([undefined, 0.25, 1 / 3, 0.75, 1].map((fraction) => answeredOf(fraction, 4))).toEqual([0, 1, 1, 3, 4]);
    expect([1 / 7, 2 / 7, 6 / 7].map((fraction) => answeredOf(fraction, 7))).toEqual([1, 2, 6]);
  });
});
