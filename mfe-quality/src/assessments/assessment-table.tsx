import type { QualityAssessment } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { isVerdict, scoreKeys, scoreNames, scoreOf, textOf } from './assessments.rules.js';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { ScoreBadge, StatusBadge } from './score-badge.js';
import { ServiceName } from './service-name.js';
import { chooseSort, type Direction, type Sort, type SortKey } from './sort.state.js';

const columns: { key: SortKey; title: string; isFigure?: boolean }[] = [
  { key: 'assessor', title: 'Assessor AI' },
  { key: 'target', title: 'Target AI' },
  ...scoreKeys.map((key) => ({ key, title: scoreNames[key], isFigure: true })),
  { key: 'flagged', title: 'Status' },
];
const ariaSort: Record<Direction, 'ascending' | 'descending' | 'none'> = {
  asc: 'ascending',
  desc: 'descending',
  none: 'none',
};

interface TableProps {
  assessments: QualityAssessment[];
  looks: Looks;
  sort: Sort;
  onSort: (sort: Sort) => void;
  onOpen: (assessment: QualityAssessment) => void;
}

/** Every assessment in the requested order; on a phone two lines each, and the overall score unfolds the other four. */
export const AssessmentTable = ({ assessments, looks, sort, onSort, onOpen }: TableProps) => (
  <section className={`pl-card ${styles.assessments}`} aria-labelledby="assessments-title">
    <header className={styles.cardHead}>
      <h2 id="assessments-title">Assessments</h2>
      <Badge>{assessments.length}</Badge>
    </header>
    {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
    <div className={styles.scrolling} tabIndex={0} role="group" aria-label="Assessments, scrolls sideways">
      <table>
        <thead>
          <tr>
            {columns.map(({ key, title, isFigure }) => (
              <th
                key={key}
                scope="col"
                className={isFigure ? styles.figure : undefined}
                aria-sort={key === sort.key ? ariaSort[sort.direction] : undefined}
              >
                <button type="button" onClick={() => onSort(chooseSort(sort, key))}>
                  {title}
                  {key === sort.key && sort.direction === 'desc' && <ArrowDown aria-hidden />}
                  {key === sort.key && sort.direction === 'asc' && <ArrowUp aria-hidden />}
                </button>
              </th>
            ))}
            <th scope="col">Analysis</th>
          </tr>
        </thead>
        <tbody>
          {assessments.map((each) => (
            <Row key={each.id} assessment={each} looks={looks} onOpen={onOpen} />
          ))}
        </tbody>
      </table>
    </div>
  </section>
);

function Row({ assessment, looks, onOpen }: Pick<TableProps, 'looks' | 'onOpen'> & { assessment: QualityAssessment }) {
  const { assessorServiceId: assessor, targetServiceId: target } = assessment;
  return (
    <tr>
      <td className={styles.assessor}>
        <ServiceName service={assessor} looks={looks} />
      </td>
      <td className={styles.target}>
        <ServiceName service={target} looks={looks} />
      </td>
      {scoreKeys.map((name) => (
        <td key={name} className={styles.figure} data-score={name}>
          {isVerdict(assessment) ? <ScoreBadge score={scoreOf(assessment, name)} /> : '—'}
        </td>
      ))}
      <td className={styles.status}>
        <StatusBadge assessment={assessment} />
      </td>
      <td className={styles.analysis}>
        <button type="button" title="Read all of it" onClick={() => onOpen(assessment)}>
          {textOf(assessment)}
        </button>
      </td>
    </tr>
  );
}
