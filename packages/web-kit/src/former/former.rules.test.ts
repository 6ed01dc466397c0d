import { expect, it } from '@jest/globals';
import { formerOf, noLongerOffered } from './former.rules.js';

const offered = [{ name: 'gpt' }, { name: 'gpt..aaaaaa' }];
const presets = [
  { id: 'aaaaaa', aiServices: ['gpt'] },
  { id: 'bbbbbb', aiServices: ['claude'] },
];

it.each([
  ['a service on offer', 'gpt', []],
  ['a variant on offer', 'gpt..aaaaaa', []],
  ['a service of a blind round', 'blind..a', []],
  ['a service that was removed', 'claude', ['claude']],
  ['a variant of a service that was removed', 'claude..bbbbbb', ['claude..bbbbbb']],
  ['a variant whose preset stands elsewhere', 'gpt..bbbbbb', ['gpt..bbbbbb']],
  ['a variant whose preset was deleted', 'gpt..cccccc', ['gpt..cccccc']],
])('says of %s whether it is no longer offered', (_case, name, former) => {
  expect(formerOf([name], offered, presets)).toEqual(former);
});

it('does not call a variant gone that is only missing: the list leaves variants out while presets are not read', () => {
  const names = ['gpt..aaaaaa', 'claude'];
  expect(formerOf(names, [{ name: 'gpt' }], undefined)).toEqual(['claude']);
  expect(formerOf(names, [{ name: 'gpt' }], presets)).toEqual(['claude']);
});

it('names them in words', () => {
  expect(noLongerOffered(['GPT · terse'])).toBe('GPT · terse is no longer offered.');
  expect(noLongerOffered(['Claude', 'GPT', 'Grok'])).toBe('Claude, GPT and Grok are no longer offered.');
});
