import { expect, it } from '@jest/globals';
import type { Message } from '@polylogue/api-contract';
import { endingOf, figuresOf } from './message.rules.js';

const message = (known: Partial<Message>): Message => ({
  id: '0191f0a0-0000-7000-8000-000000000001',
  role: 'assistant',
  content: 'Hold seats.',
  timestamp: '2026-11-21T09:12:00Z',
  status: 'completed',
  ...known,
});

it('names an ending only when a reply was not simply completed', () => {
  expect(endingOf(message({ status: 'interrupted' }))).toBe('Interrupted');
  expect(endingOf(message({ status: 'completed' }))).toBeUndefined();
  expect(endingOf(message({ role: 'user', status: 'completed' }))).toBeUndefined();
});

it('never shows a figure that is unknown', () => {
  expect(figuresOf(message({ responseTime: 3412, tokens: 1207 }))).toEqual(['3.4 s', '1,207 tokens']);
  expect(figuresOf(message({}))).toEqual([]);
});

it('says what a reply was expected to cost, and what it came to', () => {
  const estimate = { low: 0.03, high: 0.09, currency: 'USD' };
  const generation = { service: { displayName: 'GPT', color: '' }, model: 'gpt-5', settings: {}, estimate };
  const cost = { amount: 0.05, currency: 'USD', source: 'estimate' as const };
  expect(figuresOf(message({ generation, cost }))).toEqual(['gpt-5', 'estimated $0.03–0.09, came to $0.05']);
});
