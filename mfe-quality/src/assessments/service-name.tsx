import { accentStyle } from '@polylogue/web-kit';
import type { Looks } from './quality-assessments.api.js';
import styles from './quality.module.css';

interface NameProps {
  service: string;
  looks: Looks;
  /** Said where the name is pointed at, and to screen readers. */
  note?: string | undefined;
}

/** Who speaks: a dot in the service's accent and its name, which is whole in its tooltip. */
export function ServiceName({ service, looks, note }: NameProps) {
  const accent = looks.accentOf(service);
  const { className = '', style } = accent ? accentStyle(accent) : {};
  const name = looks.nameOf(service);
  return (
    <span className={`${styles.service} ${className}`} style={style} title={note ? `${name}: ${note}` : name}>
      {name}
      {note && <span className={styles.unseen}>: {note}</span>}
    </span>
  );
}
