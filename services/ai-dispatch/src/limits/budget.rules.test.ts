import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isExhausted, isOver } from './budget.rules.js';

const part = fc.record({ micros: fc.nat(1_000), tokens: fc.nat(1_000) });
const max = fc.option(fc.nat(5_000), { nil: undefined });

describe('a budget', () => {
  it('holds what fits exactly and nothing more', () => {
    const parts = [
      { micros: 3, tokens: 1 },
      { micros: 4, tokens: 1 },
    ];
    expect(isOver({ micros: 7 }, parts)).toBe(false);
    expect(isOver({ micros: 6 }, parts)).toBe(true);
    expect(isOver({ micros: 100, tokens: 1 }, parts)).toBe(true);
    expect(isExhausted({ micros: 7 }, parts)).toBe(true);
    expect(isExhausted({ micros: 8, tokens: 3 }, parts)).toBe(false);
  });

  it('that is none is never over', () => {
    fc.assert(fc.property(fc.array(part), (parts) => !isOver({}, parts) && !isExhausted({}, parts)));
  });

  it('that is over stays over, and is exhausted', () => {
    fc.assert(
      fc.property(fc.array(part), part, max, max, (parts, further, micros, tokens) => {
        if (!isOver({ micros, tokens }, parts)) return;
        expect(isOver({ micros, tokens }, [...parts, further])).toBe(true);
        expect(isExhausted({ micros, tokens }, parts)).toBe(true);
      }),
      { seed: 20250710 },
    );
  });
});
