import styles from './backtests.module.css';

interface BarProps {
  wins: number;
  ties: number;
  losses: number;
}

/** Won, tied and lost as parts of one bar; the figures stand beside it, and its parts differ by more than colour. */
export function OutcomeBar({ wins, ties, losses }: BarProps) {
  const parts = [
    ['won', wins],
    ['tied', ties],
    ['lost', losses],
  ] as const;
  const label = parts.map(([name, count]) => `${count} ${name}`).join(', ');
  return (
    <div className={styles.outcomes} role="img" aria-label={label}>
      {parts.map(([name, count]) => count > 0 && <i key={name} data-part={name} style={{ flexGrow: count }} />)}
    </div>
  );
}
