import { ErrorBoundary } from '@polylogue/web-kit';
import { Bell } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { notLoaded } from '../not-loaded/not-loaded.js';
import styles from './notice-bell.module.css';
import { bellFigure, bellLabel } from './notice.rules.js';
import { useFollowNotices, useNotices } from './notices.api.js';

const NoticePanel = lazy(() => import('./notice-panel.js'));

/** How many notices are unread, and the way to them. */
export function NoticeBell() {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  useFollowNotices();
  const unread = useNotices().data?.pages[0]?.unread;
  return (
    <>
      <button
        type="button"
        className={`pl-icon-button ${styles.bell}`}
        aria-label={bellLabel(unread ?? 0)}
        title={bellLabel(unread ?? 0)}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <Bell aria-hidden />
        {!!unread && (
          <span className={styles.figure} aria-hidden>
            {bellFigure(unread)}
          </span>
        )}
      </button>
      <News unread={unread} />
      {isOpen && (
        <ErrorBoundary fallback={() => null} onFault={notLoaded(close)}>
          <Suspense>
            <NoticePanel onClose={close} />
          </Suspense>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Says that there are more than before; what was unread when the page opened is no news. */
function News({ unread }: { unread: number | undefined }) {
  const [known, setKnown] = useState(unread);
  const [news, setNews] = useState('');
  if (unread !== known) {
    setKnown(unread);
    if (known !== undefined && unread !== undefined) setNews(unread > known ? bellLabel(unread) : '');
  }
  return (
    <span className={styles.news} aria-live="polite">
      {news}
    </span>
  );
}
