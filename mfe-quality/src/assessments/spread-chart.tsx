import { accentStyle } from '@polylogue/web-kit';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import type { TargetSummary } from './summary.rules.js';

const [width, height, margin, min] = [150, 26, 6, 40];
const at = (score: number) => margin + ((Math.max(score, min) - min) / (100 - min)) * (width - 2 * margin);

/** One ring per judge on a line from 40 to 100, a bar at the average, the bands dotted at 60 and 80. */
export function SpreadChart({ summary, looks }: { summary: TargetSummary; looks: Looks }) {
  const { target, scores, figures } = summary;
  const accent = looks.accentOf(target);
  const { className = '', style } = accent ? accentStyle(accent) : {};
  const all = scores.map(({ score }) => score);
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const middle = height / 2;
  const label = figures ? `${looks.nameOf(target)}: ${low} to ${high}` : `${looks.nameOf(target)}: no verdict`;
  return (
    <svg
      className={`${styles.chart} ${className}`}
      style={style}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
    >
      {[60, 80].map((band) => (
        <line key={band} className={styles.band} x1={at(band)} x2={at(band)} y1={0} y2={height} />
      ))}
      <line className={styles.axis} x1={margin} x2={width - margin} y1={middle} y2={middle} />
      {figures && <line className={styles.range} x1={at(low)} x2={at(high)} y1={middle} y2={middle} />}
      {scores.map(({ assessor, score }) => (
        <circle key={assessor} cx={at(score)} cy={middle} r={4} />
      ))}
      {figures && (
        <line
          className={styles.mean}
          x1={at(figures.overall.average)}
          x2={at(figures.overall.average)}
          y1={middle - 8}
          y2={middle + 8}
        />
      )}
    </svg>
  );
}

/** What the lines of all charts below it stand for. */
export const ScoreScale = () => (
  <svg className={styles.scale} width={width} height={14} viewBox={`0 0 ${width} 14`} role="img" aria-label="40 to 100">
    {[40, 60, 80, 100].map((score) => (
      <text key={score} x={at(score)} y={11} textAnchor={score === 40 ? 'start' : score === 100 ? 'end' : 'middle'}>
        {score}
      </text>
    ))}
  </svg>
);
