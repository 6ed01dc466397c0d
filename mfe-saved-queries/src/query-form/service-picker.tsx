import type { AiService } from '@polylogue/api-contract';
import { accentStyle } from '@polylogue/web-kit';
import { Check } from 'lucide-react';
import { ServiceBadges, type ServiceLooks } from '../service-labels/service-labels.js';
import { toggled } from './query-form.rules.js';
import styles from './query-form.module.css';

interface ServicePickerProps {
  services: readonly AiService[];
  looks: ServiceLooks;
  selected: readonly string[];
  fault: string | undefined;
  onChange: (selected: string[]) => void;
}

/** A grid of services to choose from, and the chosen ones as badges. */
export function ServicePicker({ services, looks, selected, fault, onChange }: ServicePickerProps) {
  const gone = selected.filter((name) => services.length > 0 && !services.some((service) => service.name === name));
  // A run keeps text: what makes pictures, sounds or films would be refused.
  const readable = services.filter(({ name, category }) => category === 'text' || selected.includes(name));
  const offered = [...readable.map(({ name, displayName }) => ({ name, displayName })), ...gone.map(named)];
  return (
    <>
      <div className={styles.services} role="group" aria-label="AI Services">
        {offered.map(({ name, displayName }) => {
          const accent = looks.accentOf(name);
          const look = accent && accentStyle(accent);
          const isSelected = selected.includes(name);
          return (
            <button
              key={name}
              type="button"
              role="checkbox"
              aria-checked={isSelected}
              className={`${styles.service} ${look?.className ?? ''}`}
              style={look?.style}
              onClick={() => onChange(toggled(selected, name))}
            >
              <i className={styles.dot} aria-hidden="true" />
              <span>{displayName}</span>
              {isSelected && <Check aria-hidden="true" />}
            </button>
          );
        })}
      </div>
      {fault && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
      {gone.length > 0 && <p className={styles.hint}>{gone.join(', ')} is no longer offered. Take it out to save.</p>}
      {selected.length > 0 && <ServiceBadges names={selected} looks={looks} />}
    </>
  );
}

const named = (name: string) => ({ name, displayName: name });
