import { describe, expect, it } from '@jest/globals';
import { closingChunks, tokenChunks } from './openai-chunks.rules.js';
import { keyIn, promptFor, replyText, seedOf, tokenText } from './reply-tokens.rules.js';

describe('what the fake provider says', () => {
  it('is a chunk of the wire format around the token', () => {
    const line = tokenChunks('alpha')(' x1');
    expect(line.endsWith('\n\n')).toBe(true);
    expect(JSON.parse(line.slice('data: '.length))).toMatchObject({
      object: 'chat.completion.chunk',
      model: 'alpha',
      choices: [{ index: 0, delta: { content: ' x1' }, finish_reason: null }],
    });
    expect(closingChunks('alpha', 3)).toMatch(/"completion_tokens":3.*\n\ndata: \[DONE\]\n\n$/s);
  });

  it('follows from service and prompt, and differs for every other service', () => {
    const seed = seedOf('alpha', 'run-1');
    expect(replyText('alpha', 'run-1', 2)).toBe(tokenText(seed, 0) + tokenText(seed, 1));
    expect(replyText('beta', 'run-1', 2)).not.toBe(replyText('alpha', 'run-1', 2));
    expect(keyIn(promptFor('cpu-1-7'))).toBe('cpu-1-7');
  });
});
