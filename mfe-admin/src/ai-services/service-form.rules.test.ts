import { describe, expect, it } from '@jest/globals';
import type { ConfiguredAiService } from '@polylogue/api-contract';
import { bodyToAdd, bodyToChange, dropsKey, emptyForm, faultsOf, formOf, nameFor } from './service-form.rules.js';
import { isDemoAside, moved } from './service-list.rules.js';

const service: ConfiguredAiService = {
  name: 'mine',
  displayName: 'Mine',
  color: '#036EAE',
  category: 'text',
  status: 'unknown',
  demo: false,
  provider: 'openai-compatible',
  model: 'm',
  baseUrl: 'https://models.example/v1',
  enabled: true,
  source: 'admin',
  amended: false,
  key: 'stored',
  keySetAt: null,
  preset: null,
};

describe('the form of an AI service', () => {
  it.each([
    ['ChatGPT (EU)', [], 'chatgpt-eu'],
    ['  Ünsere KI ', [], 'nsere-ki'],
    ['Mine', ['mine', 'mine-2'], 'mine-3'],
    ['…', [], ''],
  ])('names %s', (displayName, taken, name) => {
    expect(nameFor(displayName, taken)).toBe(name);
  });

  it('sends a key only when one was typed', () => {
    expect(bodyToAdd({ ...emptyForm, apiKey: ' ' })).not.toHaveProperty('apiKey');
    expect(bodyToAdd({ ...emptyForm, apiKey: ' sk-1 ' })).toMatchObject({ apiKey: 'sk-1' });
  });

  it('sends what was changed and nothing else', () => {
    expect(bodyToChange(formOf(service), service)).toEqual({});
    expect(bodyToChange({ ...formOf(service), model: 'n' }, service)).toEqual({ model: 'n' });
  });

  it('says whether it sees only where that was chosen', () => {
    expect(bodyToAdd(emptyForm)).not.toHaveProperty('sees');
    expect(bodyToAdd({ ...emptyForm, sees: 'yes' })).toMatchObject({ sees: true });
    const blind = { ...service, sees: false };
    expect(bodyToChange(formOf(blind), blind)).toEqual({});
    expect(bodyToChange({ ...formOf(blind), sees: 'yes' }, blind)).toEqual({ sees: true });
  });

  it('says what is wrong beside each field', () => {
    expect(Object.keys(faultsOf(emptyForm, undefined)).sort()).toEqual(['baseUrl', 'displayName', 'model', 'name']);
    expect(faultsOf({ ...formOf(service), baseUrl: 'models.example' }, service)).toEqual({
      baseUrl: 'Write an address that begins with https:// or http://.',
    });
  });

  it.each([
    ['https://models.example/v2', false],
    ['https://other.example/v1', true],
    ['http://models.example/v1', true],
  ])('knows that moving to %s takes the key away: %s', (baseUrl, expected) => {
    expect(dropsKey({ ...formOf(service), baseUrl }, service)).toBe(expected);
    expect(dropsKey({ ...formOf(service), baseUrl, apiKey: 'sk-2' }, service)).toBe(false);
  });
});

describe('the list of AI services', () => {
  it.each([
    ['b', -1, ['b', 'a', 'c']],
    ['b', 1, ['a', 'c', 'b']],
    ['a', -1, ['a', 'b', 'c']],
    ['c', 1, ['a', 'b', 'c']],
    ['x', 1, ['a', 'b', 'c']],
  ] as const)('moves %s by %d', (name, by, expected) => {
    expect(moved(['a', 'b', 'c'], name, by)).toEqual(expected);
  });

  it('says that the demo waits behind a real service', () => {
    const demo = { ...service, source: 'demo' as const, enabled: false };
    expect(isDemoAside([service, demo])).toBe(true);
    expect(
      isDemoAside([
        { ...service, enabled: false },
        { ...demo, enabled: true },
      ]),
    ).toBe(false);
  });
});
