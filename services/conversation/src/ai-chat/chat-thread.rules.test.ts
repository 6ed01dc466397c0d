import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { ThreadMessage } from '../replies/thread.rules.js';
import { chatThread } from './chat-thread.rules.js';

const noParts = { sides: [{ aiService: 'gpt' }, { aiService: 'claude' }] };
const debate = {
  sides: [
    { aiService: 'gpt', role: 'defends short guides' },
    { aiService: 'claude', name: 'The critic', role: '  ' },
  ],
};

describe('the messages for one side', () => {
  it('are what it has seen, then what comes now', () => {
    const history: ThreadMessage[] = [
      { role: 'user', content: 'Argue.' },
      { role: 'assistant', content: 'I say short.' },
    ];
    expect(chatThread(noParts, 'gpt', history, 'I say long.')).toEqual([
      { role: 'user', content: 'Argue.' },
      { role: 'assistant', content: 'I say short.' },
      { role: 'user', content: 'I say long.' },
    ]);
  });

  it('join lines of one role, and leave out empty ones', () => {
    const history: ThreadMessage[] = [
      { role: 'user', content: 'Argue.' },
      { role: 'assistant', content: ' ' },
    ];
    expect(chatThread(noParts, 'claude', history, 'I say short.')).toEqual([
      { role: 'user', content: 'Argue.\n\nI say short.' },
    ]);
  });

  it('begin with its own part and the partner’s name, where it has a part', () => {
    const [part] = chatThread(debate, 'gpt', [], 'Argue.');
    expect(part?.role).toBe('system');
    expect(part?.content).toContain('defends short guides');
    expect(part?.content).toContain('The critic');
    expect(chatThread(debate, 'claude', [], 'Argue.')).toEqual([{ role: 'user', content: 'Argue.' }]);
  });

  it('always alternate, close with the user, and hold every word', () => {
    const line = fc.record({ role: fc.constantFrom('user' as const, 'assistant' as const), content: fc.string() });
    fc.assert(
      fc.property(
        fc.array(line),
        fc.string({ minLength: 1 }).filter((text) => text.trim() !== ''),
        (history, message) => {
          const thread = chatThread(noParts, 'gpt', history, message);
          expect(thread.at(-1)?.role).toBe('user');
          expect(thread.every(({ role }, index) => role !== thread[index - 1]?.role)).toBe(true);
          const said = thread.map(({ content }) => content).join('\n\n');
          const given = [...history.map(({ content }) => content), message].filter((text) => text.trim() !== '');
          expect(said).toBe(given.join('\n\n'));
        },
      ),
      { seed: 20250710 },
    );
  });
});
