import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { figuresIn, hasOtherNumber } from './numbers.rules.js';
import { isRefusal } from './refusals.rules.js';
import { hostsOf } from './sources.rules.js';

it.each([
  ['$1,500', '1500 dollars'],
  ['1.5k USD', '$1500'],
  ['20 percent', '20%'],
  ['2 million euros', '€2,000,000'],
  ['3 hours', '3 hour'],
])('%s is %s', (one, other) => {
  expect(figuresIn(one)).toEqual(figuresIn(other));
});

describe('another number', () => {
  it.each([
    ['The Pro plan costs $20 per month.', 'For Pro one pays 25 dollars.', true],
    ['The Pro plan costs $20 per month.', 'It is 20 USD a month, or $200 a year.', false],
    ['Support answers within 8 hours.', 'Support answers within 48 hours.', true],
    ['Support answers within 8 hours.', 'Support answers on 5 days.', false],
    ['GPT-5 is included.', 'GPT-6 is included.', false],
    ['It has about 1,000 users.', 'It has 1,002 users.', false],
  ])('%s | %s: %p', (claim, passage, isOther) => {
    expect(hasOtherNumber(claim, passage)).toBe(isOther);
  });

  it('is never seen in a claim itself, nor in a text without numbers', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        expect(hasOtherNumber(text, text)).toBe(false);
        expect(hasOtherNumber('It costs $20.', text.replaceAll(/\d/g, ''))).toBe(false);
      }),
    );
  });
});

it.each([
  ["I'm sorry, but I can't help with that.", true],
  ['As an AI, I cannot give prices.', true],
  ['I won’t answer this.', true],
  ['I can tell you that the plan costs $20.', false],
  ['Prices cannot be found in the docs, but the plan costs $20.', false],
])('%s is a refusal: %p', (text, is) => {
  expect(isRefusal(text)).toBe(is);
});

it('knows sources by their hosts, each once', () => {
  expect(hostsOf(['https://www.a.example/x', 'https://a.example/y', 'javascript:alert(1)', undefined, 'x'])).toEqual([
    'a.example',
  ]);
});
