import { grouped } from '@polylogue/api-contract';
import { Button } from '@polylogue/web-kit/antd';
import { Trash2 } from 'lucide-react';
import type { Progress } from './deleting.api.js';
import styles from './selection-bar.module.css';

/** What is selected, and what to do with it; while deleting, how far it has come. */
export function SelectionBar({ selected, rows, progress, onSelect, onDelete, onStop }: SelectionBarProps) {
  if (progress) {
    return (
      <div className={styles.bar} role="status">
        <span>
          Deleting {Math.min(progress.done + 1, progress.of)} of {progress.of}...
        </span>
        <progress max={progress.of} value={progress.done} aria-label="Deleting" />
        <Button onClick={onStop}>Stop</Button>
      </div>
    );
  }
  const isAll = rows.length > 0 && rows.every(({ id }) => selected.has(id));
  return (
    <div className={styles.bar}>
      <span>{selected.size} selected</span>
      <Button type="text" onClick={() => onSelect(isAll ? new Set() : new Set(rows.map(({ id }) => id)))}>
        {isAll ? 'Select none' : `Select all ${grouped(rows.length)} shown`}
      </Button>
      <Button className={styles.delete} disabled={selected.size === 0} onClick={onDelete} icon={<Trash2 aria-hidden />}>
        Delete Selected
      </Button>
    </div>
  );
}

interface SelectionBarProps {
  selected: ReadonlySet<string>;
  rows: readonly { id: string }[];
  progress: Progress | undefined;
  onSelect: (ids: ReadonlySet<string>) => void;
  onDelete: () => void;
  onStop: () => void;
}
