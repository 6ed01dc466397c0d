import { afterEach, expect, it } from '@jest/globals';
import type { Message, Summary } from '@polylogue/api-contract';
import { cleanup, render, screen } from '@testing-library/react';
import { Reply, SummaryOfRound } from './turns.js';

afterEach(cleanup);

const aiService = { name: 'gpt', displayName: 'GPT', color: '#10a37f' };
const timestamp = '2026-11-21T09:00:00Z';

it('a reply without a word says that it is empty', () => {
  const message: Message = { id: '1', role: 'assistant', content: '', status: 'completed', timestamp };
  render(<Reply aiService={aiService} message={message} question={undefined} accent={undefined} />);
  expect(screen.getByRole('article', { name: 'Reply of GPT' }).textContent).toContain('The reply is empty.');
});

it('so does a summary', () => {
  const about = { id: '1', broadcastId: '2', messageIds: [], replyServices: [] };
  const summary: Summary = { ...about, kind: 'compare', aiService, content: '', status: 'completed', timestamp };
  render(<SummaryOfRound summary={summary} />);
  expect(screen.getByRole('article').textContent).toContain('The summary is empty.');
});
