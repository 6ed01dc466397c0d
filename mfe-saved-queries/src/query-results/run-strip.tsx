import type { Execution } from '@polylogue/api-contract';
import styles from './query-results.module.css';

const maxRuns = 20;

/** The last runs at a glance, oldest first; a failed one is broken, a partial one lower. */
export function RunStrip({ executions }: { executions: readonly Execution[] }) {
  const shown = executions.slice(0, maxRuns).reverse();
  if (shown.length < 2) return null;
  const failed = shown.filter(({ status }) => status === 'failed').length;
  const label = `Last ${shown.length} runs`;
  return (
    <div className={styles.strip} role="img" aria-label={`${label}, ${failed} failed`}>
      <span>{label}</span>
      {shown.map(({ id, status, successfulResponses, totalResponses }) => (
        <i
          key={id}
          data-status={status}
          style={{ height: `${6 + 14 * (totalResponses ? successfulResponses / totalResponses : 0)}px` }}
        />
      ))}
    </div>
  );
}
