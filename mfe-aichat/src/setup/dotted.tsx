import type { CSSProperties, ReactNode } from 'react';
import styles from './setup.module.css';

/** A list with the colour of what is chosen; without a `look`, as it is. */
export const Dotted = ({ look, children }: { look: Look | undefined; children: ReactNode }) => (
  <span className={`${styles.dotted} ${look?.className ?? ''}`} style={look?.style} data-dotted={look && true}>
    {children}
  </span>
);

interface Look {
  className?: string;
  style: CSSProperties;
}
