import { describe, expect, it } from '@jest/globals';
import type { FoundConversation, Message } from './conversations.js';
import { roundsOf } from './rounds.js';
import type { Summary } from './summaries.js';

let count = 0;
const message = (role: 'user' | 'assistant', content: string, broadcastId?: string): Message => ({
  id: `message-${(count += 1)}`,
  role,
  content,
  timestamp: new Date(1_700_000_000_000 + count * 1_000).toISOString(),
  status: 'completed',
  broadcastId,
});
const thread = (name: string, messages: Message[], summaries: Summary[] = []): FoundConversation => ({
  id: `thread of ${name}`,
  aiService: { name, displayName: name, color: '#000' },
  title: '',
  createdAt: '',
  updatedAt: '',
  messages,
  summaries,
});
const turn = (question: string, answer: string, broadcastId?: string) => [
  message('user', question, broadcastId),
  message('assistant', answer, broadcastId),
];
const shown = (conversations: FoundConversation[]) =>
  roundsOf(conversations).map(({ question, replies }) => [
    question?.content,
    ...replies.map(({ aiService, message: { content } }) => `${aiService.name}: ${content}`),
  ]);

describe('the rounds of a comparison', () => {
  it('have the replies of all services to one message, in the order in which it was sent', () => {
    const first = [turn('One?', 'a1', 'b1'), turn('Two?', 'a2', 'b2'), turn('Only a?', 'a3', 'b3')].flat();
    const second = [turn('One?', 'c1', 'b1'), turn('Two?', 'c2', 'b2')].flat();
    expect(shown([thread('a', first), thread('c', second)])).toEqual([
      ['One?', 'a: a1', 'c: c1'],
      ['Two?', 'a: a2', 'c: c2'],
      ['Only a?', 'a: a3'],
    ]);
  });

  it('show what was carried over once, where it stands first', () => {
    const original = thread('a', turn('One?', 'a1'));
    const later = thread('c', [...turn('One?', 'a1'), ...turn('Two?', 'c2', 'b2')]);
    expect(shown([original, later])).toEqual([
      ['One?', 'a: a1'],
      ['Two?', 'c: c2'],
    ]);
  });

  it('have each summary once, with its round', () => {
    const summary = { id: 's1', broadcastId: 'b1' } as Summary;
    const both = ['a', 'c'].map((name) => thread(name, turn('One?', name, 'b1'), [summary]));
    expect(roundsOf(both).map(({ summaries }) => summaries)).toEqual([[summary]]);
  });

  it('are none without messages', () => expect(roundsOf([thread('a', [])])).toEqual([]));
});
