import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { asReported, changedTo, floorOf, missingAnswers, settled, withSeen } from './floor.rules.js';
import type { Outcome, Track } from './watch.entity.js';

const track = (seen: string, reported: Outcome = 's'): Track => ({ seen, reported });
const steady = floorOf(Array.from({ length: 10 }, () => track('sssss')));
const wobbly = floorOf(Array.from({ length: 10 }, (_, index) => track(index % 2 ? 's-s-s' : 'sssss')));

describe('how many answers make a change', () => {
  it('one is never enough, and none is missing while nothing differs', () => {
    expect(missingAnswers(track('sssss'), steady)).toBeUndefined();
    expect(missingAnswers(track('sssss-'), steady)).toBeGreaterThan(0);
  });

  it('a steady thing needs two or three, one of a service that wobbles more', () => {
    const needed = (floor: typeof steady) => 1 + missingAnswers(track('sssss-'), floor)!;
    expect([2, 3]).toContain(needed(steady));
    expect(needed(wobbly)).toBeGreaterThan(needed(steady));
  });

  it('a thing that comes and goes needs many', () => {
    expect(missingAnswers(track('s-s-s-s-'), steady)).toBeGreaterThan(3);
  });

  it('each further answer that differs brings it nearer, one that does not ends it', () => {
    const seen = fc.array(fc.constantFrom<Outcome>('s', '-', 'c'), { maxLength: 12 });
    fc.assert(
      fc.property(seen, (before) => {
        const pending = withSeen(track(before.join('')), ['-']);
        const missing = missingAnswers(pending, steady)!;
        expect(missingAnswers(withSeen(pending, ['-']), steady)!).toBeLessThanOrEqual(Math.max(0, missing - 1));
        expect(missingAnswers(withSeen(pending, ['s']), steady)).toBeUndefined();
      }),
    );
  });

  it('is to what most of them say; only they are remembered', () => {
    const changed = track('ssss-cc');
    expect(changedTo(changed)).toBe('c');
    expect(asReported(changed, 'c', 'Now.')).toEqual({ seen: '-cc', reported: 'c', quote: 'Now.' });
  });
});

it('learns that half of the things wobble', () => {
  expect(steady.wobbling).toBeLessThan(0.15);
  expect(wobbly.wobbling).toBeGreaterThan(0.3);
  expect(settled(['s', '-', 's'])).toBe('s');
});
