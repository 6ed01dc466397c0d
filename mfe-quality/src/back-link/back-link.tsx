import { Link } from '@polylogue/web-kit/router';
import { ArrowLeft } from 'lucide-react';
import styles from './back-link.module.css';

/** Above a page: where it was come from. */
export const BackLink = ({ to, children }: { to: string; children: string }) => (
  <Link className={styles.back} to={to}>
    <ArrowLeft aria-hidden />
    {children}
  </Link>
);
