import { describe, expect, it } from '@jest/globals';
import { isGivenUp } from './crashes.rules.js';

describe('a run', () => {
  it.each([
    ['begun for the first time', { runs: 1, handovers: 0 }, false],
    ['whose process crashed four times', { runs: 5, handovers: 0 }, false],
    ['whose process crashed five times', { runs: 6, handovers: 0 }, true],
    ['handed over a hundred times', { runs: 101, handovers: 100 }, false],
    ['that crashed four times between handovers', { runs: 20, handovers: 15 }, false],
    ['that crashed five times between handovers', { runs: 21, handovers: 15 }, true],
  ])('%s', (_what, begins, expected) => {
    expect(isGivenUp(begins)).toBe(expected);
  });
});
