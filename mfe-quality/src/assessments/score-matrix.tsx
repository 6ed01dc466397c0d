import type { QualityAssessment } from '@polylogue/api-contract';
import { ArrowDown, ArrowUp, Flag } from 'lucide-react';
import { useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { bandOf, columnsOf, isVerdict, scoreOf, type ScoreName } from './assessments.rules.js';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { ServiceName } from './service-name.js';
import { leniencyColumn, matrixOrder, type MatrixSort } from './matrix-order.rules.js';
import { leniencyOf, summariesOf } from './summary.rules.js';
import { useOverflows } from './use-overflows.js';

interface MatrixProps {
  assessments: QualityAssessment[];
  looks: Looks;
  onOpen: (assessment: QualityAssessment) => void;
}

/** As many targets fit beside the summary; more take the whole width. */
const besideSummary = 5;

/** Assessor by target: each judge's row, whose name says how lenient it is. */
export function ScoreMatrix(props: MatrixProps) {
  const { assessments, looks } = props;
  const [chosen, setShown] = useState<ScoreName>('overall');
  const columns = columnsOf(assessments);
  // Another rubric has other scores.
  const shown = columns.some(({ key }) => key === chosen) ? chosen : 'overall';
  const scroller = useRef<HTMLDivElement>(null);
  const overflows = useOverflows(scroller);
  const targets = looks.inOrder(assessments.map(({ targetServiceId }) => targetServiceId));
  return (
    <section
      className={`pl-card ${styles.matrix}`}
      data-wide={targets.length > besideSummary}
      aria-labelledby="matrix-title"
    >
      <header className={styles.cardHead}>
        <h2 id="matrix-title">Assessment Matrix</h2>
        {overflows && <small>{targets.length} targets: scrolls sideways</small>}
        <div role="group" aria-label="Score" className={styles.segments}>
          {columns.map(({ key, title }) => (
            <button key={key} type="button" aria-pressed={key === shown} onClick={() => setShown(key)}>
              {title}
            </button>
          ))}
        </div>
      </header>
      <div
        ref={scroller}
        className={styles.scrolling}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
        tabIndex={0}
        role="group"
        aria-label="Assessment matrix, scrolls sideways"
      >
        <MatrixTable {...props} targets={targets} shown={shown} />
      </div>
      <Legend />
    </section>
  );
}

function MatrixTable({ assessments, looks, onOpen, targets, shown }: MatrixProps & TableProps) {
  const [sort, setSort] = useState<MatrixSort>();
  const inOrder = looks.inOrder(assessments.map(({ assessorServiceId }) => assessorServiceId));
  const assessors = matrixOrder(inOrder, assessments, { sort, shown });
  const headOf = (key: string, name: ReactNode, label: string) => (
    <SortHead key={key} sort={sort} column={key} label={label} onSort={setSort}>
      {name}
    </SortHead>
  );
  const summaries = new Map(summariesOf(assessments).map((summary) => [summary.target, summary]));
  const verdictOf = (assessor: string, target: string) =>
    assessments.find((each) => each.assessorServiceId === assessor && each.targetServiceId === target);
  return (
    <table style={{ '--targets': targets.length } as CSSProperties}>
      <thead>
        <tr>
          <th scope="col">Assessor \ Target</th>
          {targets.map((target) =>
            headOf(target, <ServiceName service={target} looks={looks} />, looks.nameOf(target)),
          )}
          {headOf(leniencyColumn, 'Leniency', 'leniency')}
        </tr>
      </thead>
      <tbody>
        {assessors.map((assessor) => (
          <tr key={assessor}>
            <th scope="row">
              <ServiceName service={assessor} looks={looks} note={leniencyText(leniencyOf(assessor, assessments))} />
            </th>
            {targets.map((target) => (
              <Cell
                key={target}
                shown={shown}
                isOwn={target === assessor}
                assessment={verdictOf(assessor, target)}
                looks={looks}
                onOpen={onOpen}
              />
            ))}
            <td className={styles.leniency}>{signed(leniencyOf(assessor, assessments))}</td>
          </tr>
        ))}
        <tr className={styles.averages}>
          <th scope="row">Average</th>
          {targets.map((target) => (
            <td key={target}>{summaries.get(target)?.figures?.[shown]?.average ?? '—'}</td>
          ))}
          <td />
        </tr>
      </tbody>
    </table>
  );
}

interface SortHeadProps {
  sort: MatrixSort | undefined;
  column: string;
  label: string;
  onSort: (sort: MatrixSort | undefined) => void;
  children: ReactNode;
}

/** From the highest to the lowest, the other way round, and as it was. */
function SortHead({ sort, column, label, onSort, children }: SortHeadProps) {
  const direction = sort?.column === column ? sort.direction : undefined;
  const next = { none: 'desc', desc: 'asc', asc: undefined }[direction ?? 'none'] as
    | MatrixSort['direction']
    | undefined;
  return (
    <th scope="col" aria-sort={direction && (direction === 'asc' ? 'ascending' : 'descending')}>
      <button
        type="button"
        className={styles.sortHead}
        aria-label={`${label}: sort the judges by it`}
        onClick={() => onSort(next && { column, direction: next })}
      >
        {children}
        {direction === 'asc' && <ArrowUp aria-hidden />}
        {direction === 'desc' && <ArrowDown aria-hidden />}
      </button>
    </th>
  );
}

interface TableProps {
  targets: readonly string[];
  shown: ScoreName;
}

interface CellProps {
  shown: ScoreName;
  isOwn: boolean;
  assessment: QualityAssessment | undefined;
  looks: Looks;
  onOpen: (assessment: QualityAssessment) => void;
}

function Cell({ shown, isOwn, assessment, looks, onOpen }: CellProps) {
  if (isOwn)
    return (
      <td className={styles.own} aria-label="own reply, not judged">
        —
      </td>
    );
  if (!assessment) return <td className={styles.own} aria-label="not judged" />;
  const pair = `${looks.nameOf(assessment.assessorServiceId)} about ${looks.nameOf(assessment.targetServiceId)}`;
  if (!isVerdict(assessment)) {
    return (
      <td>
        <button
          type="button"
          className={styles.none}
          aria-label={`${pair}: no verdict`}
          onClick={() => onOpen(assessment)}
        >
          no verdict
        </button>
      </td>
    );
  }
  const score = scoreOf(assessment, shown);
  const flag = assessment.flagged ? ', flagged' : '';
  return (
    <td>
      <button
        type="button"
        className={styles[bandOf(score)]}
        data-band={bandOf(score)}
        aria-label={`${pair}: ${score}${flag}`}
        onClick={() => onOpen(assessment)}
      >
        {score}
        {assessment.flagged && <Flag aria-hidden />}
      </button>
    </td>
  );
}

const signed = (points: number | undefined): string => {
  if (points === undefined) return '—';
  return points === 0 ? '0' : `${points > 0 ? '+' : '−'}${Math.abs(points)}`;
};

function leniencyText(points: number | undefined): string | undefined {
  if (points === undefined) return undefined;
  return points === 0
    ? 'As lenient as the other judges'
    : `Leniency ${points > 0 ? '+' : '−'}${Math.abs(points)} points`;
}

const Legend = () => (
  <footer className={styles.legend}>
    <span>
      <i className={styles.high} />
      80 and above
    </span>
    <span>
      <i className={styles.middle} />
      60 to 79
    </span>
    <span>
      <i className={styles.low} />
      below 60
    </span>
    <span>
      <Flag aria-hidden />
      Flagged
    </span>
    <span className={styles.aside}>
      Authors hidden, own reply excluded. Leniency: how far a judge’s overall scores lie above or below the others’.
    </span>
  </footer>
);
