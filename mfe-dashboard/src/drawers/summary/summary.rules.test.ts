import { describe, expect, it } from '@jest/globals';
import { contextBytesOf } from './summary.rules.js';

const reply = (messageId: string, question: string, broadcastId = 'round') => ({ messageId, question, broadcastId });

describe('what goes along with a message on top of a summary', () => {
  const summary = { messageIds: ['1', '2'], broadcastId: 'round', content: 'Grüße' };
  it.each<[string, ReturnType<typeof reply>[], number]>([
    ['its question once', [reply('1', 'Hello'), reply('2', 'Hello')], 12],
    ['each of its questions', [reply('1', 'Hello'), reply('2', 'Hi', 'other')], 14],
    ['that of a reply that was replaced since', [reply('7', 'Hello')], 12],
    ['no question of other replies', [reply('7', 'Hello', 'other')], 7],
  ])('is %s, and its text', (_case, replies, bytes) => expect(contextBytesOf(summary, replies)).toBe(bytes));
});
