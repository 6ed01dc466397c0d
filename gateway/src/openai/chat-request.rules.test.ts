import { describe, expect, it } from '@jest/globals';
import type { AiService, ChatMessage } from '@polylogue/api-contract';
import {
  modelsOf,
  mustBeAnswerable,
  mustSayNothing,
  refuseUnsupported,
  savedModelOf,
  savedQueryOf,
  servicesOf,
  settingsOf,
  threadOf,
} from './chat-request.rules.js';

const said = (...lines: [ChatMessage['role'], string][]): ChatMessage[] =>
  lines.map(([role, content]) => ({ role, content }));

describe('messages', () => {
  it('are the question and whole turns before it; the instructions are a setting', () => {
    const messages = said(['system', 'Be brief.'], ['user', 'One?'], ['assistant', '1'], ['user', 'Two?']);
    expect(threadOf(messages)).toEqual({
      history: [
        { isUser: true, content: 'One?' },
        { isUser: false, content: '1' },
      ],
      message: 'Two?',
    });
    const body = { model: 'm', messages, max_tokens: 9, temperature: null, reasoning_effort: 'low' } as const;
    expect(settingsOf(body)).toEqual({ systemPrompt: 'Be brief.', maxOutputTokens: 9, reasoningEffort: 'low' });
  });

  it('of one side in a row are one, and parts of text are joined', () => {
    const parts: ChatMessage = {
      role: 'user',
      content: [
        { type: 'text', text: 'b' },
        { type: 'text', text: 'c' },
      ],
    };
    expect(threadOf([...said(['user', 'a']), parts])).toEqual({ history: [], message: 'a\n\nb\nc' });
  });

  it.each([
    [said(['system', 'Be brief.'])],
    [said(['assistant', '1'], ['user', 'Two?'])],
    [said(['user', 'One?'], ['assistant', '1'])],
  ])('without a question of the user are refused', (messages) => {
    expect(() => threadOf(messages)).toThrow(/must be of the user/);
  });
});

describe('a parameter', () => {
  it('that has no effect here is refused by its name', () => {
    expect(() => refuseUnsupported({ model: 'm', tools: [] })).toThrow('"tools"');
    expect(() => refuseUnsupported({ model: 'm', logprobs: true })).toThrow('"logprobs"');
  });

  it('that is null or known is none', () => {
    expect(() => refuseUnsupported({ model: 'm', tools: null, temperature: 0, stream: true })).not.toThrow();
  });
});

describe('models', () => {
  const offered = [
    { name: 'gpt', category: 'text' },
    { name: 'paint', category: 'image' },
    { name: 'claude', category: 'text' },
  ] as AiService[];

  it('are all text services together, and each', () => {
    expect(modelsOf(offered)).toEqual(['polylogue/all', 'polylogue/merged', 'polylogue/gpt', 'polylogue/claude']);
    expect(servicesOf('polylogue/all', offered).map(({ name }) => name)).toEqual(['gpt', 'claude']);
    expect(servicesOf('polylogue/merged', offered).map(({ name }) => name)).toEqual(['gpt', 'claude']);
    expect(modelsOf(offered.slice(0, 2))).toEqual(['polylogue/all', 'polylogue/gpt']);
    expect(servicesOf('polylogue/claude', offered).map(({ name }) => name)).toEqual(['claude']);
  });

  it.each(['gpt', 'polylogue/paint', 'polylogue/'])('do not include %s', (model) => {
    expect(() => servicesOf(model, offered)).toThrow(/There is no model/);
  });
});

describe('JSON', () => {
  const messages = said(['user', 'Hi']);
  const ours = { name: 'polylogue_answers' };

  it.each([
    ['polylogue/all', { type: 'json_object' }],
    ['polylogue/all', { type: 'json_schema', json_schema: ours }],
    ['polylogue/saved/7', { type: 'json_schema', json_schema: ours }],
    ['polylogue/gpt', { type: 'text' }],
  ] as const)('is answered by %s as %j', (model, response_format) => {
    expect(() => mustBeAnswerable({ model, messages, response_format })).not.toThrow();
  });

  it.each([
    ['polylogue/merged', { type: 'json_object' }, false, 'polylogue/all and saved queries only'],
    ['polylogue/gpt', { type: 'json_object' }, false, 'polylogue/all and saved queries only'],
    ['polylogue/all', { type: 'json_object' }, true, 'not streamed'],
    ['polylogue/all', { type: 'json_schema', json_schema: { name: 'invoice' } }, false, '"invoice" is not supported'],
    ['polylogue/all', { type: 'json_schema' }, false, 'Only "polylogue_answers"'],
  ] as const)('is refused by %s as %j, streamed %j', (model, response_format, stream, words) => {
    expect(() => mustBeAnswerable({ model, messages, response_format, stream })).toThrow(words);
  });
});

describe('a saved query as a model', () => {
  it('is named by its number', () => {
    expect(savedQueryOf(savedModelOf(7))).toBe(7);
    const others = [
      'polylogue/saved/',
      'polylogue/saved/0',
      'polylogue/saved/7a',
      'polylogue/saved/9999999999999999',
      '7',
    ];
    expect(others.map(savedQueryOf)).toEqual(others.map(() => undefined));
  });

  it('asks its own question, as it was saved', () => {
    const model = savedModelOf(7);
    expect(() => mustSayNothing({ model, messages: said(['user', ' ']), temperature: null })).not.toThrow();
    expect(() => mustSayNothing({ model, messages: said(['user', 'Hi']) })).toThrow('asks its own question');
    expect(() => mustSayNothing({ model, messages: said(['user', '']), max_tokens: 5 })).toThrow('"max_tokens"');
  });
});
