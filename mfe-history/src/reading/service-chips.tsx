import type { AiService } from '@polylogue/api-contract';
import { accentStyle, type Accent } from '@polylogue/web-kit';
import { Check } from 'lucide-react';
import styles from './service-chips.module.css';

interface ServiceChipsProps {
  label: string;
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  chosen: ReadonlySet<string>;
  onToggle: (name: string) => void;
}

/** The services a round goes to, one chip each. */
export const ServiceChips = ({ label, services, accents, chosen, onToggle }: ServiceChipsProps) => (
  <div role="group" aria-label={label} className={styles.chips}>
    {services.map(({ name, displayName }) => {
      const accent = accents.get(name);
      const { className = '', style } = accent ? accentStyle(accent) : {};
      return (
        <button
          key={name}
          type="button"
          aria-pressed={chosen.has(name)}
          className={`${styles.chip} ${className}`}
          style={style}
          onClick={() => onToggle(name)}
        >
          {displayName}
          {chosen.has(name) && <Check aria-hidden />}
        </button>
      );
    })}
  </div>
);
