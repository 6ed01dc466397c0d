import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { castVote, getVote, withdrawVote, type Vote } from '@polylogue/api-contract';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { fakeApi, type FakeApi } from '../test/fake-api.js';
import { renderScreen } from '../test/render-screen.js';
import { VoteBar } from './vote-bar.js';

const broadcastId = '01900000-0000-7000-8000-000000000000';
const replies = ['Service A', 'Service B', 'Service C'].map((name, index) => ({
  messageId: `01900000-0000-7000-8000-00000000000${index + 1}`,
  name,
}));
const vote: Vote = {
  broadcastId,
  outcome: 'best',
  best: [replies[1]!.messageId],
  reasons: ['clear'],
  comment: 'It says why.',
  wasBlind: true,
  timestamp: '2026-11-24T04:00:00.000Z',
};
let api: FakeApi;

beforeEach(() => {
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  api = fakeApi();
});
afterEach(() => {
  cleanup();
  api.restore();
  jest.restoreAllMocks();
});

const open = (stored: Vote | null, isBlind = true, onCast?: () => void) => {
  api.answer(getVote, { vote: stored });
  renderScreen(<VoteBar broadcastId={broadcastId} replies={replies} isBlind={isBlind} onCast={onCast} />);
};
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the bar of a round', () => {
  it('offers to read a vote again that could not be read, and is not there where none can be given', async () => {
    api.answer(getVote, Response.json({ error: 'Away.', code: 'unavailable' }, { status: 503 }));
    renderScreen(<VoteBar broadcastId={broadcastId} replies={replies} isBlind />);
    await screen.findByText('The vote could not be read');
    api.answer(getVote, { vote: null });
    await press('Retry');
    await radio('Service A');
    cleanup();
    api.answer(getVote, Response.json({ error: 'Not found.', code: 'not_found' }, { status: 404 }));
    const { container } = renderScreen(<VoteBar broadcastId={broadcastId} replies={replies} isBlind={false} />);
    await waitFor(() => expect(container.querySelector('[aria-busy]')).toBeNull());
    expect(screen.queryByText('The vote could not be read')).toBeNull();
  });

  it('asks which reply is best, and why, and sends both', async () => {
    const onCast = jest.fn();
    open(null, true, onCast);
    api.answer(castVote, vote);
    const first = await radio('Service A');
    expect(screen.queryByRole('button', { name: 'Vote and reveal' })).toBeNull();
    fireEvent.keyDown(first, { key: '2' });
    expect((await radio('Service B')).checked).toBe(true);
    await press('Clear');
    fireEvent.change(screen.getByRole('textbox', { name: 'Why, in your words' }), {
      target: { value: 'It says why.' },
    });
    await press('Vote and reveal');
    await waitFor(() => expect(onCast).toHaveBeenCalledTimes(1));
    expect(api.callsOf(castVote).map(({ body }) => body)).toEqual([
      { outcome: 'best', best: [replies[1]!.messageId], reasons: ['clear'], comment: 'It says why.' },
    ]);
    await screen.findByText(/Your vote: Service B is best: clear/);
    await screen.findByText('cast blind');
  });

  it('shows the vote that was cast, and changes it', async () => {
    open(vote, false);
    await press('Change vote');
    expect((await radio('Service B')).checked).toBe(true);
    fireEvent.click(await radio('All bad'));
    expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
    await press('Cancel');
    await screen.findByText(/Service B is best/);
  });

  it('withdraws a vote', async () => {
    open(vote, false);
    api.answer(withdrawVote, () => new Response(null, { status: 204 }));
    await press('Withdraw my vote');
    await waitFor(() => expect(api.callsOf(withdrawVote)).toHaveLength(1));
    expect((await radio('Service B')).checked).toBe(false);
  });

  it('says why a vote was not stored, and keeps what was chosen', async () => {
    open(null);
    api.answer(castVote, () =>
      Response.json(
        { error: 'Some replies are still open.', code: 'round_still_open', requestId: 'r' },
        { status: 409 },
      ),
    );
    fireEvent.click(await radio('Tie'));
    await press('Vote and reveal');
    await screen.findByText('The vote could not be stored', { selector: '.pl-toast-title' });
    expect((await radio('Tie')).checked).toBe(true);
  });
});
