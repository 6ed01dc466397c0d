import { expect, test } from '@jest/globals';
import { hostileFiles } from './hostile-files.js';

const bait = { url: 'http://127.0.0.1:9', file: '/nowhere/bait.txt', secret: 'kept' };

test('there are at least 200 hostile files, those of their seed, and no two are the same', () => {
  const files = hostileFiles(bait, 1);
  expect(files.length).toBeGreaterThanOrEqual(200);
  expect(new Set(files.map(({ what, name }) => `${what} ${name}`)).size).toBe(files.length);
  expect(files.filter(({ expected }) => expected === 'refused').length).toBeGreaterThan(80);
  const named = (seed: number) => hostileFiles(bait, seed).map(({ name }) => name);
  expect(named(1)).toEqual(files.map(({ name }) => name));
  expect(named(2)).not.toEqual(named(1));
});
