import { Ring } from '@polylogue/web-kit';
import { CircleAlert } from 'lucide-react';
import type { PanelBadge } from './panel-badge.rules.js';
import styles from './panel-header.module.css';

/** Shape and label, never the colour alone. */
export function PanelBadgeView({ badge }: { badge: PanelBadge }) {
  return (
    <span className={styles.badge} data-badge={badge}>
      <BadgeShape badge={badge} />
      {badge}
    </span>
  );
}

export function BadgeShape({ badge }: { badge: PanelBadge }) {
  if (badge === 'Processing') return <Ring />;
  if (badge === 'Error') return <CircleAlert size={13} strokeWidth={2} aria-hidden="true" className={styles.alert} />;
  return <i className={styles.shape} data-badge={badge} aria-hidden="true" />;
}
