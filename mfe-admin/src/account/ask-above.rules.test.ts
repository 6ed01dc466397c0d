import { expect, it } from '@jest/globals';
import { readAmount } from './ask-above.rules.js';

it.each([
  ['1', 1],
  [' $0.50 ', 0.5],
  ['0', 0],
  ['1,000.25', 1000.25],
  ['10000', 10_000],
])('takes %j', (text, amount) => expect(readAmount(text)).toEqual({ amount }));

it.each([
  ['', 'Enter an amount, or choose never.'],
  ['  ', 'Enter an amount, or choose never.'],
  ['-1', 'Enter an amount in dollars, such as 1 or 0.50.'],
  ['1,5', 'Enter an amount in dollars, such as 1 or 0.50.'],
  ['much', 'Enter an amount in dollars, such as 1 or 0.50.'],
  ['1e9', 'Enter an amount in dollars, such as 1 or 0.50.'],
  ['10000.01', 'Enter at most $10,000.'],
])('refuses %j', (text, fault) => expect(readAmount(text)).toEqual({ fault }));
