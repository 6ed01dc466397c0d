import type { QualityAssessment } from '@polylogue/api-contract';
import { columnsOf, type ScoreColumn } from './assessments.rules.js';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { ServiceName } from './service-name.js';
import { ScoreScale, SpreadChart } from './spread-chart.js';
import { summariesOf, type TargetSummary } from './summary.rules.js';

/** Average, median and spread for each target, the best first. */
export function TargetSummaries({ assessments, looks }: { assessments: QualityAssessment[]; looks: Looks }) {
  const summaries = summariesOf(assessments);
  return (
    <section className={`pl-card ${styles.summary}`} aria-labelledby="summary-title">
      <header className={styles.cardHead}>
        <h2 id="summary-title">Summary</h2>
        <small>ring: one assessor, bar: average</small>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.scrolling} tabIndex={0} role="group" aria-label="Summary, scrolls sideways">
        <table>
          <thead>
            <tr>
              <th scope="col">Target AI</th>
              <th scope="col" className={styles.figure} aria-sort="descending">
                Average
              </th>
              <th scope="col" className={styles.figure}>
                Median
              </th>
              <th scope="col">
                Spread
                <ScoreScale />
              </th>
            </tr>
          </thead>
          <tbody>
            {summaries.map((summary) => (
              <tr key={summary.target}>
                <th scope="row">
                  <ServiceName service={summary.target} looks={looks} />
                </th>
                <td className={styles.figure}>
                  <strong>{summary.figures?.overall.average ?? '—'}</strong>
                </td>
                <td className={styles.figure}>{summary.figures?.overall.median ?? '—'}</td>
                <td className={styles.spread}>
                  <SpreadChart summary={summary} looks={looks} />
                  {agreementText(summary) && <small>{agreementText(summary)}</small>}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <details className={styles.dataTable}>
        <summary>All averages and medians as a table</summary>
        <FiguresTable summaries={summaries} columns={columnsOf(assessments)} looks={looks} />
      </details>
    </section>
  );
}

/** That judges agree is what one expects: only the rest is said. */
function agreementText({ judges, agreeing }: TargetSummary): string | undefined {
  if (judges === 0) return 'no verdict';
  if (judges === 1) return 'one judge only';
  return agreeing === judges ? undefined : `${judges - agreeing} of ${judges} judges disagree`;
}

interface FiguresProps {
  summaries: TargetSummary[];
  columns: readonly ScoreColumn[];
  looks: Looks;
}

/** The chart in figures, for those who cannot see it. */
const FiguresTable = ({ summaries, columns, looks }: FiguresProps) => (
  // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
  <div className={styles.scrolling} tabIndex={0} role="group" aria-label="All figures, scrolls sideways">
    <table>
      <thead>
        <tr>
          <th scope="col">Target AI</th>
          {columns.map(({ key, title }) => (
            <th key={key} scope="col" className={styles.figure}>
              {title}
            </th>
          ))}
          <th scope="col">Overall by judge</th>
        </tr>
      </thead>
      <tbody>
        {summaries.map(({ target, figures, scores }) => (
          <tr key={target}>
            <th scope="row">{looks.nameOf(target)}</th>
            {columns.map(({ key }) => (
              <td key={key} className={styles.figure}>
                {figures?.[key] ? `${figures[key].average} / ${figures[key].median}` : '—'}
              </td>
            ))}
            <td>{scores.map(({ assessor, score }) => `${looks.nameOf(assessor)} ${score}`).join(', ') || '—'}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
