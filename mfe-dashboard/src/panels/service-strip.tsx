import type { AiService } from '@polylogue/api-contract';
import { accentStyle, type Accent } from '@polylogue/web-kit';
import { useEffect, useRef } from 'react';
import { useIsProcessing } from '../broadcasts/broadcasts.js';
import { badgeOf } from './panel-badge.rules.js';
import { BadgeShape } from './panel-badge.js';
import styles from './service-strip.module.css';

interface ServiceStripProps {
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  current: string | undefined;
  onChoose: (name: string) => void;
}

/** Every service by name with its live status: tabs on a phone, a rail beside a maximised panel. */
export function ServiceStrip({ services, accents, current, onChoose }: ServiceStripProps) {
  return (
    <nav className={styles.strip} aria-label="AI services">
      {services.map((service) => (
        <StripEntry
          key={service.name}
          service={service}
          accent={accents.get(service.name)}
          isCurrent={service.name === current}
          onChoose={onChoose}
        />
      ))}
    </nav>
  );
}

function scrollToMiddle(entry: HTMLElement): void {
  const strip = entry.parentElement;
  if (strip) strip.scrollLeft = entry.offsetLeft - (strip.clientWidth - entry.offsetWidth) / 2;
}

interface StripEntryProps {
  service: AiService;
  accent: Accent | undefined;
  isCurrent: boolean;
  onChoose: (name: string) => void;
}

function StripEntry({ service, accent, isCurrent, onChoose }: StripEntryProps) {
  const badge = badgeOf(service.status, useIsProcessing(service.name));
  const entry = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isCurrent) return undefined;
    // With the next frame, which lays the page out anyway.
    const frame = requestAnimationFrame(() => entry.current && scrollToMiddle(entry.current));
    return () => cancelAnimationFrame(frame);
  }, [isCurrent]);
  const look = accent && accentStyle(accent);
  return (
    <button
      ref={entry}
      type="button"
      className={`${styles.entry} ${look?.className ?? ''}`}
      style={look?.style}
      aria-current={isCurrent || undefined}
      title={service.displayName}
      onClick={() => onChoose(service.name)}
    >
      {badge === 'Connected' || badge === 'Unknown' ? (
        <i className={styles.dot} data-badge={badge} aria-hidden="true" />
      ) : (
        <BadgeShape badge={badge} />
      )}
      <span className={styles.name}>{service.displayName}</span>
      <span className="pl-only-read">, {badge}</span>
    </button>
  );
}
