import { expect, it } from '@jest/globals';
import type { Cell, Claim } from './agreement-map.entity.js';
import { agreementOf, agreementOfAll, mostDisputedFirst } from './agreement.rules.js';

const stances = { s: 'says', c: 'contradicts', '-': 'silent', '?': 'unproven' } as const;
const cells = (signs: string): Cell[] => [...signs].map((sign) => ({ stance: stances[sign as 's'] }));
const claim = (signs: string): Claim => ({ text: signs, cells: cells(signs) });

it.each([
  ['ssss', 100],
  ['cc-', 100],
  ['sc', 50],
  ['ssc', 67],
  ['sscc', 50],
  ['s?c-', 50],
  // One side alone agrees with nobody; what is unproven counts for nothing.
  ['s---', undefined],
  ['s??', undefined],
  ['???', undefined],
  ['', undefined],
])('the agreement of %s is %s', (signs, figure) => expect(agreementOf(cells(signs))).toBe(figure));

it('of all is the mean of the claims that have a figure', () => {
  expect(agreementOfAll([claim('ss'), claim('sc'), claim('s-')])).toBe(75);
  expect(agreementOfAll([claim('s-'), claim('??')])).toBeUndefined();
  expect(agreementOfAll([])).toBeUndefined();
});

it('the most disputed stand first, then what more replies speak of, then those without a figure', () => {
  const claims = ['s---', 'ss--', 'ssss', 'sc--', 'sscc', 'sssc', '????'].map(claim);
  expect(mostDisputedFirst(claims).map(({ text }) => text)).toEqual([
    'sscc',
    'sc--',
    'sssc',
    'ssss',
    'ss--',
    's---',
    '????',
  ]);
});
