import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';

// Per page, as long as it is open: a user who comes back from another screen finds the dock as it was left.
const folds = new WeakMap<QueryClient, boolean>();

/** Whether the dock is one row, and what changes that. */
export interface Fold {
  isFolded: boolean;
  fold: () => void;
  unfold: () => void;
}

/** The dock is folded by sending, or by hand; by typing, a click or a key it is whole again. */
export function useFold(): Fold {
  const client = useQueryClient();
  const [isFolded, setFolded] = useState(() => folds.get(client) === true);
  const set = useCallback(
    (next: boolean) => {
      folds.set(client, next);
      setFolded(next);
    },
    [client],
  );
  return useMemo(() => ({ isFolded, fold: () => set(true), unfold: () => set(false) }), [isFolded, set]);
}
