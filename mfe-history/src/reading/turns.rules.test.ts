import { describe, expect, it } from '@jest/globals';
import type { ConversationView, Message } from '@polylogue/api-contract';
import fc from 'fast-check';
import { endOfPortion, turnsOf } from './turns.rules.js';

const time = '2026-11-21T09:12:00Z';
const aiService = { name: 'gpt', displayName: 'GPT', color: '#10a37f' };
const said = (role: Message['role'], content: string, broadcastId?: string): Message => ({
  id: content.slice(0, 20),
  role,
  content,
  timestamp: time,
  status: 'completed',
  broadcastId,
});
const viewOf = (messages: Message[], siblings: ConversationView['siblings'] = []): ConversationView => ({
  id: 'one',
  aiService,
  title: '',
  createdAt: time,
  updatedAt: time,
  messages,
  siblings,
  summaries: [],
});

describe('the turns of a conversation', () => {
  it('have the question before them and their siblings beside them', () => {
    const sibling = { broadcastId: 'b', conversationId: 'two', aiService, message: said('assistant', 'theirs', 'b') };
    const turns = turnsOf(
      viewOf(
        [said('user', 'Which?', 'b'), said('assistant', 'mine', 'b'), said('assistant', 'again')],
        [sibling, sibling],
      ),
    );
    expect(turns.map(({ question, others }) => [question?.content ?? '', others.length])).toEqual([
      ['', 0],
      ['Which?', 2],
      ['Which?', 0],
    ]);
  });

  it('come in portions that are short, and all of them come', () => {
    const lengths = fc.array(fc.oneof(fc.nat(2_000), fc.nat(200_000)), { maxLength: 200 });
    fc.assert(
      fc.property(lengths, (all) => {
        const turns = turnsOf(viewOf(all.map((length) => said('assistant', 'x'.repeat(length)))));
        let from = 0;
        while (from < turns.length) {
          const end = endOfPortion(turns, from);
          expect(end).toBeGreaterThan(from);
          expect(end - from).toBeLessThanOrEqual(40);
          const before = all.slice(from, end - 1).reduce((sum, length) => sum + length, 0);
          expect(before).toBeLessThan(60_000);
          from = end;
        }
        expect(from).toBe(turns.length);
      }),
      { seed: 5 },
    );
  });
});
