import { describe, expect, it } from '@jest/globals';
import { servicesOf, timesOf, usageOf } from './key-details.rules.js';
import { anApiKey } from './api-key.fixture.js';

describe('a key', () => {
  it.each([
    [anApiKey({ today: null }), undefined],
    [anApiKey({ today: null, dailyBudget: 2.5 }), 'At most $2.50 a day'],
    [anApiKey({ today: { calls: 1, spent: 0.5, reserved: 0 } }), 'Today 1 call, $0.50'],
    [
      anApiKey({ today: { calls: 1200, spent: 1, reserved: 0.25 }, dailyBudget: 2.5 }),
      'Today 1,200 calls, $1.25 of $2.50',
    ],
  ])('%# says what it used today', (key, words) => expect(usageOf(key)).toBe(words));

  it('says which services it may ask, by the names people know', () => {
    const services = [{ name: 'gpt', displayName: 'GPT' }];
    expect(servicesOf(anApiKey(), services)).toBeUndefined();
    expect(servicesOf(anApiKey({ aiServices: ['gpt', 'gone'] }), services)).toBe('Only GPT, gone');
  });

  it('says when it was used, and until when it can be', () => {
    expect(timesOf(anApiKey({ lastUsedAt: null }))).toBe('Never used · does not expire');
    expect(timesOf(anApiKey({ expiresAt: '2026-03-05T00:00:00Z' }))).toMatch(
      /^Last used .+ from 192\.0\.2\.7 · expires /,
    );
  });
});
