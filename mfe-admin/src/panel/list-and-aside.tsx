import type { ReactNode } from 'react';
import styles from './list-and-aside.module.css';

/** A list, and beside it what is opened of it; on a narrow page above it. */
export const ListAndAside = ({ list, aside }: { list: ReactNode; aside: ReactNode }) => (
  <div className={styles.layout} data-open={aside ? true : undefined}>
    {list}
    {aside}
  </div>
);
