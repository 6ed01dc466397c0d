import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { randomOf, stepsOf } from './steps.rules.js';
import { formBody, queryOf } from './written.rules.js';

describe('the steps of a resource', () => {
  test('are those of the seed, and others of another', () => {
    const of = (seed: number) => stepsOf(randomOf(seed), 40).join();
    expect(of(7)).toBe(of(7));
    expect(of(7)).not.toBe(of(8));
  });

  test('use and delete only what is there, and what was deleted only afterwards', () => {
    fc.assert(
      fc.property(fc.integer(), fc.nat({ max: 60 }), (seed, length) => {
        let [alive, deleted] = [0, 0];
        for (const step of stepsOf(randomOf(seed), length)) {
          if (step === 'create') alive += 1;
          if (step === 'use' || step === 'delete') expect(alive).toBeGreaterThan(0);
          if (step === 'use deleted' || step === 'delete again') expect(deleted).toBeGreaterThan(0);
          if (step === 'delete') [alive, deleted] = [alive - 1, deleted + 1];
        }
      }),
    );
  });
});

describe('a value', () => {
  test('is written as a query, whatever stands in it', () => {
    expect(queryOf({})).toBe('');
    expect(queryOf(null)).toBe('');
    expect(queryOf({ q: 'a&b', limit: 5, half: '\ud83d' })).toBe('?q=a%26b&limit=5&half=%EF%BF%BD');
  });

  test('is written as a form beside a file, and cannot end it', async () => {
    const { body, type } = formBody({ message: 'Hi\r\n--polylogue-abuse-boundary--', 'a"b': [1] }, 'file');
    const form = await new Response(body, { headers: { 'content-type': type } }).formData();
    expect([...form.keys()]).toEqual(['message', 'a"b', 'file']);
    expect(form.get('message')).toBe('Hi\r\n----');
    expect(form.get('a"b')).toBe('[1]');
  });
});
