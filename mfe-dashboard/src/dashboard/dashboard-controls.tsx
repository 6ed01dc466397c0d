import { HeaderSlot } from '@polylogue/web-kit';
import { Segments } from '@polylogue/web-kit/antd';
import { Keyboard } from 'lucide-react';
import styles from './dashboard.module.css';
import { gridLayouts, type GridLayout } from '../panels/grid-layout.rules.js';
import { IconButton } from '../controls/icon-button.js';

/** 'N AI services available', as many as the catalog has. */
const availableLabel = (count: number): string => `${count} AI service${count === 1 ? '' : 's'} available`;

const layouts = gridLayouts.map((value) => ({ value, label: value }));

interface DashboardControlsProps {
  count: number;
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  onShortcuts: () => void;
}

/** What the dashboard puts into the page's header. */
export function DashboardControls({ count, layout, onLayout, onShortcuts }: DashboardControlsProps) {
  return (
    <HeaderSlot>
      <span className={styles.count}>{availableLabel(count)}</span>
      <Segments
        label="Grid layout, rows by columns"
        options={layouts}
        value={layout}
        onChange={onLayout}
        className={styles.layouts}
      />
      <IconButton
        label="Keyboard shortcuts"
        icon={Keyboard}
        size={16}
        className={styles.keyboard}
        onClick={onShortcuts}
      />
    </HeaderSlot>
  );
}
