import type { AiService } from '@polylogue/api-contract';
import { accentStyle, type Accent } from '@polylogue/web-kit';
import { Check, CircleAlert } from 'lucide-react';
import { memo } from 'react';
import styles from './service-tiles.module.css';

interface ServiceTileProps {
  service: Pick<AiService, 'name' | 'displayName' | 'status'>;
  accent: Accent | undefined;
  isSelected: boolean;
  /** In broadcast every service is selected and none can be toggled. */
  isLocked: boolean;
  role: 'checkbox' | 'radio';
  isTabStop: boolean;
  onToggle: (name: string) => void;
}

const lockedBecause = 'Broadcast sends to every service shown. Choose Selective AIs to pick.';
const unavailable = 'Not answering at the moment. You can still select it.';

export const ServiceTile = memo(function ServiceTile(props: ServiceTileProps) {
  const { service, accent, isSelected, isLocked, role, isTabStop, onToggle } = props;
  const isAway = service.status === 'error';
  const look = accent && accentStyle(accent);
  const why = isLocked ? lockedBecause : isAway ? unavailable : undefined;
  return (
    <button
      type="button"
      role={role}
      aria-checked={isSelected}
      aria-disabled={isLocked || undefined}
      className={`${styles.tile} ${look?.className ?? ''}`}
      style={look?.style}
      tabIndex={isTabStop ? 0 : -1}
      data-away={isAway || undefined}
      data-service={service.name}
      data-hint={why}
      onClick={() => isLocked || onToggle(service.name)}
    >
      <i className={styles.dot} aria-hidden="true" />
      <span className={styles.name}>{service.displayName}</span>
      <span className={styles.marks}>
        {isAway && <CircleAlert size={14} strokeWidth={2} role="img" aria-label="not answering" />}
        {isSelected && <Check size={14} strokeWidth={2} aria-hidden="true" />}
      </span>
    </button>
  );
});
