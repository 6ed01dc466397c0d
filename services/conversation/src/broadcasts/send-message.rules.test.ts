import { describe, expect, it } from '@jest/globals';
import { issuesOf, titleOf, type MessageInput } from './send-message.rules.js';

const input = (part: Partial<MessageInput> = {}): MessageInput => ({
  message: 'Hello',
  aiServices: ['gpt', 'claude'],
  mode: 'selective',
  ...part,
});

describe('a message', () => {
  it('with a text and services is fine', () => expect(issuesOf(input())).toEqual([]));

  it.each<[string, Partial<MessageInput>, string, string]>([
    ['a blank text', { message: ' \n\t' }, 'message', 'Please type a message.'],
    ['a text too long', { message: 'x'.repeat(100_001) }, 'message', 'A message can have at most 100000 characters.'],
    ['a NUL', { message: 'a\0b' }, 'message', 'A message cannot contain NUL characters.'],
    ['no service', { aiServices: [] }, 'selectedAIs', 'Please select at least one AI service'],
    ['a repeated service', { aiServices: ['gpt', 'gpt'] }, 'selectedAIs', 'Each AI service can be named only once.'],
    ['two in individual mode', { mode: 'individual' }, 'selectedAIs', 'Individual AI sends to exactly one AI service.'],
    [
      'too many services',
      { aiServices: Array.from({ length: 25 }, (_, index) => `ai-${index}`) },
      'selectedAIs',
      'A message can go to at most 24 AI services.',
    ],
    [
      'a broken key',
      { idempotencyKey: 'a b' },
      'Idempotency-Key',
      'The Idempotency-Key must be 1 to 200 visible ASCII characters, for example a uuid.',
    ],
  ])('with %s says what to do', (_, part, path, sentence) => {
    expect(issuesOf(input(part))).toEqual([{ path, message: sentence }]);
  });
});

describe('a title', () => {
  it('is the first line', () => expect(titleOf('  One \n Two')).toBe('One'));
  it('is cut between characters', () => expect(titleOf('🙂'.repeat(100))).toBe(`${'🙂'.repeat(79)}…`));
});
