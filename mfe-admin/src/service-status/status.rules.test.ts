import { expect, it } from '@jest/globals';
import type { ServiceStatus } from '@polylogue/api-contract';
import { formatAge, formatSummary } from './status.rules.js';

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_240, '1.2 s'],
  [180_000, '3 min'],
  [7_200_000, '2 h'],
])('%d ms reads %s', (ms, expected) => {
  expect(formatAge(ms)).toBe(expected);
});

it('says what needs a look', () => {
  const of = (name: string, state: ServiceStatus['state']) => ({ name, state }) as ServiceStatus;
  expect(formatSummary([of('admin', 'ready')])).toBe('All services are ready.');
  expect(formatSummary([of('admin', 'ready'), of('quality', 'late'), of('scheduler', 'away')])).toBe(
    'Needs a look: quality, scheduler.',
  );
});
