import { Skeleton } from '@polylogue/web-kit';
import { ConnectionError } from '../connection-error.js';

interface TabStateProps {
  query: { isPending: boolean; error: Error | null };
  /** The rows that will come. */
  skeleton: { rows: number; rowHeight: number };
}

/** What stands above a tab: a skeleton before its first data; that its last reading failed, over the data of before. */
export const TabState = ({ query: { isPending, error }, skeleton }: TabStateProps) => (
  <>
    <ConnectionError error={error} />
    {isPending && <Skeleton {...skeleton} />}
  </>
);
