import type { AiService } from '@polylogue/api-contract';
import { accentsOf, accentStyle, type Accent } from '@polylogue/web-kit';
import styles from './service-labels.module.css';

/** What a service is called and how it is coloured; one that has left the catalog keeps its name. */
export interface ServiceLooks {
  nameOf: (name: string) => string;
  accentOf: (name: string) => Accent | undefined;
}

export function looksOf(services: readonly AiService[]): ServiceLooks {
  const accents = accentsOf(services);
  const names = new Map(services.map(({ name, displayName }) => [name, displayName]));
  return { nameOf: (name) => names.get(name) ?? name, accentOf: (name) => accents.get(name) };
}

/** The chosen services as badges. */
export function ServiceBadges({ names, looks }: { names: readonly string[]; looks: ServiceLooks }) {
  return (
    <ul className={styles.badges} aria-label="Selected AI services">
      {names.map((name) => {
        const accent = looks.accentOf(name);
        const look = accent && accentStyle(accent);
        return (
          <li key={name} className={`${styles.badge} ${look?.className ?? ''}`} style={look?.style}>
            <i className={styles.dot} aria-hidden="true" />
            {looks.nameOf(name)}
          </li>
        );
      })}
    </ul>
  );
}
