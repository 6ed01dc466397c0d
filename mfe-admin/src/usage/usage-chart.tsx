import type { UsageRow } from '@polylogue/api-contract';
import { useState } from 'react';
import { Choice } from './choice.js';
import { ScrollRegion } from './scroll-region.js';
import { barsOf, formatMeasure, measures, type Bar, type DayRange, type Measure } from './usage.rules.js';
import styles from './usage.module.css';

const [width, height, gap] = [720, 120, 3];

interface UsageChartProps {
  range: DayRange;
  days: readonly UsageRow[];
  usual: Measure;
}

/** A bar per day, and the same as a table for screen readers. */
export function UsageChart({ range, days, usual }: UsageChartProps) {
  const [chosen, setChosen] = useState<Measure>();
  const measure = chosen ?? usual;
  const bars = barsOf(range, days, measure);
  const label = measures.find(({ key }) => key === measure)?.label;
  const max = days.reduce<Bar>(
    (top, { day = '', sums }) => {
      const text = formatMeasure(measure, sums);
      const value = bars.find((bar) => bar.day === day)?.value ?? 0;
      return value > top.value ? { day, value, text } : top;
    },
    { day: '', value: 0, text: '' },
  );
  return (
    <figure className={`pl-card ${styles.chart}`}>
      <figcaption>
        <h2>{label} per day</h2>
        <span>{max.value > 0 ? `at most ${max.text}, on ${max.day} (UTC)` : 'nothing to show in these days'}</span>
        <Choice label="What to show" options={measures} value={measure} onChange={setChosen} />
      </figcaption>
      <Bars bars={bars} max={max.value} />
      <div className={styles.ends} aria-hidden="true">
        <span>{range.from}</span>
        <span>{range.to}</span>
      </div>
      <details>
        <summary>Figures as a table</summary>
        <ScrollRegion label={`${label} per day`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">{label}</th>
              </tr>
            </thead>
            <tbody>
              {bars.map(({ day, text }) => (
                <tr key={day}>
                  <td>{day}</td>
                  <td>{text}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </ScrollRegion>
      </details>
    </figure>
  );
}

function Bars({ bars, max }: { bars: readonly Bar[]; max: number }) {
  const step = width / Math.max(1, bars.length);
  const space = Math.min(gap, step / 3);
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      {bars.map(({ day, value, text }, index) => {
        const size = value > 0 ? Math.max(2, (value / max) * height) : 1;
        const bar = { x: index * step + space / 2, y: height - size, width: step - space, height: size };
        return (
          <rect key={day} className={value > 0 ? styles.bar : styles.none} {...bar}>
            <title>{`${day}: ${text}`}</title>
          </rect>
        );
      })}
    </svg>
  );
}
