import type { AiServiceLabel } from '@polylogue/api-contract';
import { accentStyle, useAccents } from '@polylogue/web-kit';
import { useMemo, type ReactNode } from 'react';
import styles from './leaderboard.module.css';

/** A row about a service, in the accent that it has on every screen. */
export function ServiceRow({ service, children }: { service: AiServiceLabel; children: ReactNode }) {
  const accents = useAccents(useMemo(() => [service], [service]));
  return <tr {...accentStyle(accents.get(service.name)!)}>{children}</tr>;
}

/** A service by its accent and name, and which version of it. */
export const ServiceCell = ({ service, version }: { service: AiServiceLabel; version?: string | null }) => (
  <th scope="row" className={styles.who}>
    <span className={styles.service}>{service.displayName}</span>
    {version && <small title={version}>{version}</small>}
  </th>
);
