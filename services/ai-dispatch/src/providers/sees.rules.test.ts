import { expect, it } from '@jest/globals';
import { seesPictures } from './sees.rules.js';

const text = { category: 'text' } as const;

it.each([
  ['openai', 'gpt-5.2', true],
  ['openai', 'o3-mini', false],
  ['openai', 'gpt-3.5-turbo', false],
  ['anthropic', 'claude-sonnet-5', true],
  ['anthropic', 'claude-2.1', false],
  ['google', 'gemini-flash-latest', true],
  ['openai-compatible', 'grok-4', true],
  ['openai-compatible', 'google/gemini-3-pro', true],
  ['openai-compatible', 'qwen2.5vl:7b', true],
  ['openai-compatible', 'deepseek-chat', false],
  ['openai-compatible', 'llama-3.3-70b-versatile', false],
] as const)('%s %s is known to take pictures: %s', (provider, model, sees) => {
  expect(seesPictures({ ...text, provider, model })).toBe(sees);
  expect(seesPictures({ ...text, provider, model, sees: !sees })).toBe(!sees);
});

it('shows nothing to a service that makes pictures', () => {
  expect(seesPictures({ category: 'image', provider: 'openai', model: 'gpt-image-1', sees: true })).toBe(false);
});
