import type { Removal, Retention } from '@polylogue/api-contract';
import shared from '../panel/settings-form.module.css';
import styles from './retention.module.css';
import { useRetentionPreview } from './retention.api.js';
import { isEmpty, removedLabel } from './retention.rules.js';

interface RetentionProgressProps {
  rule: Retention;
  removals: readonly Removal[];
}

/** What the rule in force still has to remove, and what it removed on each day. */
export function RetentionProgress({ rule, removals }: RetentionProgressProps) {
  const { data: due } = useRetentionPreview(rule.keepDays ?? undefined, rule.removesStarred, true);
  if (rule.keepDays === null && removals.length === 0) return null;
  return (
    <section className={`pl-card ${shared.form} ${styles.card}`} aria-labelledby="removed-title">
      <h2 id="removed-title">Removed</h2>
      {due && <p>{isEmpty(due) ? 'Nothing is due now.' : `Due now: ${removedLabel(due)}.`}</p>}
      {removals.length > 0 && (
        <dl className={styles.days}>
          {removals.map(({ day, ...removed }) => (
            <div key={day}>
              <dt>
                <time dateTime={day}>{day}</time>
              </dt>
              <dd>{removedLabel(removed)}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}
