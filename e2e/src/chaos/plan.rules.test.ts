import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { lineOf, planOf, seedMs, usersCount } from './plan.rules.js';
import { pointNames } from './points.rules.js';

const anySeed = fc.integer({ min: 0, max: 2_000_000_000 });
const faultsFrom = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => planOf(from + index).faults).flat();

describe('the plan of a seed', () => {
  it('is the same for the same seed', () => {
    fc.assert(fc.property(anySeed, (seed) => expect(planOf(seed)).toEqual(planOf(seed))));
  });

  it('is another one for another seed', () => {
    const planText = (seed: number) => JSON.stringify({ ...planOf(seed), seed: 0 }).replaceAll(`m-${seed}-`, 'm-');
    fc.assert(fc.property(anySeed, (seed) => expect(planText(seed)).not.toBe(planText(seed + 1))));
  });

  it('stays within its time, in order, with markers and users that are there once', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const { actions, faults } = planOf(seed);
        for (const all of [actions, faults]) {
          const times = all.map(({ at }) => at);
          expect(times).toEqual([...times].sort((one, other) => one - other));
          expect(times.every((at) => at >= 0 && at < seedMs)).toBe(true);
        }
        expect(new Set(actions.map(({ marker }) => marker)).size).toBe(actions.length);
        expect(actions.every(({ user }) => user >= 0 && user < usersCount)).toBe(true);
        const frozen = faults.flatMap((fault) => (fault.kind.startsWith('freeze') && 'ms' in fault ? [fault.ms] : []));
        expect(frozen.every((ms) => ms >= 1_000 && ms <= 40_000)).toBe(true);
      }),
    );
  });

  it('kills on both sides of every point within nine seeds, and has every other fault within ten', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        const kills = faultsFrom(seed, 9).flatMap((fault) => (fault.kind === 'kill' ? [fault.point] : []));
        const points = new Set(kills.map(({ name, side }) => `${side} ${name}`));
        expect(points.size).toBe(2 * Object.keys(pointNames).length);
        const kinds = new Set(faultsFrom(seed, 10).map(({ kind }) => kind));
        expect(kinds.size).toBe(8);
      }),
      { numRuns: 20 },
    );
  });

  it('can be read', () => {
    fc.assert(
      fc.property(anySeed, (seed) => {
        for (const fault of planOf(seed).faults) expect(lineOf(fault)).toMatch(/^\d+\.\d s \w/);
      }),
    );
  });
});
