import { describe, expect, it } from '@jest/globals';
import { currentContext, newContext } from '../context/request-context.js';
import type { Span, SpanStart } from '../context/span.js';
import { Tracing } from './tracing.js';

const incoming = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
const own = '00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01';

/** Keeps what was begun and how it ended. */
function scripted() {
  const begun: SpanStart[] = [];
  const ended: unknown[] = [];
  const span: Span = {
    traceparent: own,
    child: () => span,
    setAttributes: () => {},
    end: (failure) => ended.push(failure),
  };
  const startSpan = (start: SpanStart) => {
    begun.push(start);
    return span;
  };
  return { begun, ended, tracing: new Tracing({ startSpan, close: () => Promise.resolve() }) };
}

const start = { kind: 'consumer', name: 'work' } as const;

describe('a start of a trace', () => {
  it('hangs on what came in, and is what its own calls hang on', async () => {
    const { begun, ended, tracing } = scripted();
    await tracing.withSpan(newContext({ traceparent: incoming }), start, () => {
      expect(currentContext()?.traceparent).toBe(own);
      return Promise.resolve();
    });
    expect(begun).toEqual([{ ...start, parent: incoming }]);
    expect(ended).toEqual([undefined]);
  });

  it('begins a trace when nothing came in', async () => {
    const { begun, tracing } = scripted();
    await tracing.withSpan(newContext(), start, () => Promise.resolve());
    expect(begun).toEqual([{ ...start, parent: undefined }]);
  });

  it('hangs on the start around it', async () => {
    const { begun, tracing } = scripted();
    await tracing.withSpan(newContext({ traceparent: incoming }), start, () =>
      tracing.withSpan(currentContext()!, { kind: 'consumer', name: 'inside' }, () => Promise.resolve()),
    );
    expect(begun.map(({ name, parent }) => [name, parent])).toEqual([
      ['work', incoming],
      ['inside', own],
    ]);
  });

  it('ends with what went wrong, and lets it go on its way', async () => {
    const { ended, tracing } = scripted();
    const failure = new Error('no');
    await expect(tracing.withSpan(newContext(), start, () => Promise.reject(failure))).rejects.toBe(failure);
    expect(ended).toEqual([failure]);
  });

  it('is only its work while nothing is traced', async () => {
    const context = newContext({ traceparent: incoming });
    const seen = await Tracing.off.withSpan(context, start, () => Promise.resolve(currentContext()));
    expect(seen).toBe(context);
    expect(Tracing.off.startSpan(start)).toBeUndefined();
  });
});
