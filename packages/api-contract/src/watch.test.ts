import { expect, it } from '@jest/globals';
import { runReport } from './watch.js';

it('is read by a page that does not know a kind of change yet', () => {
  const change = { aiService: { name: 'gpt', displayName: 'GPT', color: '#000000' }, sentence: 'Now sings.' };
  const report = { changedServices: 1, totalServices: 1, baseline: false, furtherAnswers: 0 };
  const changes = [
    { ...change, kind: 'sings' },
    { ...change, kind: 'slower' },
  ];
  const read = runReport.parse({ ...report, changes });
  expect(read.changes.map(({ kind, sentence }) => [kind, sentence])).toEqual([
    ['changed', 'Now sings.'],
    ['slower', 'Now sings.'],
  ]);
});
