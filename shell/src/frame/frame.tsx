import {
  Footer,
  HeaderSlotProvider,
  Toaster,
  useCurrentUser,
  useLiveEvents,
  usePublicConfig,
} from '@polylogue/web-kit';
import { Outlet, useLocation } from '@polylogue/web-kit/router';
import { slices } from '../slices/slices.js';
import { ApprovalNotice } from './approval-notice.js';
import styles from './frame.module.css';
import { Header } from './header.js';

export function Frame() {
  const { user, isApproved, refresh } = useCurrentUser();
  const build = usePublicConfig()?.build;
  const { pathname } = useLocation();
  const here = slices.find(({ prefix }) => (prefix === '/' ? pathname === '/' : pathname.startsWith(prefix)));
  useLiveEvents({ session: () => void refresh(), reconnected: () => void refresh() });

  return (
    <HeaderSlotProvider>
      <title>{here && here.prefix !== '/' ? `${here.title} · Polylogue` : 'Polylogue'}</title>
      <div className={styles.frame} data-notice={!isApproved || undefined}>
        <a className={styles.skip} href="#content">
          Skip to content
        </a>
        <Header isAdmin={user?.role === 'admin'} />
        {user && !isApproved && <ApprovalNotice />}
        <main id="content" className={styles.main} tabIndex={-1}>
          <Outlet />
        </main>
        <Footer build={build} />
      </div>
      <Toaster />
    </HeaderSlotProvider>
  );
}
