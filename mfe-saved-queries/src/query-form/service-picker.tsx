import type { AiService } from '@polylogue/api-contract';
import { accentStyle } from '@polylogue/web-kit';
import { AudioLines, Check, Film, Image, type LucideIcon } from 'lucide-react';
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
  const offered = [...services, ...gone.map(named)];
  return (
    <>
      <div className={styles.services} role="group" aria-label="AI Services">
        {offered.map(({ name, displayName, category }) => {
          const accent = looks.accentOf(name);
          const look = accent && accentStyle(accent);
          const isSelected = selected.includes(name);
          const Kind = kinds[category];
          return (
            <button
              key={name}
              type="button"
              role="checkbox"
              aria-checked={isSelected}
              aria-describedby={Kind && `makes-${category}`}
              title={Kind && madeBy[category]}
              className={`${styles.service} ${look?.className ?? ''}`}
              style={look?.style}
              onClick={() => onChange(toggled(selected, name))}
            >
              <i className={styles.dot} aria-hidden="true" />
              <span>{displayName}</span>
              {Kind && <Kind className={styles.kind} aria-hidden="true" />}
              {isSelected && <Check aria-hidden="true" />}
            </button>
          );
        })}
      </div>
      {Object.entries(madeBy).map(([category, sentence]) => (
        <span key={category} hidden id={`makes-${category}`}>
          {sentence}
        </span>
      ))}
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

const named = (name: string) => ({ name, displayName: name, category: 'text' });

/** What services make that is no text. */
const kinds: Record<string, LucideIcon | undefined> = { image: Image, audio: AudioLines, video: Film };
const madeBy: Record<string, string | undefined> = {
  image: 'Makes images',
  audio: 'Makes audio',
  video: 'Makes video',
};
