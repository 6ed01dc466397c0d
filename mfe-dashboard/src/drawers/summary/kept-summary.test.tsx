import { afterEach, expect, it } from '@jest/globals';
import type { Summary } from '@polylogue/api-contract';
import { cleanup, render, screen } from '@testing-library/react';
import { KeptSummary } from './kept-summary.js';

afterEach(cleanup);

const summary: Summary = {
  id: '1',
  broadcastId: '2',
  messageIds: [],
  replyServices: [],
  kind: 'compare',
  aiService: { name: 'gpt', displayName: 'GPT', color: '#10a37f' },
  content: '',
  status: 'completed',
  timestamp: '2026-11-21T09:00:00Z',
};

it.each<[string, Summary['status']]>([
  ['The summary is empty.', 'completed'],
  ['Reading the responses…', 'pending'],
])('a summary without a word says: %s', (sentence, status) => {
  const calls = { onDelete: () => {}, onContinued: () => {} };
  render(<KeptSummary summary={{ ...summary, status }} replies={[]} services={[]} {...calls} />);
  expect(screen.getByText(sentence)).toBeTruthy();
});
