import type { Judging } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { PriceBefore, useJudgingPrice } from '@polylogue/web-kit/rubrics';
import { Gavel, Square } from 'lucide-react';
import { gapsText } from './gaps.rules.js';
import { useCancelAssessment, useRunAssessment, type Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';
import { sayFailed } from '../refusals/say-failed.js';

interface ProgressProps {
  judging: Judging;
  /** Whether scores stand below, also of an earlier rubric: else it is said in their place why there are none. */
  hasScores: boolean;
  looks: Looks;
  onStopped: () => void;
}

/** How far the judges are, what came of them when they were stopped, and which replies they could not judge. */
export function JudgingProgress({ judging, hasScores, looks, onStopped }: ProgressProps) {
  const { broadcastId, state, total, completed, failed, cancelled = 0, gaps, reason } = judging;
  const isUnderWay = state === 'waiting' || state === 'judging';
  const wasStopped = state === 'done' && cancelled > 0;
  const wasSkipped = state === 'skipped' && (total > 0 || hasScores);
  if (!isUnderWay && gaps.length === 0 && !wasStopped && !wasSkipped) return null;
  return (
    <div className={styles.progress}>
      <div role="status">
        {isUnderWay && total > 0 && (
          <p>
            <progress value={completed + failed} max={total} aria-label="Judging" />
            {completed + failed} of {total}
          </p>
        )}
        {isUnderWay && total === 0 && <p>The judges are about to be asked.</p>}
        {wasStopped && (
          <p>
            You stopped the judges: {completed} of {total} verdicts are in.
          </p>
        )}
        {wasSkipped && <p>{reason}</p>}
        {gaps.length > 0 && <p>{gapsText(gaps, looks.nameOf)}</p>}
      </div>
      {isUnderWay && <StopJudging broadcastId={broadcastId} onStopped={onStopped} />}
    </div>
  );
}

/** Ends what is queued and what is asked now; it can be asked for again. */
function StopJudging({ broadcastId, onStopped }: { broadcastId: string; onStopped: () => void }) {
  const cancel = useCancelAssessment();
  const stop = () => cancel.mutate({ parameters: { id: broadcastId } }, { onSuccess: onStopped });
  return (
    <Button disabled={cancel.isPending} icon={<Square aria-hidden />} aria-label="Stop the judges" onClick={stop}>
      Stop
    </Button>
  );
}

/** Asks the judges, or asks again those that gave no verdict, price first; by a rubric where one is chosen. */
export function RunAssessment({ broadcastId, rubricId, label, isPrimary = false, isDisabled = false }: RunProps) {
  const run = useRunAssessment();
  const price = useJudgingPrice({ broadcastIds: [broadcastId], rubricId, isWanted: !isDisabled, deed: label });
  const body = { broadcastId, ...(rubricId !== undefined && { rubricId }) };
  const onError = sayFailed('The assessment was not started');
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
