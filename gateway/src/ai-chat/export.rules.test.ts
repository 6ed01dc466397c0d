import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { aiChatSession, type AiChatSession } from '@polylogue/api-contract';
import { exportSession } from './export.rules.js';

const golden = (name: string) => join(import.meta.dirname, '../../test/golden', name);
const sage = { name: 'demo-sage', displayName: 'Demo Sage', color: '#097C56' };
const brief = { name: 'demo-brief', displayName: 'Demo Brief', color: '#036EAE' };
const uuid = (position: number) => `0191f0a0-0000-7000-8000-${String(position).padStart(12, '0')}`;

const session: AiChatSession = {
  id: 'session-1',
  initialMessage: 'Should a style guide be short?\nArgue, then look for common ground.',
  setup: {
    sides: [
      { aiService: 'demo-sage', name: 'The *keeper*', color: '#097C56', role: 'defends long guides' },
      { aiService: 'demo-brief' },
    ],
    turnLimit: 3,
    moderator: 'demo-sage',
  },
  messageCount: 2,
  endReason: 'turn_limit',
  createdAt: '2026-11-21T08:00:00.000Z',
  updatedAt: '2026-11-21T08:01:00.000Z',
  turns: [
    {
      id: uuid(1),
      kind: 'reply',
      aiService: sage,
      message: 'Should a style guide be short?',
      content: 'No.\n\n- It settles *every* case;\n- nobody has to ask.',
      status: 'completed',
      responseTime: 2600,
      firstTokenTime: 380,
      tokens: 88,
      usage: { input: 20, output: 88, total: 108 },
      cost: { amount: 0.001, currency: 'USD', source: 'provider' },
      stopReason: 'stop',
      generation: {
        service: { displayName: 'Demo Sage', color: '#097C56' },
        model: 'sage-2',
        responseModel: 'sage-2-0715',
        settings: { temperature: 0.2 },
      },
      timestamp: '2026-11-21T08:00:01.000Z',
    },
    {
      id: uuid(2),
      kind: 'reply',
      aiService: brief,
      message: 'No.',
      interjection: 'Mind the reader, please.',
      content: 'Readers do not search; they give up. 短い方がいい。',
      status: 'completed',
      responseTime: 1900,
      timestamp: '2026-11-21T08:00:09.000Z',
    },
    {
      id: uuid(3),
      kind: 'reply',
      aiService: sage,
      message: 'Readers do not search.',
      content: 'They',
      status: 'interrupted',
      error: 'The reply broke off.',
      errorCode: 'broken_stream',
      responseTime: 700,
      timestamp: '2026-11-21T08:00:15.000Z',
    },
    {
      id: uuid(4),
      kind: 'summary',
      aiService: sage,
      message: 'Sum up this conversation.',
      content: 'They did not agree.',
      status: 'completed',
      responseTime: 1200,
      tokens: 5,
      timestamp: '2026-11-21T08:00:30.000Z',
    },
  ],
};

describe('the export of an AI conversation', () => {
  it.each(['txt', 'md', 'json'] as const)('as %s is the golden file', (format) => {
    const { text } = exportSession(session, format);
    const file = golden(`ai-chat-export.${format}`);
    if (process.env['GOLDEN'] === 'write') writeFileSync(file, text);
    expect(text).toBe(readFileSync(file, 'utf8'));
  });

  it('as JSON is lossless', () => {
    const again: unknown = JSON.parse(exportSession(session, 'json').text);
    expect(aiChatSession.parse(again)).toEqual(session);
  });

  it('says of a conversation without an end that its page was left', () => {
    const { endReason: _, ...left } = session;
    expect(exportSession(left, 'txt').text).toContain('Ended: The page was left.');
  });
});
