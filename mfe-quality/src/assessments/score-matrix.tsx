import type { QualityAssessment } from '@polylogue/api-contract';
import { Flag } from 'lucide-react';
import { useState } from 'react';
import { bandOf, isVerdict, scoreKeys, scoreNames, scoreOf, type ScoreName } from './assessments.rules.js';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { ServiceName } from './service-name.js';
import { leniencyOf, summariesOf } from './summary.rules.js';

interface MatrixProps {
  assessments: QualityAssessment[];
  looks: Looks;
  onOpen: (assessment: QualityAssessment) => void;
}

/** Assessor by target: each judge's row, and how lenient it is. */
export function ScoreMatrix({ assessments, looks, onOpen }: MatrixProps) {
  const [shown, setShown] = useState<ScoreName>('overall');
  const targets = looks.inOrder(assessments.map(({ targetServiceId }) => targetServiceId));
  const assessors = looks.inOrder(assessments.map(({ assessorServiceId }) => assessorServiceId));
  const summaries = new Map(summariesOf(assessments).map((summary) => [summary.target, summary]));
  return (
    <section className={`pl-card ${styles.matrix}`} aria-labelledby="matrix-title">
      <header className={styles.cardHead}>
        <h2 id="matrix-title">Assessment Matrix</h2>
        <div role="group" aria-label="Score" className={styles.segments}>
          {scoreKeys.map((name) => (
            <button key={name} type="button" aria-pressed={name === shown} onClick={() => setShown(name)}>
              {scoreNames[name]}
            </button>
          ))}
        </div>
      </header>
      {/* What scrolls must be reachable by keyboard. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div className={styles.scrolling} tabIndex={0} role="group" aria-label="Assessment matrix, scrolls sideways">
        <table>
          <thead>
            <tr>
              <th scope="col">Assessor \ Target</th>
              {targets.map((target) => (
                <th key={target} scope="col">
                  <ServiceName service={target} looks={looks} />
                </th>
              ))}
              <th scope="col" className={styles.leniency}>
                Leniency
              </th>
            </tr>
          </thead>
          <tbody>
            {assessors.map((assessor) => (
              <tr key={assessor}>
                <th scope="row">
                  <ServiceName service={assessor} looks={looks} />
                </th>
                {targets.map((target) => (
                  <Cell
                    key={target}
                    shown={shown}
                    isOwn={target === assessor}
                    assessment={assessments.find(
                      (each) => each.assessorServiceId === assessor && each.targetServiceId === target,
                    )}
                    looks={looks}
                    onOpen={onOpen}
                  />
                ))}
                <td className={styles.leniency}>{leniencyText(leniencyOf(assessor, assessments))}</td>
              </tr>
            ))}
            <tr className={styles.averages}>
              <th scope="row">Average</th>
              {targets.map((target) => (
                <td key={target}>{summaries.get(target)?.figures?.[shown].average ?? '—'}</td>
              ))}
              <td className={styles.leniency} />
            </tr>
          </tbody>
        </table>
      </div>
      <Legend />
    </section>
  );
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

const leniencyText = (points: number | undefined) =>
  points === undefined ? '—' : points === 0 ? '±0' : points > 0 ? `+${points}` : `−${-points}`;

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
      Authors hidden, own reply excluded. Leniency: points above or below the other judges.
    </span>
  </footer>
);
