import { describe, expect, it } from '@jest/globals';
import type { AiService } from '@polylogue/api-contract';
import { errorsOf, fieldsOf, formOf, placeOf, presetNote, summaryOf } from './presets.rules.js';

const fields = {
  name: 'terse',
  settings: { systemPrompt: 'Answer\nshort.', temperature: 0.2, reasoningEffort: 'low', maxOutputTokens: 200 },
  aiServices: ['gpt'],
} as const;
const preset = { ...fields, aiServices: ['gpt'], id: 'k3f9a2', updatedAt: '2026-11-21T09:12:00Z' };

describe('a form', () => {
  it('says what the preset says, and gives it back', () => {
    expect(fieldsOf(formOf(preset))).toEqual({ ...fields, settings: { ...fields.settings, webSearch: undefined } });
  });

  it('takes a decimal comma, and leaves out what is empty', () => {
    const form = { ...formOf(), name: ' dry ', temperature: '0,7' };
    expect(fieldsOf(form)).toEqual({ name: 'dry', settings: { temperature: 0.7 }, aiServices: [] });
  });

  it.each([
    [{ name: ' ' }, ['name']],
    [{ temperature: 'warm' }, ['temperature']],
    [{ temperature: '-1' }, ['temperature']],
    [{ maxOutputTokens: '0' }, ['maxOutputTokens']],
    [{ maxOutputTokens: '1.5' }, ['maxOutputTokens']],
    [{}, []],
  ])('with %j is wrong in %j', (part, names) => {
    expect(Object.keys(errorsOf({ ...formOf(preset), ...part }))).toEqual(names);
  });
});

describe('where a preset stands', () => {
  const [gpt, claude] = [
    { name: 'gpt', displayName: 'GPT' },
    { name: 'claude', displayName: 'Claude' },
  ];
  it.each([
    [['gpt', 'claude'], 'Stands beside GPT, Claude'],
    [[], 'Stands beside no service'],
    [['gpt', 'llama'], 'Stands beside GPT. Llama is no longer offered: what was written there stays in history'],
    [['llama', 'gone'], 'Llama and gone are no longer offered: what was written there stays in history'],
  ])('beside %j', (aiServices, place) => {
    const known = [gpt!, claude!, { name: 'llama', displayName: 'Llama' }];
    expect(placeOf({ aiServices }, [gpt!, claude!], known)).toBe(place);
  });
});

it('says which of the chosen services leave a setting out or answer shorter, and nothing of what is not known', () => {
  const service = (name: string, more: Partial<AiService> = {}) => ({ name, displayName: name.toUpperCase(), ...more });
  const services = [
    service('a', { supports: ['temperature'] }),
    service('b', { supports: ['maxOutputTokens'], maxOutputTokens: 2000 }),
    service('c'),
  ] as AiService[];
  const form = { ...formOf(preset), aiServices: ['a', 'b', 'c'], maxOutputTokens: '2001' };
  expect(presetNote('temperature', form, services)).toBe('B will be asked without it.');
  expect(presetNote('maxOutputTokens', form, services)).toBe('A will be asked without it. B may use at most 2,000.');
  expect(presetNote('maxOutputTokens', { ...form, maxOutputTokens: '2000' }, services)).toBe(
    'A will be asked without it.',
  );
  expect(presetNote('webSearch', { ...form, aiServices: ['c'] }, services)).toBeUndefined();
});

it('is summed up in a line', () => {
  expect(summaryOf(preset)).toBe('temperature 0.2 · low effort · at most 200 tokens · “Answer short.”');
  expect(summaryOf({ ...preset, settings: {} })).toBe("the services' own settings");
});
