import { describe, expect, it } from '@jest/globals';
import { comparisonOf, isEmpty, plannedOf } from './comparison-settings.rules.js';

const stored = (name: string, comparisonId?: string) => ({
  aiService: { name, displayName: name, color: '#000' },
  comparisonId,
});
const live = (broadcastId: string, ...names: string[]) => ({
  broadcastId,
  kind: 'send' as const,
  replies: names.map((aiService) => ({ aiService })),
});

describe('the comparison of the next message', () => {
  it('is the one that most of its services are in, of two the older one', () => {
    const conversations = [stored('a', 'old'), stored('b', 'new'), stored('c', 'new')];
    expect(comparisonOf(['a', 'b', 'c'], conversations, [])).toBe('new');
    expect(comparisonOf(['a', 'b'], [stored('a', '2'), stored('b', '1')], [])).toBe('1');
    expect(comparisonOf(['a'], conversations, [])).toBe('old');
    expect(comparisonOf([], conversations, [])).toBe('new');
  });

  it('is the one that has begun, while it is not stored here yet', () => {
    expect(comparisonOf(['a'], [], [live('first', 'a', 'b'), live('second', 'a')])).toBe('first');
    expect(comparisonOf(['a'], [stored('a', 'old')], [live('second', 'a')])).toBe('old');
  });

  it('is none where its services were not asked, or a reply is asked for again', () => {
    expect(comparisonOf(['d'], [stored('a', 'old')], [live('first', 'a')])).toBeUndefined();
    expect(comparisonOf(['a'], [], [{ ...live('again', 'a'), kind: 'retry' }])).toBeUndefined();
    expect(comparisonOf([], [], [])).toBeUndefined();
  });
});

it('settings without a word say nothing', () => {
  expect(isEmpty({})).toBe(true);
  expect(isEmpty({ systemPrompt: undefined, webSearch: false })).toBe(true);
  expect(isEmpty({ temperature: 0 })).toBe(false);
});

it('an estimate is given how long instructions are', () => {
  expect(plannedOf({ systemPrompt: 'Größe', maxOutputTokens: 20, temperature: 1, webSearch: true })).toEqual({
    systemPromptBytes: 7,
    maxOutputTokens: 20,
    webSearch: true,
  });
  expect(plannedOf({})).toEqual({ systemPromptBytes: 0 });
});
