import type { AiService } from '@polylogue/api-contract';
import type { Accent } from '@polylogue/web-kit';
import { memo, useCallback, useMemo, useRef, useState, type Dispatch, type KeyboardEvent } from 'react';
import { inCategory } from './categories.rules.js';
import type { Compose, ComposeAction } from './compose.state.js';
import { ServiceTile } from './service-tile.js';
import styles from './service-tiles.module.css';

interface ServiceTilesProps {
  services: readonly AiService[];
  accents: ReadonlyMap<string, Accent>;
  compose: Compose;
  dispatch: Dispatch<ComposeAction>;
}

/** The services to choose from, aligned with the columns above. One Tab stop; arrows go on inside. */
export const ServiceTiles = memo(function ServiceTiles({
  services: all,
  accents,
  compose,
  dispatch,
}: ServiceTilesProps) {
  const group = useRef<HTMLDivElement>(null);
  const [stop, setStop] = useState(0);
  const services = useMemo(() => inCategory(all, compose.category), [all, compose.category]);
  const toggle = useCallback((name: string) => dispatch({ do: 'toggle', name }), [dispatch]);
  const isIndividual = compose.mode === 'individual';

  const onKeyDown = (event: KeyboardEvent) => {
    const step = stepOf(event.key, columnsOf(group.current));
    if (step === 0) return;
    event.preventDefault();
    const next = Math.min(Math.max(0, Math.min(stop, services.length - 1) + step), services.length - 1);
    setStop(next);
    group.current?.querySelectorAll<HTMLElement>('button')[next]?.focus();
  };

  return (
    <div
      ref={group}
      className={styles.tiles}
      role={isIndividual ? 'radiogroup' : 'group'}
      aria-label="AI services to send to"
      onKeyDown={onKeyDown}
    >
      {services.map((service, index) => (
        <ServiceTile
          key={service.name}
          service={service}
          accent={accents.get(service.name)}
          isSelected={compose.selected.includes(service.name)}
          isLocked={compose.mode === 'broadcast'}
          role={isIndividual ? 'radio' : 'checkbox'}
          isTabStop={index === Math.min(stop, services.length - 1)}
          onToggle={toggle}
        />
      ))}
    </div>
  );
});

function stepOf(key: string, columns: number): number {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns };
  return steps[key] ?? 0;
}

function columnsOf(group: HTMLElement | null): number {
  return group ? Math.max(1, getComputedStyle(group).gridTemplateColumns.split(' ').length) : 1;
}
