import type { QueryFunction } from '@tanstack/react-query';
import { ApiError, connectionError, errorOf, isRedirect, notSignedIn } from './api-error.js';

/** Whether being signed out is an answer (`null`) or a failure. */
export interface ReaderRules {
  on401: 'null' | 'throw';
}

/**
 * The reader of every query that brings none of its own: the first element of the key is fetched as a URL, redirects
 * are not followed, and the answer is parsed as JSON.
 */
export const defaultReader =
  ({ on401 }: ReaderRules): QueryFunction<unknown> =>
  async ({ queryKey, signal }) => {
    const url = String(queryKey[0]);
    const answer = await fetch(url, { credentials: 'include', redirect: 'manual', signal }).catch((fault: unknown) => {
      if (signal.aborted) throw fault;
      console.error(`GET ${url} failed:`, connectionError(fault).message);
      return undefined;
    });
    if (!answer) return null;
    if (isRedirect(answer)) return signedOut(on401, new ApiError(notSignedIn, { status: 401 }));
    if (answer.status === 401) return signedOut(on401, await errorOf(answer));
    if (!answer.ok) {
      const fault = await errorOf(answer);
      console.error(`GET ${url} failed:`, fault.message);
      throw fault;
    }
    return (await answer.json()) as unknown;
  };

function signedOut(on401: ReaderRules['on401'], fault: ApiError): null {
  if (on401 === 'throw') throw fault;
  return null;
}
