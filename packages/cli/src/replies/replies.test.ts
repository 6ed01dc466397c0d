import { describe, expect, it } from '@jest/globals';
import type { BroadcastStreamEvent, SendResult } from '@polylogue/api-contract';
import { emptyReplies, noteOn, withEvent, type Reply } from './replies.js';

const url = 'https://polylogue.example.org';
const services = ['gpt', 'claude'].map((name) => ({ name, displayName: name, color: '#000000' }));
const result = (aiService: string, extra: Partial<SendResult> = {}): SendResult => ({
  aiService,
  success: true,
  status: 'completed',
  conversationId: 'c',
  messageId: 'm',
  responseTime: 1_000,
  ...extra,
});
const event = (name: BroadcastStreamEvent['event'], data: unknown) =>
  ({ event: name, id: '1', data }) as BroadcastStreamEvent;
const delta = (aiService: string, text: string) => event('delta', { aiService, messageId: 'm', text });
const after = (...events: BroadcastStreamEvent[]) =>
  events.reduce<readonly Reply[]>((replies, each) => withEvent(replies, each, url), emptyReplies(services));

describe('replies', () => {
  it('grow by what comes, without what a terminal would obey', () => {
    const [gpt, claude] = after(
      delta('gpt', 'Hel'),
      delta('claude', '\u001b[2JHi'),
      delta('gpt', 'lo'),
      delta('nobody', 'x'),
    );
    expect([gpt!.text, claude!.text, gpt!.end]).toEqual(['Hello', '[2JHi', undefined]);
  });

  it('end with what is stored, and say what failed', () => {
    const failed = result('claude', { success: false, status: 'failed', error: 'No \u0007answer.' });
    const [gpt, claude] = after(event('reply', result('gpt', { content: 'Hello', tokens: 3 })), event('reply', failed));
    expect(gpt).toMatchObject({ text: 'Hello', end: { error: undefined, milliseconds: 1_000, tokens: 3 } });
    expect(claude!.end).toMatchObject({ error: 'No answer.' });
    expect([noteOn(gpt!.end!), noteOn(claude!.end!)]).toEqual(['1.0 s, 3 tokens', 'No answer.']);
  });

  it('begin anew when the broadcast is accepted once more, but for those that ended', () => {
    const again = event('accepted', { broadcastId: 'b', targets: [] });
    const [gpt, claude] = after(delta('gpt', 'lost'), event('reply', result('claude', { content: 'Kept' })), again);
    expect([gpt!.text, claude!.text]).toEqual(['', 'Kept']);
  });

  it('take from the last event what came without one of its own, and the address of what was made', () => {
    const media = [{ id: 'x', type: 'image/png', url: '/api/media/x', name: 'x.png' }] as SendResult['media'];
    const [gpt, claude] = after(
      event('done', { broadcastId: 'b', results: [result('gpt', { content: 'Yes' }), result('claude', { media })] }),
    );
    expect([gpt!.text, claude!.text]).toEqual(['Yes', `${url}/api/media/x`]);
  });
});
