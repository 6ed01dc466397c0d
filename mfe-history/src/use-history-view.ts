import { useSearchParams } from '@polylogue/web-kit/router';
import { useCallback, useMemo } from 'react';
import { addressOf, viewOf, type HistoryView } from './history-view.rules.js';

/** What the address says of the screen, and how to change it. */
export function useHistoryView() {
  const [address, setAddress] = useSearchParams();
  const view = useMemo(() => viewOf(address), [address]);
  const show = useCallback(
    (change: Partial<HistoryView>) => setAddress((now) => addressOf({ ...viewOf(now), ...change })),
    [setAddress],
  );
  return { view, show };
}
