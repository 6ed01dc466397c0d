import { expect, it } from '@jest/globals';
import { expiryAfter } from './api-keys.rules.js';

it('expires after so many days, or never', () => {
  const now = Date.UTC(2026, 0, 31);
  expect([expiryAfter(30, now), expiryAfter(0, now)]).toEqual(['2026-03-02T00:00:00.000Z', null]);
});
