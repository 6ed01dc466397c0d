import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { toStorable } from './storable.js';

it('leaves everything as it is that can be stored', () => {
  const values = fc.jsonValue().filter((value) => !/\\u(0000|d[89a-f])/i.test(JSON.stringify(value)));
  fc.assert(
    fc.property(values, (value) => expect(toStorable(value)).toEqual({ value, faults: [] })),
    { seed: 20250710 },
  );
});

it('names each text with a NUL by its path, at any depth', () => {
  const { faults } = toStorable({ title: 'a\0', setup: { sides: [{ name: 'fine' }, { name: '\0' }] } });
  expect(faults.map(({ path }) => path)).toEqual(['title', 'setup.sides.1.name']);
});

it('replaces half of a surrogate pair, and leaves whole ones', () => {
  expect(toStorable(['\ud83d', 'a\ude00b', '😀']).value).toEqual(['\ufffd', 'a\ufffdb', '😀']);
});
