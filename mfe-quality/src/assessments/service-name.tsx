import { accentStyle } from '@polylogue/web-kit';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';

/** Who speaks: a dot in the service's accent and its name. */
export function ServiceName({ service, looks }: { service: string; looks: Looks }) {
  const accent = looks.accentOf(service);
  const { className = '', style } = accent ? accentStyle(accent) : {};
  return (
    <span className={`${styles.service} ${className}`} style={style}>
      {looks.nameOf(service)}
    </span>
  );
}
