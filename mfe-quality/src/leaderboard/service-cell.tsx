import type { AiServiceLabel } from '@polylogue/api-contract';
import { accentOf, accentStyle } from '@polylogue/web-kit';
import styles from './leaderboard.module.css';

/** A service by its accent and name, and which version of it. */
export function ServiceCell({ service, version }: { service: AiServiceLabel; version?: string | null }) {
  const { className = '', style } = accentStyle(accentOf(service.color));
  return (
    <th scope="row" className={styles.who}>
      <span className={`${styles.service} ${className}`} style={style}>
        {service.displayName}
      </span>
      {version && <small title={version}>{version}</small>}
    </th>
  );
}
