import type { QualityAssessment } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { useFirstRows } from '@polylogue/web-kit/antd';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { columnsOf, isVerdict, scoreOf, textOf, type ScoreColumn } from './assessments.rules.js';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { ScoreBadge, StatusBadge } from './score-badge.js';
import { ServiceName } from './service-name.js';
import { chooseSort, type Direction, type Sort, type SortKey } from './sort.state.js';

interface Column {
  key: SortKey;
  title: string;
  isFigure?: boolean;
}

const allColumns = (scores: readonly ScoreColumn[]): Column[] => [
  { key: 'assessor', title: 'Assessor AI' },
  { key: 'target', title: 'Target AI' },
  ...scores.map((score) => ({ ...score, isFigure: true })),
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
export function AssessmentTable({ assessments, looks, sort, onSort, onOpen }: TableProps) {
  const scores = columnsOf(assessments);
  const { shown, showAll } = useFirstRows(assessments);
  return (
    <section className={`pl-card ${styles.assessments}`} aria-labelledby="assessments-title">
      <header className={styles.cardHead}>
        <h2 id="assessments-title">Assessments</h2>
        <Badge>{assessments.length}</Badge>
      </header>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard */}
      <div className={styles.scrolling} tabIndex={0} role="group" aria-label="Assessments, scrolls sideways">
        <table>
          <thead>
            <tr>
              {allColumns(scores).map(({ key, title, isFigure }) => (
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
            {shown.map((each) => (
              <Row key={each.id} assessment={each} scores={scores} looks={looks} onOpen={onOpen} />
            ))}
          </tbody>
        </table>
      </div>
      {showAll}
    </section>
  );
}

interface RowProps extends Pick<TableProps, 'looks' | 'onOpen'> {
  assessment: QualityAssessment;
  scores: readonly ScoreColumn[];
}

function Row({ assessment, scores, looks, onOpen }: RowProps) {
  const { assessorServiceId: assessor, targetServiceId: target } = assessment;
  return (
    <tr>
      <td className={styles.assessor}>
        <ServiceName service={assessor} looks={looks} />
      </td>
      <td className={styles.target}>
        <ServiceName service={target} looks={looks} />
      </td>
      {scores.map(({ key }) => (
        <td key={key} className={styles.figure} data-score={key}>
          {isVerdict(assessment) ? <ScoreBadge score={scoreOf(assessment, key)} /> : '—'}
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
