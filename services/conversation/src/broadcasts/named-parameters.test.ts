import { expect, it } from '@jest/globals';
import { namedParameters } from './named-parameters.js';

it('names parameters: each has one number and its type, and the values come in that order', () => {
  const { sql, values } = namedParameters<{ userId: string; size?: number | undefined }>({
    userId: 'uuid',
    size: 'integer',
  });
  expect(`SELECT ${sql.size} WHERE ${sql.userId} IS NOT NULL`).toBe('SELECT $2::integer WHERE $1::uuid IS NOT NULL');
  expect(values({ size: 3, userId: 'ada' })).toEqual(['ada', 3]);
  expect(values({ userId: 'ada' })).toEqual(['ada', null]);
  expect(namedParameters<{ ids: string[] }>({ ids: 'uuid[]' }).values({ ids: ['a', 'b'] })).toEqual(['{a,b}']);
});
