import { QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.js';
import { defaultReader } from './default-reader.js';
import { currentUserKey } from './current-user-key.js';

/** Data is fresh for five minutes. */
export const freshFor = 5 * 60_000;

/** Whether a read that failed is tried again: never 401 or 403, a lost connection once, anything else twice. */
export function isRetried(failures: number, fault: unknown): boolean {
  const status = fault instanceof ApiError ? fault.status : undefined;
  // A 404 is final.
  if (status === 401 || status === 403 || status === 404) return false;
  return failures < (status === 0 ? 1 : 2);
}

/** Doubles from a second up to thirty. */
export const retryDelay = (attempt: number): number => Math.min(1000 * 2 ** attempt, 30_000);

/** The one cache of a page, with the rules of reading and writing in one place. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({
      // A session that ended elsewhere shows at the next read: the gate asks again who is signed in.
      onError: (fault, query) => {
        if (!(fault instanceof ApiError) || fault.status !== 401 || query.queryKey[0] === currentUserKey[0]) return;
        void client.invalidateQueries({ queryKey: currentUserKey });
      },
    }),
    defaultOptions: {
      queries: {
        queryFn: defaultReader({ on401: 'null' }),
        staleTime: freshFor,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        retry: isRetried,
        retryDelay,
        // A lost connection must fail as the rules say, not wait for the browser to feel online.
        networkMode: 'always',
        // Off by default beside that mode; what failed while the line was away is read when it is back.
        refetchOnReconnect: true,
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
  return client;
}
