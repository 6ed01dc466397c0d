import { describe, expect, it } from '@jest/globals';
import { localNames } from './local-names.rules.js';

const long = (size: string) => `hf.co/bartowski/Mistral-Small-3.2-24B-Instruct-2506-GGUF:${size}`;
const cut = 'ollama-hf-co-bartowski-mistral-small-3-2-24b-instruct-2506-gguf';
const namesOf = (models: string[], known: Record<string, string> = {}) =>
  models.map((model) => localNames('ollama', models, new Map(Object.entries(known))).get(model));

describe('the names of local models', () => {
  it('are the program and the model, for each that shares them with no other', () => {
    expect(namesOf(['llama3:latest', long('Q4_K_M')])).toEqual(['ollama-llama3-latest', cut]);
  });

  it.each([
    ['cut off', [long('Q5_K_M'), long('Q4_K_M'), long('Q8_0')]],
    ['without their signs', ['llama3.1:8b', 'llama3-1:8b']],
    ['without their letters', ['通义', '千问']],
  ])('are different, allowed, and the same in any order, where they would be one: %s', (_why, models) => {
    const names = namesOf(models);
    expect(new Set(names).size).toBe(models.length);
    expect(names.filter((name) => !/^[a-z0-9][a-z0-9-]{0,62}$/.test(name ?? ''))).toEqual([]);
    expect(namesOf(models.toReversed())).toEqual(names.toReversed());
  });

  it('stay with the model that is known by them when another comes', () => {
    const models = [long('Q4_K_M'), long('Q5_K_M')];
    expect(namesOf(models)).toEqual([cut, expect.stringMatching(/^ollama-hf-co-.*-[0-9a-f]{8}$/)]);
    expect(namesOf(models, { [cut]: long('Q5_K_M') })).toEqual([expect.stringMatching(/-[0-9a-f]{8}$/), cut]);
  });
});
