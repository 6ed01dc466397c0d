import { Button } from 'antd';
import { useId, type ReactNode } from 'react';
import { ApiError } from '../api/api-error.js';
import { LoadFailed } from './load-failed.js';
import { Skeleton } from './skeleton.js';

/** A query of react-query, as far as {@link QueryState} looks at it. */
export interface QueryStateProps {
  query: { isPending: boolean; error: Error | null; refetch: () => unknown };
  /** The rows that will come. */
  skeleton?: { rows?: number; rowHeight?: number };
  failed: { title: string; text?: string };
  /** Within a card: a failure is its title and Retry in one line, not a card of its own. */
  isInCard?: boolean;
  /** In place of the failure where the server says that there is no such thing. */
  notFound?: ReactNode;
}

/** What stands where a query has no data: a skeleton, an error with Retry, or that there is no such thing. */
export function QueryState({ query, skeleton, failed, isInCard = false, notFound }: QueryStateProps) {
  const { isPending, error, refetch } = query;
  const titleId = useId();
  if (isPending) return <Skeleton {...skeleton} />;
  if (notFound && isNotFound(error)) return notFound;
  if (!error) return null;
  const onRetry = () => void refetch();
  if (!isInCard) return <LoadFailed {...failed} onRetry={onRetry} />;
  return (
    // Politely: when a server does not answer, all cards of a page say so at once.
    <div className="pl-failed" role="status">
      <p id={titleId}>{failed.title}</p>
      <Button aria-describedby={titleId} onClick={onRetry}>
        Retry
      </Button>
    </div>
  );
}

/** Whether there is no such thing, or its name in the address cannot be one. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400);
