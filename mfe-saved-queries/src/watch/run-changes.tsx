import type { RunReport } from '@polylogue/api-contract';
import { accentStyle } from '@polylogue/web-kit';
import { formatCost } from '../cost/format-cost.js';
import type { ServiceLooks } from '../service-labels/service-labels.js';
import { headOf } from './watch.rules.js';
import styles from './run-changes.module.css';

interface RunChangesProps {
  report: RunReport;
  services: ServiceLooks;
  /** Whether all answers are shown; undefined where there is nothing to fold. */
  isWhole: boolean | undefined;
  onWhole: (isWhole: boolean) => void;
}

/** What a watched run changed, each with the passages before and now; the whole run is one click away. */
export function RunChanges({ report, services, isWhole, onWhole }: RunChangesProps) {
  const { changes, error, furtherAnswers, cost } = report;
  return (
    <div className={styles.report}>
      <p className={styles.head} data-changed={changes.length > 0 || undefined}>
        <b>{headOf(report)}</b>
        {furtherAnswers > 0 && (
          <span>
            {furtherAnswers} further {furtherAnswers === 1 ? 'answer' : 'answers'}
          </span>
        )}
        {cost && cost.amount > 0 && <span>{formatCost(cost)} to watch</span>}
        {isWhole !== undefined && (
          <button type="button" aria-expanded={isWhole} onClick={() => onWhole(!isWhole)}>
            {isWhole ? 'Show what changed only' : 'Show the whole run'}
          </button>
        )}
      </p>
      {error && <p className={styles.error}>{error}</p>}
      {changes.length > 0 && !error && (
        <ul className={styles.changes}>
          {changes.map((change, index) => {
            const accent = services.accentOf(change.aiService.name);
            const look = accent && accentStyle(accent);
            return (
              <li key={index} className={look?.className} style={look?.style}>
                <b>{change.aiService.displayName}</b> {change.sentence}
                {(change.before ?? change.now) !== undefined && (
                  <dl>
                    {change.before !== undefined && <Quote label="Before" text={change.before} />}
                    {change.now !== undefined && <Quote label="Now" text={change.now} />}
                  </dl>
                )}
              </li>
            );
          })}
        </ul>
      )}
    </div>
  );
}

const Quote = ({ label, text }: { label: string; text: string }) => (
  <div>
    <dt>{label}</dt>
    <dd>“{text}”</dd>
  </div>
);
