import { Button } from '@polylogue/web-kit/antd';
import { ListChecks } from 'lucide-react';

import { ConfirmDelete } from './confirm-delete.js';
import { SelectionBar } from './selection-bar.js';
import type { Removal } from './use-removal.js';

interface RemovalProps {
  removal: Removal;
}

/** Begins selecting rows of the list, or ends it. */
export const SelectButton = ({
  removal: { selected, setSelected, deleting },
  isEmpty,
}: RemovalProps & { isEmpty: boolean }) => (
  <Button
    disabled={deleting.progress !== undefined || (!selected && isEmpty)}
    onClick={() => setSelected((now) => (now ? undefined : new Set()))}
    icon={<ListChecks aria-hidden />}
  >
    {selected ? 'Exit Selection' : 'Select Multiple'}
  </Button>
);

/** Above the list while rows are selected. */
export const SelectedRows = ({
  removal: { selected, setSelected, setToDelete, deleting },
  rows,
}: RemovalProps & { rows: readonly { id: string }[] }) =>
  selected && (
    <SelectionBar
      selected={selected}
      rows={rows}
      progress={deleting.progress}
      onSelect={setSelected}
      onDelete={() => setToDelete([...selected])}
      onStop={deleting.stop}
    />
  );

/** Asks before what was chosen is deleted. */
export const ConfirmRemoval = ({ removal: { kind, toDelete, setToDelete, remove } }: RemovalProps) =>
  toDelete && (
    <ConfirmDelete
      kind={kind}
      count={toDelete.length}
      onConfirm={() => void remove(toDelete)}
      onCancel={() => setToDelete(undefined)}
    />
  );
