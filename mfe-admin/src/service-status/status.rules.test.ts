import { expect, it } from '@jest/globals';
import type { ServiceStatus } from '@polylogue/api-contract';
import { spanWords, summaryWords } from './status.rules.js';

it.each([
  [0, '0 ms'],
  [999, '999 ms'],
  [1_240, '1.2 s'],
  [180_000, '3 min'],
  [7_200_000, '2 h'],
])('%d ms reads %s', (ms, words) => {
  expect(spanWords(ms)).toBe(words);
});

it('says what needs a look', () => {
  const of = (name: string, state: ServiceStatus['state']) => ({ name, state }) as ServiceStatus;
  expect(summaryWords([of('admin', 'ready')])).toBe('All services are ready.');
  expect(summaryWords([of('admin', 'ready'), of('quality', 'late'), of('scheduler', 'away')])).toBe(
    'Needs a look: quality, scheduler.',
  );
});
