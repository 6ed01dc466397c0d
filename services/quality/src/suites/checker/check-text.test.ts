import { describe, expect, it } from '@jest/globals';
import type { TextCheck } from './check-plain.js';
import { checkText } from './check-text.js';

const check = (kind: TextCheck['kind'], more: Partial<TextCheck> = {}): TextCheck => ({
  kind,
  isNot: false,
  ignoresCase: false,
  isWithin: false,
  ...more,
});
const schema = JSON.stringify({ type: 'object', required: ['n'], properties: { n: { type: 'integer', minimum: 3 } } });

describe('a text', () => {
  it.each<[string, TextCheck, string, boolean | undefined]>([
    ['contains', check('contains', { text: 'Bern' }), 'It is Bern.', true],
    ['contains', check('contains', { text: 'bern' }), 'It is Bern.', false],
    ['contains, whatever the case', check('contains', { text: 'bern', ignoresCase: true }), 'It is Bern.', true],
    ['does not contain', check('contains', { text: 'Rome', isNot: true }), 'It is Bern.', true],
    ['does not contain', check('contains', { text: 'Bern', isNot: true }), 'It is Bern.', false],
    ['equals', check('equals', { text: 'Bern' }), 'Bern', true],
    ['equals', check('equals', { text: 'Bern' }), 'Bern ', false],
    ['matches', check('matches', { text: '^B.rn$' }), 'Bern', true],
    ['matches, whatever the case', check('matches', { text: '^b', ignoresCase: true }), 'Bern', true],
    ['does not match', check('matches', { text: '\\d', isNot: true }), 'Bern', true],
    ['a pattern that is none', check('matches', { text: '(' }), 'Bern', undefined],
    ['is JSON', check('json'), '{"n":1}', true],
    ['is JSON', check('json'), 'Here: {"n":1}', false],
    ['has JSON', check('json', { isWithin: true }), 'Here: {"n":1} and more', true],
    ['has JSON', check('json', { isWithin: true }), 'a } b { "', false],
    ['has a list', check('json', { isWithin: true, text: '{"type":"array","minItems":2}' }), '```[1,"]"]```', true],
    ['follows the schema', check('json', { text: schema }), '{"n":3}', true],
    ['follows the schema', check('json', { text: schema }), '{"n":2}', false],
    ['one of several follows it', check('json', { text: schema, isWithin: true }), '{"a":1} {"n":4}', true],
    ['a schema that is none', check('json', { text: '{"type":"thing"}' }), '{}', undefined],
    ['a schema elsewhere', check('json', { text: '{"$ref":"https://example.org/x"}' }), '{}', undefined],
    [
      'a newer draft',
      check('json', { text: '{"$schema":"https://json-schema.org/draft/2020-12/schema","prefixItems":[{"const":1}]}' }),
      '[2]',
      false,
    ],
    ['length', check('length', { min: 2, max: 3 }), '🙂🙂🙂', true],
    ['length', check('length', { max: 2 }), '🙂🙂🙂', false],
    ['length', check('length', { min: 4 }), 'abc', false],
  ])('%s', (_name, wanted, text, passed) => {
    const verdict = checkText(wanted, text);
    expect(verdict.passed).toBe(passed);
    expect(verdict.reason === undefined).toBe(passed === true);
  });

  it.each([
    ['a', 'It has 1 character.'],
    ['ab', 'It has 2 characters.'],
  ])('says how long %s is', (text, reason) => {
    expect(checkText(check('length', { min: 4 }), text).reason).toBe(reason);
  });

  it('says where a schema is not followed', () => {
    expect(checkText(check('json', { text: schema }), '{"n":2}').reason).toBe(
      'It does not follow the schema: /n must be >= 3.',
    );
  });
});
