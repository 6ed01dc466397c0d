import type { AiServiceLabel } from '@polylogue/api-contract';
import { accentOf, accentStyle, type Accent } from '../theme/accent.rules.js';
import styles from './agreement.module.css';

interface ServiceNameProps {
  service: AiServiceLabel;
  accents: ReadonlyMap<string, Accent>;
}

/** A service by its dot and the name it had when it replied. */
export function ServiceName({ service, accents }: ServiceNameProps) {
  const { className, style } = accentStyle(accents.get(service.name) ?? accentOf(service.color));
  return (
    <span className={`${styles.service} ${className}`} style={style}>
      {service.displayName}
    </span>
  );
}
