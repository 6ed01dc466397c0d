import { expect, it } from '@jest/globals';
import { checkRange } from './usage-range.rules.js';

it.each([
  ['2026-03-31', '2026-03-31'],
  ['2025-03-31', '2026-03-31'],
  ['2024-02-29', '2024-03-01'],
])('takes %s to %s', (from, to) => expect(() => checkRange({ from, to })).not.toThrow());

it.each([
  ['2026-03-31', '2026-03-30', 'to'],
  ['2025-03-30', '2026-03-31', 'from'],
  ['2026-02-29', '2026-03-01', 'from'],
  ['2026-03-01', '2026-13-01', 'to'],
  ['', '2026-03-01', 'from'],
  ["2026-03-01'; --", '2026-03-01', 'from'],
  ['2026-03-01', '2026-03-01T00:00', 'to'],
])('refuses %s to %s', (from, to, path) => {
  const refusal = { kind: 'invalid', code: 'invalid_usage_request', issues: [{ path, message: expect.any(String) }] };
  expect(() => checkRange({ from, to })).toThrow(expect.objectContaining(refusal));
});
