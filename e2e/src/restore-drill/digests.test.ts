import { expect, it } from '@jest/globals';
import { differing } from './digests.js';

it('names tables that differ, are missing or are new', () => {
  const before = { 'a.same': '1 rows, x', 'a.changed': '1 rows, y', 'a.gone': '0 rows, z' };
  expect(differing(before, before)).toEqual([]);
  expect(differing(before, { 'a.same': '1 rows, x', 'a.changed': '2 rows, y', 'a.new': '0 rows, z' })).toEqual([
    'a.changed',
    'a.gone',
    'a.new',
  ]);
});
