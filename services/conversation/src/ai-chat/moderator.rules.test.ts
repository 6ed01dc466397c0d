import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Turn } from './ai-chat.entity.js';
import { moderatorThread } from './moderator.rules.js';

const turn = (aiService: string, content: string, known: Partial<Turn> = {}): Turn => ({
  id: 'id',
  sessionId: 'session',
  kind: 'reply',
  aiService,
  message: '',
  content,
  createdAt: new Date(0),
  ...known,
});
const setup = { sides: [{ aiService: 'gpt', name: 'Pro' }, { aiService: 'claude' }] };

const linesOf = (turns: Turn[], opening = 'Argue.') =>
  JSON.parse(moderatorThread({ opening, setup }, turns)[1]!.content) as { speaker: string; text: string }[];

describe('what a moderator reads', () => {
  it('names the speaker of each line, includes the user’s own, and leaves out earlier summaries', () => {
    const turns = [
      turn('gpt', 'Short.'),
      turn('claude', 'Long.', { interjection: 'Mind the cost.' }),
      turn('gpt', 'They disagreed.', { kind: 'summary' }),
    ];
    expect(linesOf(turns)).toEqual([
      { speaker: 'the person', text: 'Argue.' },
      { speaker: 'Pro', text: 'Short.' },
      { speaker: 'the person', text: 'Mind the cost.' },
      { speaker: 'claude', text: 'Long.' },
    ]);
  });

  it('is data that no reply can break out of', () => {
    fc.assert(
      fc.property(fc.array(fc.string({ minLength: 1 }).filter((text) => text.trim() !== '')), (texts) => {
        const lines = linesOf(texts.map((text) => turn('gpt', text)));
        expect(lines.slice(1).map(({ text }) => text)).toEqual(texts);
        expect(lines.slice(1).every(({ speaker }) => speaker === 'Pro')).toBe(true);
      }),
      { seed: 20250710 },
    );
  });
});
