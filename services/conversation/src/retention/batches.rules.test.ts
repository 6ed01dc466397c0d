import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { batchesOf, maxOfBatch, type Expired } from './batches.rules.js';

const expired = (userId: string, messages: number, id = userId): Expired => ({ id, userId, messages });

it('puts conversations of one user together, and a large one by itself', () => {
  const [small, large] = [expired('ada', 10), expired('ada', 100_000)];
  expect(batchesOf([small, small, large, small, expired('bob', 1)])).toEqual([
    [small, small],
    [large],
    [small],
    [expired('bob', 1)],
  ]);
});

const anyExpired = fc.record({
  id: fc.uuid(),
  userId: fc.constantFrom('ada', 'bob', 'eve'),
  messages: fc.oneof(fc.nat(30), fc.nat(5_000)),
});

it('loses none, keeps their order, mixes no users and never holds more than one transaction should', () => {
  fc.assert(
    fc.property(fc.array(anyExpired, { maxLength: 400 }), (all) => {
      const batches = batchesOf(all);
      expect(batches.flat()).toEqual(all);
      for (const batch of batches) {
        expect(new Set(batch.map(({ userId }) => userId)).size).toBe(1);
        expect(batch.length).toBeLessThanOrEqual(maxOfBatch.conversations);
        const messages = batch.reduce((sum, each) => sum + each.messages, 0);
        expect(batch.length === 1 || messages <= maxOfBatch.messages).toBe(true);
      }
    }),
  );
});
