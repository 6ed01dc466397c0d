import { expect, it } from '@jest/globals';
import { limits, type Message, type Round } from '@polylogue/api-contract';
import { mappedReplies, unvotableRound } from './mapped-replies.rules.js';

const reply = (id: string, known: Partial<Message> = {}): Round['replies'][number] => ({
  conversationId: id,
  aiService: { name: id, displayName: id, color: '#0B6472' },
  message: {
    id,
    role: 'assistant',
    content: 'Yes.',
    timestamp: '2026-11-21T09:12:00Z',
    status: 'completed',
    broadcastId: 'round',
    ...known,
  },
});

it('are the texts that have ended, also those that broke off', () => {
  const replies = [
    reply('a'),
    reply('b', { status: 'interrupted' }),
    reply('c', { status: 'streaming' }),
    reply('d', { status: 'failed', content: '' }),
    reply('e', { media: [{ id: 'm' }] as unknown as Message['media'] }),
  ];
  expect(mappedReplies(replies)).toEqual([
    { messageId: 'a', broadcastId: 'round' },
    { messageId: 'b', broadcastId: 'round' },
  ]);
});

it('are no more than one map can be made of', () => {
  const replies = Array.from({ length: limits.targets + 3 }, (_none, index) => reply(String(index)));
  expect(mappedReplies(replies)).toHaveLength(limits.targets);
});

it('are revealed without a vote where no round of a blind comparison can be voted on', () => {
  const round = (...replies: Round['replies']): Round => ({ key: 'k', question: undefined, replies, summaries: [] });
  const failed = reply('blind..b', { status: 'failed', broadcastId: 'r1' });
  const complete = reply('blind..a', { broadcastId: 'r1' });
  expect(unvotableRound([round(complete, failed)])).toBe('r1');
  expect(unvotableRound([round(complete, failed), round(reply('blind..a'), reply('blind..b'))])).toBeUndefined();
  expect(unvotableRound([round(complete, reply('blind..b', { status: 'streaming' }))])).toBeUndefined();
  expect(unvotableRound([round(reply('gpt'), reply('claude', { status: 'failed' }))])).toBeUndefined();
});
