import { describe, expect, it } from '@jest/globals';
import { onlineManager, QueryObserver } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { createQueryClient, isRetried, retryDelay } from './query-client.js';

const failed = (status: number) => new ApiError(`${status}: no`, { status });

describe('reading', () => {
  const { queries, mutations } = createQueryClient().getDefaultOptions();

  it('is fresh for five minutes, without timer or refetch on window focus', () => {
    expect(queries).toMatchObject({ staleTime: 300_000, refetchInterval: false, refetchOnWindowFocus: false });
  });

  it.each([
    ['401', failed(401), 0],
    ['403', failed(403), 0],
    ['404', failed(404), 0],
    ['a lost connection', failed(0), 1],
    ['500', failed(500), 2],
    ['429', failed(429), 2],
    ['a fault that is no answer', new Error('x'), 2],
  ])('is tried again after %s so many times', (_name, fault, times) => {
    const tries = [0, 1, 2, 3].filter((failures) => isRetried(failures, fault));
    expect(tries).toHaveLength(times);
  });

  it('waits a second, then doubles up to thirty', () => {
    expect([0, 1, 2, 3, 4, 5, 9].map(retryDelay)).toEqual([1000, 2000, 4000, 8000, 16_000, 30_000, 30_000]);
  });

  it('is done again when the line is back, where it failed', async () => {
    const client = createQueryClient();
    client.mount();
    let isUp = false;
    const queryFn = () => (isUp ? Promise.resolve('here') : Promise.reject(failed(403)));
    const statusOf = (wanted: string) =>
      new Promise<void>((resolve) => {
        const leave = client.getQueryCache().subscribe(({ query }) => {
          if (query.state.status === wanted && query.state.fetchStatus === 'idle') resolve(leave());
        });
      });
    const failing = statusOf('error');
    const leave = new QueryObserver(client, { queryKey: ['line'], queryFn }).subscribe(() => undefined);
    await failing;
    isUp = true;
    const there = statusOf('success');
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await there;
    leave();
    client.unmount();
  });

  it('never repeats a mutation', () => {
    expect(mutations?.retry).toBe(false);
  });
});
