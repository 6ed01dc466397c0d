import { getComparison } from '@polylogue/api-contract';
import { keyOf, useLiveEvents } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { comparisonsKey, tagsKey } from '../history.api.js';
import { givingKey } from './comparisons.api.js';

/** Several changes may come at one moment, and one of our own is not overtaken by what was read before it. */
const gatherMs = 300;

/** Reads comparisons again that another device gave a title, a star or tags. */
export function useFollowComparisons(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const changed = useRef(new Set<string>());
  const refresh = () => {
    timer.current = undefined;
    if (client.isMutating({ mutationKey: givingKey }) > 0) return later();
    const ids = [...changed.current];
    changed.current.clear();
    for (const id of ids) void client.invalidateQueries({ queryKey: keyOf(getComparison, { parameters: { id } }) });
    for (const queryKey of [comparisonsKey, tagsKey]) void client.invalidateQueries({ queryKey });
  };
  const later = () => void (timer.current ??= setTimeout(refresh, gatherMs));
  useLiveEvents({
    comparison: ({ comparisonId }) => {
      changed.current.add(comparisonId);
      later();
    },
    reconnected: () => {
      void client.invalidateQueries({ queryKey: [getComparison.path] });
      later();
    },
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
