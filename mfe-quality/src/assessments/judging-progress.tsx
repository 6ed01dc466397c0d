import type { Judging } from '@polylogue/api-contract';
import { ApiError, toast } from '@polylogue/web-kit';
import { Button } from '@polylogue/web-kit/antd';
import { PriceBefore, useJudgingPrice } from '@polylogue/web-kit/estimate';
import { Gavel } from 'lucide-react';
import { gapsText } from './gaps.rules.js';
import { useRunAssessment, type Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';

/** How far the judges are, and which replies they could not judge. */
export function JudgingProgress({ judging, looks }: { judging: Judging; looks: Looks }) {
  const { state, total, completed, failed, gaps, reason } = judging;
  const isUnderWay = state === 'waiting' || state === 'judging';
  if (!isUnderWay && gaps.length === 0 && !(state === 'skipped' && total > 0)) return null;
  return (
    <div className={styles.progress} role="status">
      {isUnderWay && total > 0 && (
        <p>
          <progress value={completed + failed} max={total} aria-label="Judging" />
          {completed + failed} of {total}
        </p>
      )}
      {isUnderWay && total === 0 && <p>The judges are about to be asked.</p>}
      {state === 'skipped' && total > 0 && <p>{reason}</p>}
      {gaps.length > 0 && <p>{gapsText(gaps, looks.nameOf)}</p>}
    </div>
  );
}

/** Asks the judges, or asks again those that gave no verdict, price first; by a rubric where one is chosen. */
export function RunAssessment({ broadcastId, rubricId, label, isPrimary = false, isDisabled = false }: RunProps) {
  const run = useRunAssessment();
  const price = useJudgingPrice({ broadcastIds: [broadcastId], rubricId, isWanted: !isDisabled, deed: label });
  const body = { broadcastId, ...(rubricId !== undefined && { rubricId }) };
  const onError = (error: Error) =>
    toast({
      variant: 'destructive',
      title: 'The assessment was not started',
      description: error instanceof ApiError ? (error.sentence ?? error.message) : 'Please try again in a moment.',
    });
  return (
    <div className={styles.run}>
      <Button
        type={isPrimary ? 'primary' : 'default'}
        disabled={run.isPending || isDisabled}
        onClick={() => price.confirm(() => run.mutate({ body }, { onError }))}
        icon={<Gavel aria-hidden />}
      >
        {label}
      </Button>
      <PriceBefore price={price} />
    </div>
  );
}

interface RunProps {
  broadcastId: string;
  rubricId?: string;
  label: string;
  isPrimary?: boolean;
  isDisabled?: boolean;
}
