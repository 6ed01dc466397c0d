import type { AnswerSettings } from '@polylogue/api-contract';
import { requestOf, useEstimate, useSettled, type FileContent } from '@polylogue/web-kit/estimate';
import { memo, useMemo } from 'react';
import { plannedOf } from '../comparison-settings/comparison-settings.rules.js';
import styles from './estimate-line.module.css';
import { detailsOf, lineOf } from './estimate.rules.js';

interface EstimateLineProps {
  message: string;
  selected: readonly string[];
  /** Undefined without a file. */
  files: FileContent | undefined;
  /** How services are to answer, where that goes with the message. */
  settings: AnswerSettings | undefined;
}

/** Read out once the user has paused, not at every change. */
const spokenMs = 2_000;

/** Under the box: what the message would cost. Its room is kept, so that nothing moves when it comes and goes. */
export const EstimateLine = memo(function EstimateLine({ message, selected, files, settings }: EstimateLineProps) {
  const request = useMemo(
    () => requestOf(message, selected, { files, settings: settings && plannedOf(settings) }),
    [message, selected, files, settings],
  );
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
