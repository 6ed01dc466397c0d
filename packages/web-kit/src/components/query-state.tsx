import type { ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { LoadFailed } from './load-failed.js';
import { Skeleton } from './skeleton.js';

/** A query of react-query, as far as {@link QueryState} looks at it. */
export interface QueryStateProps {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  /** The rows that will come. */
  skeleton?: { rows?: number; rowHeight?: number };
  failed: { title: string; text: string };
  /** In place of the failure where the server says that there is no such thing. */
  notFound?: ReactNode;
}

/** What stands where a query has no data: a skeleton, an error with Retry, or that there is no such thing. */
export function QueryState({ query: { isPending, error, refetch }, skeleton, failed, notFound }: QueryStateProps) {
  if (isPending) return <Skeleton {...skeleton} />;
  if (notFound && isNotFound(error)) return notFound;
  if (error) return <LoadFailed {...failed} onRetry={() => void refetch()} />;
  return null;
}

/** Whether there is no such thing, or its name in the address cannot be one. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
