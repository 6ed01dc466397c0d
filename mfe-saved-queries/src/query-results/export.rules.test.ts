import { expect, it } from '@jest/globals';
import type { Execution } from '@polylogue/api-contract';
import { fileNameOf, toCsv } from './export.rules.js';

const execution: Execution = {
  id: 41,
  status: 'completed',
  executedAt: '2026-11-21T09:00:00Z',
  triggerType: 'scheduled',
  errorMessage: null,
  successfulResponses: 1,
  totalResponses: 1,
  results: [
    {
      id: 1,
      aiService: { name: 'gpt', displayName: 'GPT', color: '#777777' },
      responseTime: 41,
      tokens: 3,
      response: '=SUM(A1)\n"so, there"',
      createdAt: '2026-11-21T09:00:04Z',
    },
  ],
};

it('writes one line per result, with quotes, and no formulas', () => {
  const [head, ...lines] = toCsv([execution]).split('\r\n');
  expect(head).toMatch(/^\uFEFFExecution,Executed At,/);
  expect(lines[0]).toBe(`41,2026-11-21T09:00:00Z,scheduled,completed,,GPT,41,3,"'=SUM(A1)\n""so, there""",,,`);
});

it('keeps executions without results', () => {
  expect(toCsv([{ ...execution, results: [], status: 'failed', errorMessage: 'Skipped' }])).toContain(
    'scheduled,failed,Skipped,,,,,',
  );
});

it.each([
  ['Weekly digest: what changed?', 'saved-query-7-weekly-digest-what-changed.csv'],
  ['../../etc', 'saved-query-7-etc.csv'],
  ['😀', 'saved-query-7.csv'],
])('names the file of %s', (title, name) => expect(fileNameOf({ id: 7, title }, 'csv')).toBe(name));
