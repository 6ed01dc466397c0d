import { describe, expect, it } from '@jest/globals';
import type { Reply } from '../broadcasts/reply.rules.js';
import { figuresOf } from './panel-footer.rules.js';

const reply = (known: Partial<Reply>): Reply => ({
  aiService: 'gpt',
  text: '',
  startedAt: 0,
  status: 'completed',
  ...known,
});

describe('the figures of a reply', () => {
  it.each<[Partial<Reply>, string[]]>([
    [{ status: 'pending' }, ['waiting for first token']],
    [{ status: 'streaming', firstTokenTime: 380 }, ['0.38 s to first token']],
    [
      { firstTokenTime: 610, responseTime: 3400, tokens: 1236, stopReason: 'stop' },
      ['0.61 s to first token', '3.4 s', '1,236 tokens', '443 tokens/s', 'stop'],
    ],
    [{ responseTime: 3400 }, ['3.4 s']],
    [{ responseTime: 34 }, ['0.03 s']],
    [{ firstTokenTime: 3400, responseTime: 3400, tokens: 5 }, ['3.40 s to first token', '3.4 s', '5 tokens']],
    [{ status: 'failed', errorCode: 'budget_exhausted' }, ['budget used up']],
    [{ status: 'failed', responseTime: 210, errorCode: 'invalid_key' }, ['0.2 s', 'key refused']],
    [{ status: 'cancelled', responseTime: 1000 }, ['1.0 s', 'stopped']],
    [{ status: 'interrupted' }, ['interrupted']],
    [{ status: 'failed', errorCode: 'some_new_code' }, ['some new code']],
    [{ cost: { amount: 0.3, currency: 'USD', source: 'provider' } }, ['$0.30']],
    [{ cost: { amount: 12.345, currency: 'USD', source: 'provider' } }, ['$12.35']],
    [{ tokens: 1, cost: { amount: 0.00123, currency: 'USD', source: 'estimate' } }, ['1 token', '≈ $0.0012']],
    // Of a blind round, which not every vote is possible on.
    [{ aiService: 'blind..a', status: 'streaming' }, []],
    [{ aiService: 'blind..a' }, ['time and cost with the name']],
    [{ aiService: 'blind..b', status: 'failed' }, ['time and cost with the name']],
  ])('%j', (known, figures) => {
    expect(figuresOf(reply(known))).toEqual(figures);
  });
});
