import { ErrorBoundary, NoticeCard } from '@polylogue/web-kit';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './slice-host.module.css';

/** Keeps a slice that is down, slow or broken to one card. */
export function SliceBoundary({ title, children, onRetry }: BoundaryOf) {
  return (
    <ErrorBoundary
      onRetry={onRetry}
      fallback={(_fault, retry) => (
        <div className={styles.down}>
          <NoticeCard
            role="alert"
            heading="h1"
            title={`${title} is not answering`}
            text="The rest of Polylogue works. Nothing is lost."
            action={
              <button type="button" className="pl-button" onClick={retry}>
                <RotateCw aria-hidden />
                Retry
              </button>
            }
          />
        </div>
      )}
    >
      {children}
    </ErrorBoundary>
  );
}

interface BoundaryOf {
  title: string;
  children: ReactNode;
  onRetry: () => void;
}
