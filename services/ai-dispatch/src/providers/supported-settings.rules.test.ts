import { describe, expect, it } from '@jest/globals';
import { applicableSettings, supportedSettings, temperatureBounds } from './supported-settings.rules.js';

const openaiUrl = 'https://api.openai.com/v1';

const service = (provider: 'openai' | 'anthropic' | 'google' | 'openai-compatible', model: string, more: object = {}) =>
  ({
    provider,
    model,
    baseUrl: provider === 'openai' ? openaiUrl : 'https://ai.example/v1',
    category: 'text',
    demo: false,
    displayName: 'GPT',
    ...more,
  }) as const;

describe('what a service takes', () => {
  it.each([
    ['openai', 'gpt-4.1', ['systemPrompt', 'temperature', 'maxOutputTokens', 'webSearch']],
    ['openai', 'gpt-4.1-nano', ['systemPrompt', 'temperature', 'maxOutputTokens']],
    ['openai', 'gpt-5.2', ['systemPrompt', 'reasoningEffort', 'maxOutputTokens', 'webSearch']],
    ['openai', 'gpt-5-chat-latest', ['systemPrompt', 'temperature', 'maxOutputTokens']],
    ['openai', 'gpt-4o-search-preview', ['systemPrompt', 'maxOutputTokens', 'webSearch']],
    ['openai', 'gpt-5-search-api', ['systemPrompt', 'maxOutputTokens', 'webSearch']],
    ['openai', 'o3', ['systemPrompt', 'reasoningEffort', 'maxOutputTokens', 'webSearch']],
    ['openai', 'o3-mini', ['systemPrompt', 'reasoningEffort', 'maxOutputTokens']],
    ['anthropic', 'claude-3-5-haiku-latest', ['systemPrompt', 'temperature', 'maxOutputTokens', 'webSearch']],
    [
      'anthropic',
      'claude-opus-4-5',
      ['systemPrompt', 'temperature', 'reasoningEffort', 'maxOutputTokens', 'webSearch'],
    ],
    ['anthropic', 'claude-sonnet-5', ['systemPrompt', 'reasoningEffort', 'maxOutputTokens', 'webSearch']],
    ['google', 'gemini-2.0-flash', ['systemPrompt', 'temperature', 'maxOutputTokens', 'webSearch']],
    ['google', 'gemini-3-pro', ['systemPrompt', 'temperature', 'reasoningEffort', 'maxOutputTokens', 'webSearch']],
    ['openai-compatible', 'llama3.3', ['systemPrompt', 'temperature', 'maxOutputTokens']],
    ['openai-compatible', 'openai/gpt-oss-120b', ['systemPrompt', 'temperature', 'reasoningEffort', 'maxOutputTokens']],
  ] as const)('%s %s', (provider, model, names) => {
    const supported = supportedSettings(service(provider, model));
    expect(Object.entries(supported).flatMap(([name, takes]) => (takes ? name : []))).toEqual(names);
  });

  it.each([
    ['https://api.x.ai/v1', 'grok-4', true],
    ['https://api.x.ai/v1', 'grok-4.20-reasoning', true],
    ['https://api.x.ai/v1', 'grok-3', false],
    ['https://api.x.ai/v1', 'grok-code-fast-1', false],
    ['https://openrouter.ai/api/v1', 'openrouter/auto', true],
    ['https://api.perplexity.ai', 'sonar', true],
    ['https://api.perplexity.ai', 'sonar-reasoning-pro', true],
    ['https://api.perplexity.ai', 'r1-1776', false],
    ['https://api.mistral.ai/v1', 'mistral-large-latest', false],
    // Neither by the name of a model elsewhere, nor by a host that only ends alike.
    ['https://ai.example/v1', 'grok-4', false],
    ['https://ai.example/v1', 'sonar', false],
    ['https://notopenrouter.ai/api/v1', 'openrouter/auto', false],
    ['nowhere', 'grok-4', false],
  ])('at %s of %s web search: %s', (baseUrl, model, webSearch) => {
    expect(supportedSettings(service('openai-compatible', model, { baseUrl })).webSearch).toBe(webSearch);
  });

  it.each([
    [openaiUrl, true],
    ['https://eu.api.openai.com/v1', true],
    ['https://gateway.example/api.openai.com/v1', false],
    ['https://mine.openai.azure.com/openai/v1', false],
    ['https://notapi.openai.com/v1', false],
    ['https://api.openai.com.example/v1', false],
    ['nowhere', false],
  ])("at %s of OpenAI's models web search: %s", (baseUrl, webSearch) => {
    for (const model of ['gpt-5.2', 'gpt-4o-search-preview'])
      expect(supportedSettings(service('openai', model, { baseUrl })).webSearch).toBe(webSearch);
  });

  it.each([
    ['gemini-pro-latest', true],
    ['gemini-flash-latest', true],
    ['gemini-flash-lite-latest', true],
    ['gemini-2.5-flash', true],
    ['gemini-4-argon', true],
    ['gemini-pro', false],
    ['gemini-2.0-flash', false],
    ['gemini-robotics-er-1.5-preview', false],
    ['gemma-3-27b-it', false],
  ])('of %s is a reasoning effort: %s', (model, reasoningEffort) => {
    expect(supportedSettings(service('google', model)).reasoningEffort).toBe(reasoningEffort);
  });

  it("is no temperature for a search model of OpenAI's, wherever it is reached", () => {
    const elsewhere = service('openai', 'gpt-4o-search-preview', { baseUrl: 'https://ai.example/v1' });
    expect(supportedSettings(elsewhere).temperature).toBe(false);
  });

  it('is no search where administrators do not allow it', () => {
    const answerLimits = { allowsWebSearch: false };
    expect(supportedSettings(service('openai', 'gpt-5.2', { answerLimits })).webSearch).toBe(false);
  });

  it('is nothing where it makes pictures, and no search in the demo', () => {
    const picture = supportedSettings(service('openai', 'gpt-image-1', { category: 'image' }));
    expect(Object.values(picture).some(Boolean)).toBe(false);
    expect(supportedSettings(service('google', 'demo', { demo: true }))).toMatchObject({
      webSearch: false,
      systemPrompt: true,
    });
  });
});

describe('the temperature of a service', () => {
  it.each([
    ['anthropic', 'claude-opus-4-5', { maxTemperature: 1, temperatureOrEffort: true }],
    ['anthropic', 'claude-3-7-sonnet-latest', { maxTemperature: 1, temperatureOrEffort: true }],
    ['anthropic', 'claude-3-5-haiku-latest', { maxTemperature: 1 }],
    ['anthropic', 'claude-sonnet-5', {}],
    ['openai', 'gpt-4.1', {}],
    ['google', 'gemini-2.5-pro', {}],
    ['openai-compatible', 'anthropic/claude-opus-4.5', {}],
  ] as const)('of %s %s is bound by %j', (provider, model, bounds) => {
    expect(temperatureBounds(service(provider, model))).toEqual(bounds);
  });

  it('is not bound where there is none', () =>
    expect(temperatureBounds(service('anthropic', 'claude-opus-4-5', { category: 'image' }))).toEqual({}));
});

describe('what is sent of what was wanted', () => {
  it('leaves out what the service does not take, and says so', () => {
    const wanted = { systemPrompt: 'Short.', temperature: 1, reasoningEffort: 'high', webSearch: true } as const;
    expect(applicableSettings(service('openai', 'o3-mini'), wanted)).toEqual({
      settings: { systemPrompt: 'Short.', reasoningEffort: 'high' },
      warnings: ['GPT does not take a temperature; it was left out.', 'GPT does not take web search; it was left out.'],
    });
  });

  it.each([
    [{ temperature: 1 }, { temperature: 1 }, []],
    [{ temperature: 1.5 }, { temperature: 1 }, ['GPT takes a temperature of at most 1, not 1.5.']],
    [
      { temperature: 1.5, reasoningEffort: 'low' },
      { reasoningEffort: 'low' },
      ['GPT takes a temperature or a reasoning effort, not both; the temperature was left out.'],
    ],
    [{ reasoningEffort: 'low' }, { reasoningEffort: 'low' }, []],
  ] as const)(
    'of a Claude that takes a temperature up to 1 or an effort, of %j is %j',
    (wanted, settings, warnings) => {
      expect(applicableSettings(service('anthropic', 'claude-opus-4-5'), wanted)).toEqual({ settings, warnings });
    },
  );

  it('says nothing of what was not wanted', () =>
    expect(applicableSettings(service('openai', 'o3'), { webSearch: false, temperature: undefined }).warnings).toEqual(
      [],
    ));
});
