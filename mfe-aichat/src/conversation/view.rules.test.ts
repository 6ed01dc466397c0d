import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Line, Speaker } from './conversation.state.js';
import { maxHistory, viewOf } from './view.rules.js';

const line = (speaker: Speaker, text: string, status: Line['status'] = 'completed'): Line => ({
  key: `${speaker}-${text}`,
  speaker,
  text,
  status,
  startedAt: 0,
});

describe('the view of a side', () => {
  it('begins with the opening for the first, and with the first reply for the second', () => {
    expect(viewOf(0, [line('you', 'Argue.')])).toEqual({ message: 'Argue.', conversationHistory: [] });
    expect(viewOf(1, [line('you', 'Argue.'), line(0, 'Short.')])).toEqual({
      message: 'Short.',
      conversationHistory: [{ role: 'user', content: 'Argue.' }],
    });
  });

  it('has the roles the right way round for each', () => {
    const lines = [line('you', 'Argue.'), line(0, 'Short.'), line(1, 'Long.'), line(0, 'Why?')];
    expect(viewOf(1, lines)).toEqual({
      message: 'Why?',
      conversationHistory: [
        { role: 'user', content: 'Argue.' },
        { role: 'user', content: 'Short.' },
        { role: 'assistant', content: 'Long.' },
      ],
    });
    expect(viewOf(0, lines.slice(0, 3)).conversationHistory).toEqual([
      { role: 'user', content: 'Argue.' },
      { role: 'assistant', content: 'Short.' },
    ]);
  });

  it('holds what the user put in, marked as theirs', () => {
    const lines = [line('you', 'Argue.'), line(0, 'Short.'), line('you', 'Mind the cost.')];
    expect(viewOf(1, lines)).toEqual({
      message: 'Short.\n\nThe person who reads along says: Mind the cost.',
      conversationHistory: [{ role: 'user', content: 'Argue.' }],
      interjection: 'Mind the cost.',
    });
  });

  it('leaves out what did not come to its end, and what a moderator said', () => {
    const lines = [line('you', 'Argue.'), line(0, 'Sho', 'interrupted'), line('moderator', 'They argued.')];
    expect(viewOf(0, lines)).toEqual({ message: 'Argue.', conversationHistory: [] });
  });

  it('of a long conversation keeps the opening and the end', () => {
    const long = 'x'.repeat(maxHistory / 2 - 10);
    const lines = [line('you', 'Argue.'), line(0, `a${long}`), line(1, `b${long}`), line(0, `c${long}`), line(1, 'd')];
    const { conversationHistory, message } = viewOf(0, lines);
    expect(message).toBe('d');
    expect(conversationHistory.map(({ content }) => content[0])).toEqual(['A', 'b', 'c']);
  });

  it('never gives one side the other’s texts as its own, whatever was said', () => {
    const any = fc.record({
      speaker: fc.constantFrom<Speaker>('you', 'moderator', 0, 1),
      text: fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
      status: fc.constantFrom<Line['status']>('completed', 'failed', 'interrupted', 'cancelled'),
    });
    fc.assert(
      fc.property(fc.array(any), fc.constantFrom(0 as const, 1 as const), (said, side) => {
        const lines = [line('you', 'Argue.'), ...said.map(({ speaker, text, status }) => line(speaker, text, status))];
        const { message, conversationHistory } = viewOf(side, lines);
        const own = lines.filter(({ speaker, status }) => speaker === side && status === 'completed');
        const assistant = conversationHistory.filter(({ role }) => role === 'assistant').map(({ content }) => content);
        expect(own.map(({ text }) => text).slice(0, assistant.length)).toEqual(assistant);
        expect(message.trim()).not.toBe('');
      }),
      { seed: 20250710 },
    );
  });
});
