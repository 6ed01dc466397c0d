import {
  ErrorBoundary,
  Footer,
  HeaderSlotProvider,
  Toaster,
  useCurrentUser,
  useLiveEvents,
  usePublicConfig,
} from '@polylogue/web-kit';
import { getConfig } from '@polylogue/api-contract';
import { Outlet, useLocation } from '@polylogue/web-kit/router';
import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useState, type CSSProperties } from 'react';
import { AnnouncementBanner } from '../announcement/announcement-banner.js';
import { sliceAt } from '../slices/slices.js';
import { usePaletteKeys } from '../palette/use-palette-keys.js';
import { ApprovalNotice } from './approval-notice.js';
import { useFollowCatalog } from './follow-catalog.js';
import { useFollowFragment } from './follow-fragment.js';
import styles from './frame.module.css';
import { Header } from './header.js';
import { notLoaded } from '../not-loaded/not-loaded.js';

const Palette = lazy(() => import('../palette/palette.js'));

export function Frame() {
  const { user, isApproved, refresh } = useCurrentUser();
  const build = usePublicConfig()?.build;
  useFollowCatalog();
  useFollowFragment();
  const [isPaletteOpen, setPaletteOpen] = usePaletteKeys(user?.role === 'admin');
  const closePalette = () => setPaletteOpen(false);
  const { pathname } = useLocation();
  const here = sliceAt(pathname);
  const client = useQueryClient();
  const [announcementHeight, setAnnouncementHeight] = useState(0);
  const refreshConfig = () => void client.invalidateQueries({ queryKey: [getConfig.path] });
  useLiveEvents({
    session: () => void refresh(),
    announcement: refreshConfig,
    reconnected: () => {
      void refresh();
      refreshConfig();
    },
  });

  return (
    <HeaderSlotProvider>
      <title>{here && here.prefix !== '/' ? `${here.title} · Polylogue` : 'Polylogue'}</title>
      <div
        className={styles.frame}
        data-notice={!isApproved || undefined}
        style={{ '--announcement-height': `${announcementHeight}px` } as CSSProperties}
      >
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <AnnouncementBanner onHeight={setAnnouncementHeight} />
        <Header
          isAdmin={user?.role === 'admin'}
          picture={user?.profileImageUrl}
          onPalette={() => setPaletteOpen(true)}
        />
        {user && !isApproved && <ApprovalNotice />}
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer build={build} />
      </div>
      {isPaletteOpen && (
        <ErrorBoundary fallback={() => null} onFault={notLoaded(closePalette)}>
          <Suspense>
            <Palette onClose={closePalette} />
          </Suspense>
        </ErrorBoundary>
      )}
      <Toaster />
    </HeaderSlotProvider>
  );
}
