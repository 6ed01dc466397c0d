import { paths } from '@polylogue/web-kit';
import { NavLink, useLocation } from '@polylogue/web-kit/router';
import styles from './header.module.css';

const links = [
  { to: paths.history.href(), word: 'History' },
  { to: paths.aiChat.href(), word: 'AI Chat' },
  { to: paths.qualityAssessment.href(), word: 'Quality Assessment' },
  { to: paths.savedQueries.href(), word: 'Saved Queries' },
];
const settings = { to: paths.admin.href(), word: 'Settings' };
const dashboard = { to: paths.dashboard.href(), word: 'Dashboard' };

export function MainNavigation({ isAdmin, onNavigate }: { isAdmin: boolean; onNavigate: () => void }) {
  const isElsewhere = useLocation().pathname !== paths.dashboard.path;
  const shown = [...(isElsewhere ? [dashboard] : []), ...links, ...(isAdmin ? [settings] : [])];
  return (
    <nav className={styles.navigation} aria-label="Main">
      {shown.map(({ to, word }) => (
        <NavLink key={to} to={to} end={to === '/'} onClick={onNavigate}>
          {word}
        </NavLink>
      ))}
    </nav>
  );
}
