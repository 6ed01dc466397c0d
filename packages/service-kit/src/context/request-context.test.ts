import { describe, expect, it } from '@jest/globals';
import { currentContext, newContext, runInContext } from './request-context.js';
import { childTraceparent } from './traceparent.js';

const parent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

describe('a request context', () => {
  it('keeps the request id and the trace, with a span of its own', () => {
    const context = newContext({ requestId: 'abc-1', traceparent: parent });
    expect(context.requestId).toBe('abc-1');
    expect(context.traceparent).toMatch(/^00-0af7651916cd43dd8448eb211c80319c-[0-9a-f]{16}-01$/);
    expect(context.traceparent).not.toBe(parent);
  });

  it.each([undefined, '', 'line\nbreak', 'x'.repeat(200), 42])('makes a request id instead of %p', (requestId) => {
    expect(newContext({ requestId }).requestId).toMatch(/^[0-9a-f-]{36}$/);
  });

  it.each(['', 'junk', parent.replace('0af7651916cd43dd8448eb211c80319c', '0'.repeat(32))])(
    'begins a trace instead of %p',
    (traceparent) => expect(newContext({ traceparent }).traceparent).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/),
  );

  it('is seen by whatever runs inside', async () => {
    const context = newContext();
    await runInContext(context, async () => {
      await Promise.resolve();
      expect(currentContext()).toBe(context);
    });
    expect(currentContext()).toBeUndefined();
  });

  it('keeps the sampling flag of its parent', () => {
    expect(childTraceparent(parent.replace(/01$/, '00'))).toMatch(/-00$/);
  });
});
