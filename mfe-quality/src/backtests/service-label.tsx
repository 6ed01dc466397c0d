import type { AiServiceLabel } from '@polylogue/api-contract';
import { accentOf, accentStyle } from '@polylogue/web-kit';
import styles from './backtests.module.css';

/** A service by its accent and name. */
export function ServiceLabel({ service }: { service: AiServiceLabel }) {
  const { className = '', style } = accentStyle(accentOf(service.color));
  return (
    <span className={`${styles.service} ${className}`} style={style}>
      {service.displayName}
    </span>
  );
}
