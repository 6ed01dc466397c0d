import { describe, expect, it } from '@jest/globals';
import { broadcastEvents } from '@polylogue/api-contract';
import { BroadcastEvent, CostSource, Mode, Reply, ReplyStatus } from '@polylogue/proto';
import { toSendMessageRequest, toSendResult, toStreamEvent } from './messages.mapper.js';

const broadcastId = '0198a1b2-0000-7000-8000-000000000001';
const conversationId = '0198a1b2-0000-7000-8000-000000000002';
const messageId = '0198a1b2-0000-7000-8000-000000000003';

const reply = (fields: Partial<Reply>) =>
  Reply.fromPartial({
    aiService: 'gpt',
    conversationId,
    messageId,
    status: ReplyStatus.COMPLETED,
    responseTimeMs: 1200,
    ...fields,
  });

describe('messages mapper', () => {
  it('maps to the terms of the contract', () => {
    const body = { message: 'Hi', selectedAIs: ['a', 'b'], mode: 'selective' as const };
    expect(toSendMessageRequest(body, 'key')).toEqual({
      message: 'Hi',
      aiServices: ['a', 'b'],
      mode: Mode.SELECTIVE,
      idempotencyKey: 'key',
    });
  });

  it('calls a reply a success only when it completed', () => {
    expect(toSendResult(reply({ content: 'Yes' }))).toMatchObject({
      success: true,
      status: 'completed',
      content: 'Yes',
    });
    for (const status of [ReplyStatus.FAILED, ReplyStatus.INTERRUPTED, ReplyStatus.CANCELLED]) {
      expect(toSendResult(reply({ status })).success).toBe(false);
    }
    expect(() => toSendResult(reply({ status: ReplyStatus.STREAMING }))).toThrow(RangeError);
  });

  it('never makes a number of what is unknown', () => {
    expect(toSendResult(reply({}))).toMatchObject({ tokens: undefined, usage: undefined, cost: undefined });
    expect(toSendResult(reply({ usage: { outputTokens: 0 } }))).toMatchObject({
      tokens: 0,
      usage: { input: null, output: 0, total: null },
    });
  });

  it('names where a cost comes from', () => {
    const cost = { amount: 0.002, currency: 'USD', source: CostSource.ESTIMATE };
    expect(toSendResult(reply({ cost })).cost).toEqual({ amount: 0.002, currency: 'USD', source: 'estimate' });
  });

  it.each<BroadcastEvent['event']>([
    { $case: 'accepted', accepted: { broadcastId, targets: [{ aiService: 'gpt', conversationId, messageId }] } },
    { $case: 'delta', delta: { aiService: 'gpt', messageId, text: 'Hel' } },
    { $case: 'reply', reply: reply({ content: 'Hello', usage: { outputTokens: 2 } }) },
    { $case: 'done', done: { broadcastId, replies: [reply({ content: 'Hello' })] } },
  ])('gives the browser an event of the contract: %j', (event) => {
    const made = toStreamEvent({ id: 4, event });
    expect(made).toMatchObject({ id: '4', event: event?.$case });
    const schema = broadcastEvents[made!.event];
    const wire: unknown = JSON.parse(JSON.stringify(made?.data));
    expect(schema.parse(wire)).toEqual(wire);
  });

  it('passes over a kind of event it does not know', () => {
    expect(toStreamEvent({ id: 1, event: undefined })).toBeUndefined();
  });
});
