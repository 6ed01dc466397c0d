import type { Execution } from '@polylogue/api-contract';
import { accentStyle, seconds } from '@polylogue/web-kit';
import type { ServiceLooks } from '../service-labels/service-labels.js';
import { responseTimes, sparkline } from './execution.rules.js';
import styles from './query-results.module.css';

const [width, height] = [120, 14];

interface ResponseTimeChartProps {
  executions: readonly Execution[];
  looks: ServiceLooks;
}

/** How fast each service answered from run to run: a line, the latest figure, and a table for those who cannot see it. */
export function ResponseTimeChart({ executions, looks }: ResponseTimeChartProps) {
  const times = [...responseTimes(executions)];
  if (times.length === 0) return null;
  // One scale for all: beside each other half a second and half a minute must not look alike.
  const max = Math.max(1, ...times.flatMap(([, points]) => points.map(({ ms }) => ms)));
  return (
    <div>
      <dt>
        Response time <small>0 to {seconds(max)}</small>
      </dt>
      <dd className={styles.times}>
        {times.map(([name, points]) => {
          const accent = looks.accentOf(name);
          const look = accent && accentStyle(accent);
          const values = points.map(({ ms }) => ms);
          const line = sparkline(values, { width, height, max });
          const last = line.at(-1)!;
          return (
            <div key={name} className={`${styles.time} ${look?.className ?? ''}`} style={look?.style}>
              <span>{looks.nameOf(name)}</span>
              <svg viewBox={`-4 -4 ${width + 8} ${height + 8}`} aria-hidden="true">
                <polyline points={line.map(({ x, y }) => `${x},${y}`).join(' ')} />
                <circle cx={last.x} cy={last.y} r="3" />
              </svg>
              <span className="num">{seconds(values.at(-1)!)}</span>
              <table className={styles.hidden}>
                <caption>Response time of {looks.nameOf(name)}</caption>
                <tbody>
                  {points.map(({ id, ms }) => (
                    <tr key={id}>
                      <th scope="row">Execution #{id}</th>
                      <td>{seconds(ms)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          );
        })}
      </dd>
    </div>
  );
}
