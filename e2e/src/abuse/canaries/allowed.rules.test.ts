import { describe, expect, test } from '@jest/globals';
import { canaries, leaksOf, needlesOf, type Canary } from './allowed.rules.js';

const texts = Object.fromEntries(canaries.map((name) => [name, `canary of ${name}`])) as Record<Canary, string>;

describe('a canary', () => {
  test('is looked for as it stands, and as it may have been written down', () => {
    const needles = needlesOf(texts);
    expect(needles['password']).toBe('canary of password');
    expect(Buffer.from('canary of password, and more').toString('base64')).toContain(needles['password in base64']);
    expect(Buffer.from('canary of password').toString('hex')).toContain(needles['password in hex']);
  });

  test('of a prompt may stand where messages are kept, and nowhere else', () => {
    const found = [
      { what: 'prompt', where: 'postgres conversation.messages' },
      { what: 'prompt', where: 'postgres conversation.outbox conversation.message_sent.v1' },
      { what: 'prompt in hex', where: 'log servers.log: a line' },
      { what: 'password', where: 'log servers.log: a line' },
    ];
    expect(leaksOf('prompt', found)).toEqual([
      'prompt: postgres conversation.outbox conversation.message_sent.v1',
      'prompt in hex: log servers.log: a line',
    ]);
  });

  test.each(canaries.filter((each) => each !== 'prompt'))('of the %s may stand nowhere', (canary) => {
    expect(leaksOf(canary, [{ what: canary, where: 'postgres conversation.messages' }])).toHaveLength(1);
  });
});
