import { paths } from '@polylogue/web-kit';
import { NavLink, useLocation } from '@polylogue/web-kit/router';
import styles from './header.module.css';

const links = [
  { to: paths.history.href(), label: 'History' },
  { to: paths.aiChat.href(), label: 'AI Chat' },
  { to: paths.qualityAssessment.href(), label: 'Quality Assessment' },
  { to: paths.savedQueries.href(), label: 'Saved Queries' },
];
const settings = { to: paths.admin.href(), label: 'Settings' };
const dashboard = { to: paths.dashboard.href(), label: 'Dashboard' };

export function MainNavigation({ isAdmin, onNavigate }: { isAdmin: boolean; onNavigate: () => void }) {
  const isElsewhere = useLocation().pathname !== paths.dashboard.path;
  const shown = [...(isElsewhere ? [dashboard] : []), ...links, ...(isAdmin ? [settings] : [])];
  return (
    <nav className={styles.navigation} aria-label="Main">
      {shown.map(({ to, label }) => (
        <NavLink key={to} to={to} end={to === '/'} onClick={onNavigate}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
