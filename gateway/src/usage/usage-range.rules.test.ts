import { expect, it } from '@jest/globals';
import { rangeOf } from './usage-range.rules.js';

const now = Date.parse('2026-03-01T23:30:00Z');

it.each([
  [{}, { from: '2026-01-31', to: '2026-03-01' }],
  [{ from: '2026-02-01' }, { from: '2026-02-01', to: '2026-03-01' }],
  [{ to: '2024-03-01' }, { from: '2024-02-01', to: '2024-03-01' }],
])('%j is %j', (wanted, range) => expect(rangeOf(wanted, now)).toEqual(range));
