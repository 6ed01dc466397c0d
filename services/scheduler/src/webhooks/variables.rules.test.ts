import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { filled, missingNames } from './variables.rules.js';

describe('variables', () => {
  it.each<[string, Record<string, string>, string]>([
    ['Weather in {{city}}?', { city: 'Rome' }, 'Weather in Rome?'],
    ['{{ city }} and {{city}}', { city: 'Rome' }, 'Rome and Rome'],
    ['{{a}}{{b}}', { a: '{{b}}', b: '$&' }, '{{b}}$&'],
    ['{{1a}} {{a-b}} {city} {{}}', { city: 'Rome' }, '{{1a}} {{a-b}} {city} {{}}'],
    ['nothing', { unused: 'x' }, 'nothing'],
  ])('%j with %j', (content, variables, text) => {
    expect(missingNames(content, variables)).toEqual([]);
    expect(filled(content, variables)).toBe(text);
  });

  it('that are missing are named once, also where every object has such a key', () => {
    expect(missingNames('{{city}} {{ city }} {{constructor}} {{day}}', { day: 'today' })).toEqual([
      'city',
      'constructor',
    ]);
  });

  it('stand in their places to the letter', () => {
    const value = fc.string({ unit: 'binary' });
    fc.assert(fc.property(value, value, (a, b) => expect(filled('<{{a}}|{{b}}>', { a, b })).toBe(`<${a}|${b}>`)));
  });
});
