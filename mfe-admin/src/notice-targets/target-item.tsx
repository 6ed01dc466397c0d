import type { NoticeTarget } from '@polylogue/api-contract';
import { Badge, Skeleton, when } from '@polylogue/web-kit';
import { lazy, Suspense, useState } from 'react';
import { kindLabels } from './notice-kinds.rules.js';
import { countsOf, targetKindLabels, quietHoursLabel } from './notice-targets.rules.js';
import styles from './notice-targets.module.css';
import { TargetButtons } from './target-buttons.js';

const EditTarget = lazy(() => import('./edit-target.js'));

/** One target: where it is, what goes there, and what came of the last time. */
export function TargetItem({ target }: { target: NoticeTarget }) {
  const [isEditing, setEditing] = useState(false);
  const { kind, maskedAddress, isEnabled, isConfirmed, quietHours } = target;
  const counts = countsOf(target);
  return (
    <li>
      <span className={styles.address}>
        {targetKindLabels[kind]} <code>{maskedAddress}</code>
      </span>
      <span className={styles.badges}>
        {!isEnabled && <Badge>Off</Badge>}
        {!isConfirmed && <Badge tone="brand">Waits to be confirmed</Badge>}
      </span>
      <span className={styles.details}>{kindsOf(target)}</span>
      {quietHours && <span className={styles.details}>{quietHoursLabel(quietHours)}</span>}
      <Last last={target.last} />
      {counts && <span className={styles.details}>{counts}</span>}
      {isEditing ? (
        <Suspense fallback={<Skeleton rows={3} rowHeight={36} />}>
          <EditTarget target={target} onDone={() => setEditing(false)} />
        </Suspense>
      ) : (
        <TargetButtons target={target} onEdit={() => setEditing(true)} />
      )}
    </li>
  );
}

const outcomeLabels = { sent: 'Last sent', failed: 'Failed, and tried again by itself,', given_up: 'Not sent' };

function Last({ last }: Pick<NoticeTarget, 'last'>) {
  if (!last) return <span className={styles.details}>Nothing was sent yet</span>;
  const { at, outcome, fault } = last;
  return (
    <span className={outcome === 'sent' ? styles.details : styles.fault}>
      {outcomeLabels[outcome]} <time dateTime={at}>{when(at)}</time>
      {fault && `: ${fault}`}
    </span>
  );
}

function kindsOf({ noticeKinds }: NoticeTarget): string {
  const labels: Record<string, string> = kindLabels;
  return noticeKinds.map((kind) => labels[kind] ?? kind).join(' · ');
}
