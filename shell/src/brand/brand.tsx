import { LogoMark } from '@polylogue/web-kit';
import styles from './brand.module.css';

/** The product's mark and name over a page that is read without a session; leads to the beginning. */
export const Brand = ({ name }: { name: string }) => (
  <a className={styles.brand} href="/">
    <LogoMark />
    {name}
  </a>
);
