import { describe, expect, it } from '@jest/globals';
import { earlierTurns } from './earlier-turns.rules.js';

const message = (role: 'user' | 'assistant', content: string, more = {}) => ({
  role,
  content,
  ...more,
});

describe('the earlier turns of a thread', () => {
  it('are those its service was sent, oldest first, without a question that got no text', () => {
    expect(
      earlierTurns([
        message('user', 'One?'),
        message('assistant', 'First.'),
        message('user', 'Lost?'),
        message('assistant', ' '),
        message('user', 'Two?'),
        message('assistant', 'Second'),
      ]),
    ).toEqual([
      { isFromUser: true, text: 'One?' },
      { isFromUser: false, text: 'First.' },
      { isFromUser: true, text: 'Two?' },
      { isFromUser: false, text: 'Second' },
    ]);
  });

  it('hold the texts of files, and name nobody who wrote a turn that was carried over', () => {
    const turns = earlierTurns([
      message('user', 'What does it say?', { files: [{ name: 'a.txt', text: 'Cats purr.' }] }),
      message('assistant', 'That cats purr.', { author: 'Claude' }),
    ]);
    expect(turns[0]!.text).toContain('Cats purr.');
    expect(JSON.stringify(turns)).not.toContain('Claude');
  });
});
