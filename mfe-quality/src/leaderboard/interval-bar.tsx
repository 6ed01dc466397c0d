import styles from './leaderboard.module.css';

interface BarProps {
  label: string;
  figure: number;
  interval: { low: number; high: number } | null;
  /** That of all bars of the table. */
  scale: { low: number; high: number } | undefined;
}

const [width, height, margin] = [160, 20, 6];

/** A figure as a point on the line of its interval. */
export function IntervalBar({ label, figure, interval, scale }: BarProps) {
  if (!interval || !scale) return null;
  const span = Math.max(scale.high - scale.low, 1e-9);
  const at = (value: number) => margin + ((value - scale.low) / span) * (width - 2 * margin);
  return (
    <svg
      className={styles.bar}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      <line className={styles.axis} x1={margin} x2={width - margin} y1={height / 2} y2={height / 2} />
      <line className={styles.range} x1={at(interval.low)} x2={at(interval.high)} y1={height / 2} y2={height / 2} />
      <circle cx={at(figure)} cy={height / 2} r={4} />
    </svg>
  );
}
