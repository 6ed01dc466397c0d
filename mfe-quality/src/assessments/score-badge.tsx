import type { QualityAssessment } from '@polylogue/api-contract';
import { Badge } from '@polylogue/web-kit';
import { Check, CircleSlash, Flag } from 'lucide-react';
import { bandOf, statusOf } from './assessments.rules.js';
import styles from './quality.module.css';

/** A score in the colour of its band. */
export const ScoreBadge = ({ score }: { score: number }) => (
  <span className={`${styles.score} ${styles[bandOf(score)]}`} data-band={bandOf(score)}>
    {score}
  </span>
);

export function StatusBadge({ assessment }: { assessment: QualityAssessment }) {
  const status = statusOf(assessment);
  const [tone, Icon] =
    status === 'Flagged'
      ? (['error', Flag] as const)
      : status === 'Pass'
        ? (['ok', Check] as const)
        : ([undefined, CircleSlash] as const);
  return (
    <Badge {...(tone && { tone })}>
      <Icon aria-hidden />
      {status}
    </Badge>
  );
}
