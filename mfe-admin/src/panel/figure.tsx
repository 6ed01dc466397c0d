import type { ReactNode } from 'react';
import styles from './figure.module.css';

/** Figures side by side. */
export const Figures = ({ children }: { children: ReactNode }) => <dl className={styles.figures}>{children}</dl>;

/** One of them: what it is called, how much it is, and what is to be said about it, behind it or, when longer, below. */
export function Figure({ label, value, note, below }: { label: string; value: string; note?: string; below?: string }) {
  return (
    <div className="pl-card">
      <dt>{label}</dt>
      <dd>
        {value}
        {note && <small>{note}</small>}
        {below && <small data-below>{below}</small>}
      </dd>
    </div>
  );
}
