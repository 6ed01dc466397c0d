import { describe, expect, it } from '@jest/globals';
import { limits } from '@polylogue/api-contract';
import { newestRound, type FinishedReply } from './finished-replies.rules.js';

const reply = (messageId: string, aiService: string, question: string, minute: number): FinishedReply => ({
  messageId,
  aiService,
  displayName: aiService,
  question,
  text: 'Yes.',
  timestamp: `2026-11-21T09:${String(minute).padStart(2, '0')}:00Z`,
});
const ids = (replies: readonly FinishedReply[]) => newestRound(replies).map(({ messageId }) => messageId);

describe('the newest round', () => {
  it('is the newest question that two services replied to, whatever was asked of one since', () => {
    const replies = [
      reply('g3', 'gpt', 'Alone', 9),
      reply('g2', 'gpt', 'Second', 5),
      reply('g1', 'gpt', 'First', 1),
      reply('c2', 'claude', 'Second', 5),
      reply('c1', 'claude', 'First', 1),
    ];
    expect(ids(replies)).toEqual(['g2', 'c2']);
  });

  it('has the newest reply of a service that was asked again', () => {
    const replies = [
      reply('g2', 'gpt', 'Which?', 4),
      reply('g1', 'gpt', 'Which?', 2),
      reply('c1', 'claude', 'Which?', 2),
    ];
    expect(ids(replies)).toEqual(['g2', 'c1']);
  });

  it('is none where no question has two replies', () => {
    expect(ids([])).toEqual([]);
    expect(ids([reply('g', 'gpt', 'One', 1), reply('c', 'claude', 'Another', 2)])).toEqual([]);
  });

  it('has no more replies than one call can name', () => {
    const many = Array.from({ length: limits.targets + 2 }, (_none, index) =>
      reply(`m${index}`, `s${index}`, 'All', 1),
    );
    expect(ids(many)).toHaveLength(limits.targets);
  });
});
