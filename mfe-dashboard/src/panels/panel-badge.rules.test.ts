import { describe, expect, it } from '@jest/globals';
import type { Reply } from '../broadcasts/reply.rules.js';
import { badgeOf, connectionSentence, troubleOf } from './panel-badge.rules.js';

const reply = (status: Reply['status'], errorCode?: string): Reply => ({
  aiService: 'gpt',
  text: '',
  startedAt: 0,
  status,
  errorCode,
});

describe('a panel', () => {
  it.each([
    ['connected', false, 'Connected'],
    ['error', false, 'Error'],
    ['unknown', false, 'Unknown'],
    ['connected', true, 'Processing'],
    ['error', true, 'Processing'],
  ] as const)('with a service %s, processing %s, is %s', (status, isProcessing, badge) => {
    expect(badgeOf(status, isProcessing)).toBe(badge);
  });

  it.each([
    ['connected', undefined, undefined],
    ['error', undefined, 'connection'],
    ['error', reply('completed'), 'connection'],
    ['error', reply('streaming'), undefined],
    ['connected', reply('failed', 'invalid_key'), 'connection'],
    ['unknown', reply('failed', 'unreachable'), 'connection'],
    ['connected', reply('failed', 'rate_limited'), 'reply'],
    ['connected', reply('interrupted', 'broken_stream'), undefined],
    ['connected', reply('cancelled'), undefined],
    ['connected', reply('completed'), undefined],
  ] as const)('with a service %s and reply %j has trouble: %s', (status, last, trouble) => {
    expect(troubleOf(status, last)).toBe(trouble);
  });

  it('says the sentence of the specification', () => {
    expect(connectionSentence('Mistral')).toBe('Unable to connect to Mistral. Please check the API key configuration.');
  });
});
