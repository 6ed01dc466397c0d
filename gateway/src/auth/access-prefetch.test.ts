import { describe, expect, it } from '@jest/globals';
import type { AccessService } from './access.service.js';
import { ForeseenAccess } from './access-prefetch.js';

function foreseen(answer: () => Promise<undefined> = () => Promise.resolve(undefined)) {
  const asked: string[] = [];
  const userOf = (userId: string) => (asked.push(userId), answer());
  return { asked, access: new ForeseenAccess({ userOf } as unknown as AccessService) };
}

describe('who a session was of', () => {
  it('is asked for ahead, from the second time on', () => {
    const { asked, access } = foreseen();
    access.ask('s1');
    access.note('s1', 'ada');
    access.ask('s1');
    access.ask('s2');
    expect(asked).toEqual(['ada']);
  });

  it('is forgotten when the session is nobody’s any more', () => {
    const { asked, access } = foreseen();
    access.note('s1', 'ada');
    access.note('s1', undefined);
    access.ask('s1');
    expect(asked).toEqual([]);
  });

  it('fails nobody when admin is away', () => {
    const { access } = foreseen(() => Promise.reject(new Error('away')));
    access.note('s1', 'ada');
    expect(() => access.ask('s1')).not.toThrow();
  });

  it('is remembered of so many at most', () => {
    const { asked, access } = foreseen();
    for (let number = 0; number <= 10_000; number += 1) access.note(`s${number}`, `u${number}`);
    access.ask('s0');
    access.ask('s1');
    expect(asked).toEqual(['u1']);
  });
});
