import { useSyncExternalStore } from 'react';

const query = () => window.matchMedia?.('(max-width: 640px)');

function subscribe(listener: () => void): () => void {
  const list = query();
  list?.addEventListener('change', listener);
  return () => list?.removeEventListener('change', listener);
}

/** Whether there is no room for a table with a column per service. */
export const useIsNarrow = (): boolean => useSyncExternalStore(subscribe, () => query()?.matches ?? false);
