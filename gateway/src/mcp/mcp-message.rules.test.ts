import { describe, expect, it } from '@jest/globals';
import { cancelledIds, isInitialize } from './mcp-message.rules.js';

describe('a message of a client', () => {
  it('introduces it, alone or among others', () => {
    expect(isInitialize({ jsonrpc: '2.0', id: 0, method: 'initialize', params: {} })).toBe(true);
    expect(isInitialize([{ method: 'ping' }, { method: 'initialize' }])).toBe(true);
    expect(isInitialize({ method: 'tools/list' })).toBe(false);
  });

  it('names the requests that are cancelled', () => {
    const cancelled = (requestId: unknown) => ({ method: 'notifications/cancelled', params: { requestId } });
    expect(cancelledIds([cancelled(0), cancelled('a'), { method: 'ping', params: { requestId: 7 } }])).toEqual([
      0,
      'a',
    ]);
  });

  it.each([undefined, null, 'x', 7, {}, [[]], { method: 'notifications/cancelled' }])('%j says nothing', (body) => {
    expect(isInitialize(body)).toBe(false);
    expect(cancelledIds(body)).toEqual([]);
  });
});
