import { describe, expect, it } from '@jest/globals';
import type { AccessService } from './access.service.js';
import { AccessPrefetch } from './access-prefetch.js';

function prefetch(answer: () => Promise<undefined> = () => Promise.resolve(undefined)) {
  const calls: string[] = [];
  const userOf = (userId: string) => (calls.push(userId), answer());
  return { calls, access: new AccessPrefetch({ userOf } as unknown as AccessService) };
}

describe('who a session was of', () => {
  it('is called for ahead, from the second time on', () => {
    const { calls, access } = prefetch();
    access.start('s1');
    access.note('s1', 'ada');
    access.start('s1');
    access.start('s2');
    expect(calls).toEqual(['ada']);
  });

  it('is forgotten when the session has no user any more', () => {
    const { calls, access } = prefetch();
    access.note('s1', 'ada');
    access.note('s1', undefined);
    access.start('s1');
    expect(calls).toEqual([]);
  });

  it('fails no request when admin is away', () => {
    const { access } = prefetch(() => Promise.reject(new Error('away')));
    access.note('s1', 'ada');
    expect(() => access.start('s1')).not.toThrow();
  });

  it('is remembered of so many at most', () => {
    const { calls, access } = prefetch();
    for (let number = 0; number <= 10_000; number += 1) access.note(`s${number}`, `u${number}`);
    access.start('s0');
    access.start('s1');
    expect(calls).toEqual(['u1']);
  });
});
