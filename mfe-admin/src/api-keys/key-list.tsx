import { listAiServices, type ApiKey } from '@polylogue/api-contract';
import { Badge, useApiQuery } from '@polylogue/web-kit';
import styles from './api-keys.module.css';
import { servicesOf, timesOf, usageOf } from './key-details.rules.js';
import { RevokeKey, type Revoking } from './revoke-key.js';

interface KeyListProps {
  keys: readonly ApiKey[];
  revoking: Revoking;
}

/** Keys with what they may do and what they used, each with a button to revoke it. */
export function KeyList({ keys, revoking }: KeyListProps) {
  const isAnyLimited = keys.some(({ aiServices }) => aiServices !== null);
  const { data: services } = useApiQuery(listAiServices, { enabled: isAnyLimited, staleTime: 60_000 });
  return (
    <ul className={styles.keys}>
      {keys.map((key) => (
        <li key={key.id}>
          <span className={styles.name}>{key.name}</span>
          <code>{key.prefix}…</code>
          <span className={styles.badges}>
            {key.scopes.map((scope) => (
              <Badge key={scope}>{scope}</Badge>
            ))}
          </span>
          {[servicesOf(key, services), usageOf(key), timesOf(key)].map(
            (detail) =>
              detail !== undefined && (
                <span key={detail} className={styles.details}>
                  {detail}
                </span>
              ),
          )}
          <RevokeKey id={key.id} name={key.name} revoking={revoking} />
        </li>
      ))}
    </ul>
  );
}
