import type { Execution } from '@polylogue/api-contract';
import { paths } from '@polylogue/web-kit';
import { Link } from '@polylogue/web-kit/router';
import { Gauge, History } from 'lucide-react';
import styles from './run-round.module.css';

/** Where a run is in History, or why it is not. */
export function RunRound({ round }: { round: NonNullable<Execution['round']> }) {
  const { broadcastId, state, judged, error, note } = round;
  if (state !== 'kept') return <p className={styles.round}>{sentenceOf(round)}</p>;
  return (
    <p className={styles.round}>
      <Link to={paths.comparison.href(broadcastId)}>
        <History aria-hidden="true" />
        Open in History
      </Link>
      {judged && !error && (
        <Link to={`${paths.qualityAssessment.href()}?round=${broadcastId}`}>
          <Gauge aria-hidden="true" />
          Quality Assessment
        </Link>
      )}
      {error && <span>Not judged: {error}</span>}
      {note && <span>{note}</span>}
    </p>
  );
}

function sentenceOf({ state, error }: NonNullable<Execution['round']>): string {
  if (state === 'deleted') return 'Its comparison was deleted from History.';
  if (state === 'refused') return `Not kept in History: ${error ?? 'it was refused.'}`;
  return 'On its way into History…';
}
