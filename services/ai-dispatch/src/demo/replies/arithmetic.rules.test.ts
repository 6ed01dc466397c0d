import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { evaluate, findExpression } from './arithmetic.rules.js';

const calculate = (text: string) => {
  const expression = findExpression(text);
  return expression === undefined ? undefined : evaluate(expression);
};

describe('the demo calculates', () => {
  it.each([
    ['What is 2 + 3 * 4?', 14],
    ['(2+3)*4 please', 20],
    ['7 x 6', 42],
    ['12 ÷ 5', 2.4],
    ['2 ** 3 ** 2', 512],
    ['-3 + 5', 2],
    ['10 - 4 - 3', 3],
    ['10 % 4', 2],
    ['1 / 0', undefined],
    ['On 2025-07-10', 2008],
    ['I have 3 cats', undefined],
    ['0.1 + 0.2', 0.3],
  ])('%s is %s', (text, value) => {
    expect(calculate(text)).toBe(value);
  });

  it('never throws, whatever the input', () => {
    const text = fc.string({ unit: fc.constantFrom(...'0123456789+-*/%^(). x'), maxLength: 40 });
    fc.assert(
      fc.property(text, (input) => void calculate(input)),
      { numRuns: 500, seed: 20250710 },
    );
  });
});
