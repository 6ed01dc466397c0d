import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { listAiServices, listConversations, type Conversation } from '@polylogue/api-contract';
import { fakeApi, renderScreen, type FakeApi } from '@polylogue/web-kit/test';
import { cleanup, fireEvent, screen } from '@testing-library/react';
import ConversationHistory from './conversation-history.js';

const id = (at: number) => `0191f0a0-0000-7000-8000-00000000000${at}`;
const conversation: Conversation = {
  id: id(1),
  aiService: { name: 'claude', displayName: 'Claude', color: '#d97757' },
  title: 'Seat booking',
  createdAt: '2026-11-21T09:12:00Z',
  updatedAt: '2026-11-21T09:14:00Z',
  messages: [
    { id: id(2), role: 'user', content: 'Which locking?', timestamp: '2026-11-21T09:12:00Z', status: 'completed' },
    {
      id: id(3),
      role: 'assistant',
      content: 'Hold seats with',
      timestamp: '2026-11-21T09:12:04Z',
      status: 'interrupted',
      error: 'The line broke.',
    },
  ],
};

describe('the history screen', () => {
  let api: FakeApi;
  beforeEach(() => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    api = fakeApi([[listAiServices, []]]);
  });
  afterEach(() => {
    cleanup();
    api.restore();
    jest.restoreAllMocks();
  });

  it('asks for all conversations, at most 500, and opens a transcript', async () => {
    api.answer(listConversations, [conversation]);
    renderScreen(<ConversationHistory />);
    const row = await screen.findByRole('button', { name: /Seat booking/ });
    expect(api.callsOf(listConversations)[0]!.url).toBe('/api/conversations?includeAll=true&limit=500');
    fireEvent.click(row);
    const transcript = screen.getByRole('region', { name: 'Transcript with Claude' });
    expect(transcript.textContent).toContain('Which locking?');
    expect(transcript.textContent).toContain('Interrupted');
    expect(transcript.textContent).toContain('The line broke.');
    fireEvent.click(row);
    expect(screen.queryByRole('region', { name: 'Transcript with Claude' })).toBeNull();
  });

  it("says 'No conversations found'", async () => {
    api.answer(listConversations, []);
    renderScreen(<ConversationHistory />);
    expect(await screen.findByText('No conversations found')).toBeTruthy();
  });

  it('says that it failed, and tries again', async () => {
    api.answer(listConversations, Response.json({ error: 'Not allowed.' }, { status: 403 }));
    renderScreen(<ConversationHistory />);
    expect(await screen.findByText('Failed to fetch conversations')).toBeTruthy();
    api.answer(listConversations, [conversation]);
    fireEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByText('Seat booking')).toBeTruthy();
  });
});
