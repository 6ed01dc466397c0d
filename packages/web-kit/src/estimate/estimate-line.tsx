import { memo } from 'react';
import { useSettled } from '../components/use-settled.js';
import { useEstimate } from './estimate.api.js';
import { detailsOf, lineOf } from './estimate-line.rules.js';
import type { EstimateRequest } from './estimate-request.rules.js';
import styles from './estimate-line.module.css';

/** Read out once the user has paused, not at every change. */
const spokenMs = 2_000;

/**
 * Under a box: what the message would cost; nothing while there is nothing to send. Its room is kept, so that nothing moves
 * when it comes and goes.
 */
export const EstimateLine = memo(function EstimateLine({ request }: { request: EstimateRequest | undefined }) {
  const { estimate, isUnavailable } = useEstimate(request);
  const line = isUnavailable ? 'No estimate right now' : estimate ? lineOf(estimate) : '';
  const spoken = useSettled(line, spokenMs);
  const details = estimate ? detailsOf(estimate) : '';
  return (
    <>
      <p className={styles.line} data-estimate title={details || undefined} aria-hidden="true">
        {line}
      </p>
      <p className="pl-only-read" role="status" aria-live="polite" aria-label="Estimate">
        {spoken === line && line !== '' ? `Estimate: ${line}. ${details}` : ''}
      </p>
    </>
  );
});
