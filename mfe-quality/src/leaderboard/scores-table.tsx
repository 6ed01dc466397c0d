import type { JudgedService } from '@polylogue/api-contract';
import type { ReactNode } from 'react';
import { HeadCells } from './figure-cells.js';
import { FiguresCard } from './figures-card.js';
import { IntervalBar } from './interval-bar.js';
import { scaleOf } from './leaderboard.rules.js';
import styles from './leaderboard.module.css';
import { ServiceCell, ServiceRow } from './service-cell.js';

interface ScoresProps {
  id: string;
  title: string;
  rows: readonly JudgedService[];
  beside: string;
  note: ReactNode;
}

/** What AI judges give each service. */
export function ScoresTable({ id, title, rows, beside, note }: ScoresProps) {
  const scale = scaleOf(rows);
  return (
    <FiguresCard id={id} title={title} beside={beside} note={note}>
      <table>
        <thead>
          <tr>
            <HeadCells names={['AI service']} />
            <HeadCells names={['Mean']} ofFigures />
            <HeadCells names={['95 %']} />
            <HeadCells names={['Replies', 'Verdicts']} ofFigures />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <ServiceRow key={`${row.aiService.name} ${row.version}`} service={row.aiService}>
              <ServiceCell service={row.aiService} version={row.version} />
              <td className={styles.figure}>
                <strong>{row.mean.toFixed(1)}</strong>
              </td>
              <td>
                {row.interval ? (
                  <IntervalBar
                    label={`${row.interval.low.toFixed(1)} to ${row.interval.high.toFixed(1)}`}
                    figure={row.mean}
                    interval={row.interval}
                    scale={scale}
                  />
                ) : (
                  <small>not enough replies yet</small>
                )}
              </td>
              <td className={styles.figure}>{row.replies}</td>
              <td className={styles.figure}>{row.verdicts}</td>
            </ServiceRow>
          ))}
        </tbody>
      </table>
    </FiguresCard>
  );
}
