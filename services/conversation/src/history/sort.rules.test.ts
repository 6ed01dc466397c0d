import { expect, it } from '@jest/globals';
import { fromCursor, toCursor } from './sort.rules.js';

const order = { sort: 'updated_at', ascending: false } as const;
const keys = ['2026-11-21 09:12:00.123456+00', '0191f0a0-0000-7000-8000-000000000001'];

it('reads back a cursor of its own order only', () => {
  const cursor = toCursor(order, keys);
  expect(fromCursor(order, cursor)).toEqual(keys);
  expect(fromCursor({ ...order, ascending: true }, cursor)).toBeUndefined();
  expect(fromCursor({ ...order, sort: 'created_at' }, cursor)).toBeUndefined();
});

it.each(['', '!', 'bnVsbA', toCursor(order, ["x'; DROP TABLE", keys[1]!]), toCursor(order, [keys[0]!])])(
  'takes %s for damaged',
  (cursor) => expect(fromCursor(order, cursor)).toBeUndefined(),
);
