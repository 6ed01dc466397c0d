import { expect, it } from '@jest/globals';
import fc from 'fast-check';
import { validate, version } from 'uuid';
import { noticeIdOf } from './notice-id.rules.js';

const user = fc.uuid();
const time = fc.date({ min: new Date(0), max: new Date('9999-01-01'), noInvalidDate: true });

it('is the same of the same cause, and of version 7', () => {
  fc.assert(
    fc.property(user, fc.string(), time, (userId, cause, at) => {
      const id = noticeIdOf(userId, cause, at);
      expect([validate(id), version(id)]).toEqual([true, 7]);
      expect(noticeIdOf(userId, cause, new Date(at))).toBe(id);
    }),
    { seed: 20250710 },
  );
});

it('is another for another cause or user', () => {
  fc.assert(
    fc.property(user, user, fc.string(), fc.string(), time, (ada, eve, one, other, at) => {
      fc.pre(ada !== eve && one !== other);
      expect(new Set([noticeIdOf(ada, one, at), noticeIdOf(ada, other, at), noticeIdOf(eve, one, at)]).size).toBe(3);
    }),
    { seed: 20250710 },
  );
});

it('orders as time does', () => {
  fc.assert(
    fc.property(user, fc.string(), fc.string(), time, time, (userId, one, other, first, second) => {
      fc.pre(first.getTime() < second.getTime());
      expect(noticeIdOf(userId, one, first) < noticeIdOf(userId, other, second)).toBe(true);
    }),
    { seed: 20250710 },
  );
});
