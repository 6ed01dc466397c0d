import { grouped, type Analytics } from '@polylogue/api-contract';
import styles from './system-analytics.module.css';

const [width, height, gap] = [720, 120, 4];

/** Messages of the last thirty days as bars, and as a table for screen readers. */
export function DayChart({ days }: { days: Analytics['days'] }) {
  const max = Math.max(1, ...days.map(({ messages }) => messages));
  const step = width / Math.max(1, days.length);
  if (days.length === 0) return null;
  return (
    <figure className={`pl-card ${styles.chart}`}>
      <figcaption>
        <h2>Messages per day</h2>
        <span>
          {days.some(({ messages }) => messages > 0) ? `at most ${grouped(max)}` : 'none'}, last 30 days (UTC)
        </span>
      </figcaption>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ day, messages }, index) => {
          const size = Math.max(messages > 0 ? 2 : 1, (messages / max) * height);
          const className = messages > 0 ? styles.bar : styles.none;
          const bar = { x: index * step + gap / 2, y: height - size, width: step - gap, height: size };
          return <rect key={day} className={className} rx="1.5" {...bar} />;
        })}
      </svg>
      <details>
        <summary>Figures as a table</summary>
        <table>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Messages</th>
              <th scope="col">Sessions</th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ day, messages, sessions }) => (
              <tr key={day}>
                <td>{day}</td>
                <td>{grouped(messages)}</td>
                <td>{grouped(sessions)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </details>
    </figure>
  );
}
