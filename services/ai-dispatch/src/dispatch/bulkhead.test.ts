import { describe, expect, it } from '@jest/globals';
import type { ProviderError } from '../providers/provider.errors.js';
import { bulkheadOf } from './bulkhead.js';

const { signal } = new AbortController();

describe('the bulkhead', () => {
  it('lets so many in, so many wait, and refuses the rest', async () => {
    const bulkhead = bulkheadOf({ concurrency: 1, queue: 1 });
    const leave = await bulkhead.enter(signal);
    const second = bulkhead.enter(signal);
    const refused: ProviderError = await bulkhead.enter(signal).then(
      () => Promise.reject(new Error('It was let in.')),
      (error: ProviderError) => error,
    );
    expect(refused.failure.code).toBe('overloaded');
    leave();
    (await second)();
    (await bulkhead.enter(signal))();
  });

  it('passes over one that gives up waiting', async () => {
    const bulkhead = bulkheadOf({ concurrency: 1, queue: 2 });
    const leave = await bulkhead.enter(signal);
    const impatient = new AbortController();
    const waiting = bulkhead.enter(impatient.signal);
    const behind = bulkhead.enter(signal);
    impatient.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
    leave();
    (await behind)();
  });

  it('gives the place of one that gives up waiting to the next, before any call has ended', async () => {
    const bulkhead = bulkheadOf({ concurrency: 1, queue: 1 });
    const leave = await bulkhead.enter(signal);
    const impatient = new AbortController();
    const waiting = bulkhead.enter(impatient.signal);
    impatient.abort(new Error('gave up'));
    await expect(waiting).rejects.toThrow('gave up');
    const behind = bulkhead.enter(signal);
    leave();
    (await behind)();
  });

  it('lets nobody in who has gone before, and keeps no place for them', async () => {
    const bulkhead = bulkheadOf({ concurrency: 1, queue: 0 });
    const gone = AbortSignal.abort(new Error('went'));
    await expect(bulkhead.enter(gone)).rejects.toThrow('went');
    (await bulkhead.enter(signal))();
  });
});
