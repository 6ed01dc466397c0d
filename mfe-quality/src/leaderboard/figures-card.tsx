import type { ReactNode } from 'react';
import styles from './leaderboard.module.css';

interface CardProps {
  id: string;
  title: string;
  /** What it counts. */
  beside: string;
  note?: ReactNode;
  children: ReactNode;
}

/** A table of figures under its heading, and how it is to be read. */
export const FiguresCard = ({ id, title, beside, note, children }: CardProps) => (
  <section className={`pl-card ${styles.card}`} aria-labelledby={id}>
    <header className={styles.head}>
      <h2 id={id}>{title}</h2>
      <small>{beside}</small>
    </header>
    {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <div className={styles.scrolling} tabIndex={0} role="group" aria-label={`${title}, scrolls sideways`}>
      {children}
    </div>
    {note && <p className={styles.note}>{note}</p>}
  </section>
);
