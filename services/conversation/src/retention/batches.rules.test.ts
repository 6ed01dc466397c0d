import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { batchesOf, maxOfBatch, type Expired } from './batches.rules.js';

const expired = (userId: string, messages: number, id = userId): Expired => ({ id, userId, messages });

it('puts conversations of one user together, and a large one by itself', () => {
  const [small, large] = [expired('ada', 10), expired('ada', 100_000)];
  expect(batchesOf([small, small, large, small])).toEqual([[small, small], [large], [small]]);
});

it('puts those of one user together that others lie between', () => {
  const [ada, bob] = [expired('ada', 10), expired('bob', 10)];
  expect(batchesOf([ada, bob, ada, bob, bob])).toEqual([
    [ada, ada],
    [bob, bob, bob],
  ]);
});

const users = ['ada', 'bob', 'eve'];
const anyExpired = fc.record({
  id: fc.uuid(),
  userId: fc.constantFrom(...users),
  messages: fc.oneof(fc.nat(30), fc.nat(5_000)),
});

it('loses none, keeps the order of each user’s, mixes no users and never holds more than one transaction should', () => {
  fc.assert(
    fc.property(fc.array(anyExpired, { maxLength: 400 }), (all) => {
      const batches = batchesOf(all);
      const of = (list: Expired[], user: string) => list.filter(({ userId }) => userId === user);
      for (const user of users) expect(of(batches.flat(), user)).toEqual(of(all, user));
      expect(batches.flat().length).toBe(all.length);
      for (const batch of batches) {
        expect(new Set(batch.map(({ userId }) => userId)).size).toBe(1);
        expect(batch.length).toBeLessThanOrEqual(maxOfBatch.conversations);
        const messages = batch.reduce((sum, each) => sum + each.messages, 0);
        expect(batch.length === 1 || messages <= maxOfBatch.messages).toBe(true);
      }
    }),
  );
});
