import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { matching, opensLibrary, optionAfter, type Prompt } from './prompt-library.rules.js';

const prompt = (id: number, title: string, content = '', description: string | null = null): Prompt => ({
  id,
  title,
  content,
  description,
});

it('opens by a slash in an empty box, and by nothing else', () => {
  expect(opensLibrary('', '/')).toBe(true);
  expect(opensLibrary('a', '/')).toBe(false);
  expect(opensLibrary('', '/etc/hosts')).toBe(false);
});

describe('a search', () => {
  const all = [
    prompt(1, 'Weather', 'News of {{date}}'),
    prompt(2, 'News', 'What is new?', 'Mondays'),
    prompt(3, 'Sorting'),
  ];
  it.each<[string, number[]]>([
    ['', [1, 2, 3]],
    ['NEWS', [2, 1]],
    ['  what  new ', [2]],
    ['mondays', [2]],
    ['nothing', []],
  ])('for %j finds %j', (search, ids) => {
    expect(matching(all, search).map(({ id }) => id)).toEqual(ids);
  });
});

it('leads to an option there is, whatever is pressed', () => {
  const keys = fc.constantFrom('ArrowDown', 'ArrowUp', 'PageDown', 'PageUp');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.array(keys), (count, pressed) => {
      const at = pressed.reduce((now, key) => optionAfter(key, now, count)!, 0);
      expect(at >= 0 && at < count).toBe(true);
    }),
  );
  expect(optionAfter('ArrowUp', 0, 3)).toBe(2);
  expect(optionAfter('a', 0, 3)).toBeUndefined();
  expect(optionAfter('ArrowDown', 0, 0)).toBeUndefined();
});
