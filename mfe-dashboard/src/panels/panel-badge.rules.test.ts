import { describe, expect, it } from '@jest/globals';
import type { Reply } from '../broadcasts/reply.rules.js';
import { badgeOf, troubleOf } from './panel-badge.rules.js';
import { connectionCause, connectionSentence } from './trouble.rules.js';

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

  it('is in Error while it says that its service could not be reached, whatever the catalog knows', () => {
    expect(badgeOf('connected', false, 'connection')).toBe('Error');
    expect(badgeOf('connected', true, 'connection')).toBe('Processing');
    expect(badgeOf('connected', false, 'reply')).toBe('Connected');
  });

  it.each([
    ['connected', undefined, undefined],
    ['error', undefined, 'connection'],
    ['error', reply('completed'), 'connection'],
    ['error', reply('streaming'), undefined],
    ['connected', reply('failed', 'invalid_key'), 'connection'],
    ['unknown', reply('failed', 'unreachable'), 'connection'],
    ['connected', reply('failed', 'rate_limited'), 'reply'],
    ['connected', reply('failed', 'breaker_open'), 'reply'],
    ['connected', reply('interrupted', 'broken_stream'), undefined],
    ['connected', reply('cancelled'), undefined],
    ['connected', reply('completed'), undefined],
  ] as const)('with a service %s and reply %j has trouble: %s', (status, last, trouble) => {
    expect(troubleOf(status, last)).toBe(trouble);
  });

  it('says what happened, and whose turn it is where no reply tells', () => {
    const refused = 'Mistral did not accept the API key. An administrator has to check it.';
    expect(connectionCause({ ...reply('failed', 'invalid_key'), error: refused })).toBe(refused);
    expect(connectionCause({ ...reply('completed'), error: refused })).toContain('when it was last checked');
    expect(connectionCause(undefined)).toContain('choose another service, or ask an administrator');
  });

  it('says the sentence of the specification', () => {
    expect(connectionSentence('Mistral')).toBe('Unable to connect to Mistral. Please check the API key configuration.');
  });
});
