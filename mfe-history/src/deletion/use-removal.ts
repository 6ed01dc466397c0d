import { toggled } from '@polylogue/web-kit';
import { useCallback, useState } from 'react';
import { useDeleting, type DeletedKind } from './deleting.api.js';

export type Removal = ReturnType<typeof useRemoval>;

/**
 * What is selected, what is about to be deleted, and how far deleting is. `onRemoved` learns what was to be deleted, and
 * what of it is still there.
 */
export function useRemoval(kind: DeletedKind, onRemoved?: (ids: readonly string[], left: readonly string[]) => void) {
  const [selected, setSelected] = useState<ReadonlySet<string>>();
  const [toDelete, setToDelete] = useState<readonly string[]>();
  const deleting = useDeleting(kind);
  const remove = async (ids: readonly string[]) => {
    setToDelete(undefined);
    const left = await deleting.start(ids);
    onRemoved?.(ids, left);
    // What could not be deleted stays selected; else selecting is over.
    setSelected((now) => (now && left.length > 0 ? new Set(left) : undefined));
  };
  const toggle = useCallback((id: string) => setSelected((now) => toggled(now ?? new Set(), id)), []);
  const ask = useCallback((id: string) => setToDelete([id]), []);
  return { kind, selected, setSelected, toDelete, setToDelete, deleting, remove, toggle, ask };
}
