import { AdminAccessRequired, ApiError, Skeleton } from '@polylogue/web-kit';
import { LoadFailed, type QueryStateProps } from '@polylogue/web-kit/antd';
import type { ReactNode } from 'react';
import styles from './panel-tab.module.css';

interface PanelTabProps {
  query: Pick<QueryStateProps['query'], 'isPending' | 'error'>;
  /** The rows that will come; absent where they come into a card that stands already. */
  skeleton?: NonNullable<QueryStateProps['skeleton']>;
  children: ReactNode;
}

/** A tab of the panel: closed where the server refuses it, and above what was read before, that it cannot be read now. */
export function PanelTab({ query: { isPending, error }, skeleton, children }: PanelTabProps) {
  if (error instanceof ApiError && error.status === 403) return <AdminAccessRequired signedIn />;
  return (
    <>
      {error && <ConnectionError />}
      {skeleton && isPending && <Skeleton {...skeleton} />}
      {children}
    </>
  );
}

const ConnectionError = () => (
  <div className={styles.fault}>
    <LoadFailed
      title="Connection Error"
      text="This could not be read."
      label="Refresh Page"
      onRetry={() => location.reload()}
    />
  </div>
);
