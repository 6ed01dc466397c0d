import { describe, expect, it } from '@jest/globals';
import { bodyOf, emptyForm, expiryAfter, faultsOf } from './api-keys.rules.js';

const now = Date.UTC(2026, 0, 31);

it('expires after so many days, or never', () => {
  expect([expiryAfter(30, now), expiryAfter(0, now)]).toEqual(['2026-03-02T00:00:00.000Z', null]);
});

describe('a key that is being described', () => {
  const anAmount = 'Write an amount of dollars above 0, such as 2.50.';

  it.each([
    ['', undefined],
    ['2.50', undefined],
    ['0', anAmount],
    ['-1', anAmount],
    ['five', anAmount],
    ['100001', 'A budget of a day has at most 100,000 dollars.'],
  ])('with the budget %j: %s', (budget, fault) => {
    expect(faultsOf({ ...emptyForm, budget })).toEqual(fault ? { budget: fault } : {});
  });

  it('asks all services or at least one', () => {
    expect(faultsOf({ ...emptyForm, aiServices: ['gpt'] })).toEqual({});
    expect(faultsOf({ ...emptyForm, aiServices: [] })).toEqual({
      aiServices: 'Choose at least one AI service, or allow all of them.',
    });
  });

  it('is sent as it was described', () => {
    const form = { ...emptyForm, name: 'CI', aiServices: ['gpt'], budget: ' 2.5 ', days: 0 };
    expect(bodyOf(form, now)).toEqual({
      name: 'CI',
      scopes: ['read', 'send'],
      aiServices: ['gpt'],
      dailyBudget: 2.5,
      expiresAt: null,
    });
    expect(bodyOf(emptyForm, now)).toMatchObject({ aiServices: null, dailyBudget: null });
  });
});
