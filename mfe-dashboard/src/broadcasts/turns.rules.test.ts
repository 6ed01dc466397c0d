import { describe, expect, it } from '@jest/globals';
import type { Conversation, Message } from '@polylogue/api-contract';
import type { LiveTurn } from './broadcast-store.state.js';
import { openBroadcastsOf } from './open-broadcasts.rules.js';
import { storedTurns, withLiveTurns } from './turns.rules.js';

const timestamp = '2025-07-10T10:00:00.000Z';
const user = (id: string, content: string): Message => ({ id, role: 'user', content, timestamp, status: 'completed' });
const answer = (id: string, content: string, status: Message['status'] = 'completed'): Message => ({
  id,
  role: 'assistant',
  content,
  timestamp,
  status,
  broadcastId: 'b1',
});
const conversation = (...messages: Message[]): Conversation => ({
  id: 'c1',
  aiService: { name: 'gpt', displayName: 'ChatGPT', color: '#097C56' },
  title: 'T',
  messages,
  createdAt: timestamp,
  updatedAt: timestamp,
});
const live = (text: string, messageId?: string, status: Message['status'] = 'streaming'): LiveTurn => ({
  key: 'k1',
  message: 'Again?',
  isLost: false,
  reply: { aiService: 'gpt', status, text, startedAt: 0, ...(messageId && { messageId }) },
});
const shown = (turns: ReturnType<typeof withLiveTurns>) =>
  turns.map(({ key, question, reply }) => [key, question, reply?.text, reply?.status]);

describe('the turns of a panel', () => {
  const stored = storedTurns(conversation(user('u1', 'Why?'), answer('a1', 'Because.')));

  it('are question and reply, oldest first', () => {
    expect(shown(stored)).toEqual([['a1', 'Why?', 'Because.', 'completed']]);
  });

  it('end with the question that is being answered', () => {
    expect(shown(withLiveTurns(stored, [live('')]))[1]).toEqual(['k1', 'Again?', '', 'streaming']);
    expect(shown(withLiveTurns(stored, [live('Be', 'a2')]))[1]).toEqual(['a2', 'Again?', 'Be', 'streaming']);
  });

  it('let the stream go before what is stored of an open reply', () => {
    const open = storedTurns(conversation(user('u1', 'Why?'), answer('a1', 'Bec', 'streaming')));
    expect(shown(withLiveTurns(open, [live('Because', 'a1')]))).toEqual([['a1', 'Why?', 'Because', 'streaming']]);
  });

  it('let the stored end go before the stream', () => {
    expect(shown(withLiveTurns(stored, [live('Be', 'a1')]))).toEqual([['a1', 'Why?', 'Because.', 'completed']]);
  });

  it('leave out what has left the dashboard for a newer conversation, unless it still comes', () => {
    const left = (status: Message['status'], messageId = 'a0') => {
      const turn = live('Old', messageId, status);
      return withLiveTurns(stored, [{ ...turn, reply: { ...turn.reply, conversationId: 'c0' } }]).map(({ key }) => key);
    };
    expect(left('completed')).toEqual(['a1']);
    expect(left('streaming')).toEqual(['a1', 'a0']);
    expect(left('completed', 'a2')).toEqual(['a1', 'a2']);
  });

  it('leave out an empty reply that was requested again', () => {
    const again = conversation(user('u1', 'Why?'), answer('a1', '', 'failed'), user('u2', 'Why?'), answer('a2', 'So.'));
    expect(shown(withLiveTurns(storedTurns(again), []))).toEqual([['a2', 'Why?', 'So.', 'completed']]);
    const kept = conversation(
      user('u1', 'Why?'),
      answer('a1', 'Half', 'interrupted'),
      user('u2', 'Why?'),
      answer('a2', 'So.'),
    );
    expect(withLiveTurns(storedTurns(kept), [])).toHaveLength(2);
  });

  it('keep a question without an answer', () => {
    expect(shown(storedTurns(conversation(user('u1', 'Why?'))))).toEqual([['u1', 'Why?', undefined, undefined]]);
  });
});

describe('after a reload', () => {
  it('the open replies are found with their broadcast and question', () => {
    const [open, ...others] = openBroadcastsOf([
      conversation(user('u1', 'Why?'), answer('a1', 'Bec', 'streaming')),
      conversation(user('u3', 'Done?'), answer('a3', 'Yes.')),
    ]);
    expect(others).toEqual([]);
    expect(open).toMatchObject({ broadcastId: 'b1', message: 'Why?', lastEventId: 0 });
    expect(open?.replies).toMatchObject([{ messageId: 'a1', text: '', storedText: 'Bec', status: 'streaming' }]);
  });
});
