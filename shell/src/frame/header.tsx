import { HeaderSlotPlace, LogoMark, UserPicture } from '@polylogue/web-kit';
import { LogOut, Menu, Search, UserRound, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Link } from '@polylogue/web-kit/router';
import { NoticeBell } from '../notices/notice-bell.js';
import { useLogout } from '../logout/use-logout.js';
import styles from './header.module.css';
import { MainNavigation } from './main-navigation.js';
import { ThemeSwitch } from './theme-switch.js';

interface HeaderProps {
  isAdmin: boolean;
  /** Where the user's picture is read. */
  picture: string | null | undefined;
  onPalette: () => void;
}

export function Header({ isAdmin, picture, onPalette }: HeaderProps) {
  const [isOpen, setOpen] = useState(false);
  const logout = useLogout();
  const close = () => setOpen(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    const onEscape = (event: KeyboardEvent) => event.key === 'Escape' && setOpen(false);
    document.addEventListener('keydown', onEscape);
    return () => document.removeEventListener('keydown', onEscape);
  }, [isOpen]);
  return (
    <header className={styles.header}>
      <Link className={styles.brand} to="/" onClick={close}>
        <LogoMark />
        Polylogue
      </Link>
      <div id="menu" className={styles.menu} data-open={isOpen || undefined}>
        <MainNavigation isAdmin={isAdmin} onNavigate={close} />
        <button type="button" className={styles.menuLogout} onClick={logout}>
          Logout
        </button>
      </div>
      <HeaderSlotPlace className={styles.slot} />
      <button
        type="button"
        className={`pl-icon-button ${styles.palette}`}
        aria-label="Command palette"
        aria-keyshortcuts="Control+K Meta+K"
        title="Command palette (Ctrl K or ⌘ K)"
        onClick={onPalette}
      >
        <Search aria-hidden />
      </button>
      <NoticeBell />
      <AccountLink picture={picture} onFollow={close} />
      <ThemeSwitch />
      <button type="button" className={`pl-button pl-button-quiet ${styles.logout}`} onClick={logout}>
        <LogOut aria-hidden />
        Logout
      </button>
      <button
        type="button"
        className={`pl-icon-button ${styles.menuButton}`}
        aria-label={isOpen ? 'Close menu' : 'Menu'}
        aria-expanded={isOpen}
        aria-controls="menu"
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? <X aria-hidden /> : <Menu aria-hidden />}
      </button>
    </header>
  );
}

const AccountLink = ({ picture, onFollow }: Pick<HeaderProps, 'picture'> & { onFollow: () => void }) => (
  <Link className={`pl-icon-button ${styles.account}`} to="/admin/account" aria-label="Your account" onClick={onFollow}>
    <UserPicture address={picture}>
      <UserRound aria-hidden />
    </UserPicture>
  </Link>
);
