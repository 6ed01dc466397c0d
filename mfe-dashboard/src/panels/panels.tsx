import type { AiService, Conversation } from '@polylogue/api-contract';
import { type Accent } from '@polylogue/web-kit';
import { useCallback, useMemo, useRef, useState, type CSSProperties } from 'react';
import { rowsAndColumns, type GridLayout } from './grid-layout.rules.js';
import styles from './panels.module.css';
import { panelId, ReplyPanel } from './reply-panel.js';
import { ServiceStrip } from './service-strip.js';

interface PanelsProps {
  services: readonly AiService[];
  conversations: readonly Conversation[] | undefined;
  accents: ReadonlyMap<string, Accent>;
  layout: GridLayout;
  maximised: string | undefined;
  onMaximise: (name: string | undefined) => void;
}

/** One panel per service in the chosen grid; on a phone one at a time, swiped. */
export function Panels({ services, conversations, accents, layout, maximised, onMaximise }: PanelsProps) {
  const grid = useRef<HTMLDivElement>(null);
  const [swiped, setSwiped] = useState(0);
  const byService = useMemo(() => new Map(conversations?.map((one) => [one.aiService.name, one])), [conversations]);
  const toggle = useCallback(
    (name: string) => onMaximise(maximised === name ? undefined : name),
    [maximised, onMaximise],
  );
  const choose = (name: string) => {
    if (maximised !== undefined) onMaximise(name);
    else document.getElementById(panelId(name))?.scrollIntoView({ inline: 'start', block: 'nearest' });
  };
  const onScroll = () => {
    if (grid.current) setSwiped(Math.round(grid.current.scrollLeft / Math.max(1, grid.current.clientWidth)));
  };

  return (
    <div className={styles.area} data-maximised={maximised === undefined ? undefined : ''}>
      <ServiceStrip
        services={services}
        accents={accents}
        current={maximised ?? services[swiped]?.name}
        onChoose={choose}
      />
      <div className={styles.frame}>
        <div ref={grid} className={styles.grid} style={gridStyle(layout, services.length)} onScroll={onScroll}>
          {services.map((service) => (
            <ReplyPanel
              key={service.name}
              service={service}
              conversation={byService.get(service.name)}
              isRead={conversations !== undefined}
              accent={accents.get(service.name) ?? noAccent}
              isMaximised={maximised === service.name}
              isHidden={maximised !== undefined && maximised !== service.name}
              onMaximise={toggle}
            />
          ))}
        </div>
      </div>
    </div>
  );
}

const noAccent: Accent = { light: 'var(--ink-2)', dark: 'var(--ink-2)', hue: undefined };

/** Fewer services than places fill the window all the same. */
function gridStyle(layout: GridLayout, count: number): CSSProperties {
  const wished = rowsAndColumns(layout);
  const columns = Math.max(1, Math.min(wished.columns, count));
  const rows = Math.max(1, Math.min(wished.rows, Math.ceil(count / columns)));
  const peek = count > columns * rows ? headerInSight : '0px';
  return {
    '--columns': columns,
    '--columns-few': Math.min(2, columns),
    '--rows': rows,
    '--peek': peek,
  } as CSSProperties;
}

/** Of the row below the last that fits: who is there, and how far. */
const headerInSight = '44px';
