import { ApiError, AdminAccessRequired } from '@polylogue/web-kit';
import { LoadFailed } from '@polylogue/web-kit/antd';
import styles from './connection-error.module.css';

/** What is shown above a screen whose last reading failed; a refused one is closed instead. */
export function ConnectionError({ error }: { error: Error | null }) {
  if (!error) return null;
  if (error instanceof ApiError && error.status === 403) return <AdminAccessRequired signedIn />;
  return (
    <div className={styles.fault}>
      <LoadFailed
        title="Connection Error"
        text="This could not be read. It is tried again every few seconds."
        label="Refresh Page"
        onRetry={() => location.reload()}
      />
    </div>
  );
}
