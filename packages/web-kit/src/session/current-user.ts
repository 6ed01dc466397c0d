import type { CurrentUser } from '@polylogue/api-contract';
import { useQuery } from '@tanstack/react-query';
import { isRedirect } from '../api/api-error.js';
import { currentUserKey } from '../api/current-user-key.js';

/** Who is signed in, as far as is known. */
export interface Session {
  status: 'loading' | 'signed-in' | 'signed-out' | 'error';
  user: CurrentUser | undefined;
  /** 'HTTP {status}: {statusText}' when the server answered something unexpected. */
  error: Error | undefined;
  isAdmin: boolean;
  isApproved: boolean;
  refresh: () => Promise<unknown>;
}

/** Reads the signed-in user: cached for five minutes, never retried, not refetched on focus. */
export function useCurrentUser(): Session {
  const { data, error, isPending, refetch } = useQuery({
    queryKey: currentUserKey,
    queryFn: ({ signal }) => readCurrentUser(signal),
    staleTime: 300_000,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  });
  const user = data ?? undefined;
  return {
    status: isPending ? 'loading' : error && !user ? 'error' : user ? 'signed-in' : 'signed-out',
    user,
    error: error ?? undefined,
    isAdmin: user?.role === 'admin',
    isApproved: user?.isApproved === true,
    refresh: refetch,
  };
}

async function readCurrentUser(signal: AbortSignal): Promise<CurrentUser | null> {
  const url = currentUserKey[0];
  const answer = await fetch(url, { credentials: 'include', redirect: 'manual', signal }).catch((fault: unknown) => {
    if (signal.aborted) throw fault;
    console.error(`GET ${url} failed:`, fault);
    return undefined;
  });
  if (!answer || isRedirect(answer) || answer.status === 401) return null;
  if (!answer.ok) {
    const fault = new Error(`HTTP ${answer.status}: ${answer.statusText}`);
    console.error(`GET ${url} failed:`, fault.message);
    throw fault;
  }
  return (await answer.json()) as CurrentUser;
}
