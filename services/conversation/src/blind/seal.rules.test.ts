import { describe, expect, it } from '@jest/globals';
import type { Generation } from '@polylogue/proto';
import type { ReplyEnd } from '../live/broadcast.entity.js';
import { shownEnd } from './seal.rules.js';

const whole: ReplyEnd = {
  status: 'completed',
  responseTimeMs: 1234,
  firstTokenMs: 321,
  usage: { inputTokens: 17, outputTokens: 19 },
  cost: { amount: 0.5, currency: 'USD', source: 'provider' },
  stopReason: 'end_turn',
  media: [{ id: 'm', type: 'image/png', name: 'gpt.png', size: 1 }],
  generation: { displayName: 'GPT', model: 'gpt-5' } as Generation,
};

describe('what is shown of a blind reply before the vote', () => {
  it('is that it is complete, and nothing of how long, how much and by whom', () => {
    expect(shownEnd(whole)).toEqual({
      status: 'completed',
      responseTimeMs: 0,
      media: [{ id: 'm', type: 'image/png', name: 'file', size: 1 }],
    });
  });

  it('has no word of a vendor when it failed', () => {
    const end: ReplyEnd = { ...whole, error: 'Anthropic is overloaded.', errorCode: 'overloaded' };
    for (const status of ['failed', 'interrupted'] as const) {
      const shown = shownEnd({ ...end, status });
      expect(shown).toMatchObject({ status, errorCode: 'provider_error' });
      expect(JSON.stringify(shown)).not.toContain('Anthropic');
    }
  });
});
