import type { QualityAssessment } from '@polylogue/api-contract';
import { Flag } from 'lucide-react';
import { useRef, useState, type CSSProperties } from 'react';
import { bandOf, isVerdict, scoreKeys, scoreNames, scoreOf, type ScoreName } from './assessments.rules.js';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { ServiceName } from './service-name.js';
import { leniencyOf, summariesOf } from './summary.rules.js';
import { useOverflows } from './use-overflows.js';

interface MatrixProps {
  assessments: QualityAssessment[];
  looks: Looks;
  onOpen: (assessment: QualityAssessment) => void;
}

/** Assessor by target: each judge's row, whose name says how lenient it is. */
export function ScoreMatrix(props: MatrixProps) {
  const { assessments, looks } = props;
  const [shown, setShown] = useState<ScoreName>('overall');
  const scroller = useRef<HTMLDivElement>(null);
  const overflows = useOverflows(scroller);
  const targets = looks.inOrder(assessments.map(({ targetServiceId }) => targetServiceId));
  return (
    <section className={`pl-card ${styles.matrix}`} aria-labelledby="matrix-title">
      <header className={styles.cardHead}>
        <h2 id="matrix-title">Assessment Matrix</h2>
        {overflows && <small>{targets.length} targets: scrolls sideways</small>}
        <div role="group" aria-label="Score" className={styles.segments}>
          {scoreKeys.map((name) => (
            <button key={name} type="button" aria-pressed={name === shown} onClick={() => setShown(name)}>
              {scoreNames[name]}
            </button>
          ))}
        </div>
      </header>
      <div
        ref={scroller}
        className={styles.scrolling}
        // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by keyboard
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
  const assessors = looks.inOrder(assessments.map(({ assessorServiceId }) => assessorServiceId));
  const summaries = new Map(summariesOf(assessments).map((summary) => [summary.target, summary]));
  const verdictOf = (assessor: string, target: string) =>
    assessments.find((each) => each.assessorServiceId === assessor && each.targetServiceId === target);
  return (
    <table style={{ '--targets': targets.length } as CSSProperties}>
      <thead>
        <tr>
          <th scope="col">Assessor \ Target</th>
          {targets.map((target) => (
            <th key={target} scope="col">
              <ServiceName service={target} looks={looks} />
            </th>
          ))}
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
          </tr>
        ))}
        <tr className={styles.averages}>
          <th scope="row">Average</th>
          {targets.map((target) => (
            <td key={target}>{summaries.get(target)?.figures?.[shown].average ?? '—'}</td>
          ))}
        </tr>
      </tbody>
    </table>
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
      Authors hidden, own reply excluded. A judge’s name says how far it lies above or below the others.
    </span>
  </footer>
);
