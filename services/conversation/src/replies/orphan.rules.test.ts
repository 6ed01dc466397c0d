import { describe, expect, it } from '@jest/globals';
import { backOff, decideOrphan, endOfOrphan } from './orphan.rules.js';

describe('a reply whose dispatch broke', () => {
  it.each([
    [{ hasText: false, runs: 1, cancelRequested: false }, 'run'],
    [{ hasText: false, runs: 2, cancelRequested: false }, 'run'],
    [{ hasText: false, runs: 3, cancelRequested: false }, 'failed'],
    [{ hasText: true, runs: 1, cancelRequested: false }, 'interrupted'],
    [{ hasText: true, runs: 3, cancelRequested: false }, 'interrupted'],
    [{ hasText: true, runs: 1, cancelRequested: true }, 'cancelled'],
    [{ hasText: false, runs: 1, cancelRequested: true }, 'cancelled'],
  ])('%j is decided: %s', (orphan, decision) => expect(decideOrphan(orphan)).toBe(decision));

  it('is dispatched again after a growing pause', () => expect([backOff(2), backOff(3)]).toEqual([250, 1000]));

  it('always says why it ended', () => {
    for (const status of ['failed', 'interrupted', 'cancelled'] as const) {
      expect(endOfOrphan(status)).toMatchObject({ status, error: expect.any(String), errorCode: expect.any(String) });
    }
  });
});
