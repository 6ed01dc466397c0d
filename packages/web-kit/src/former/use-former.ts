import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { formerOf, missingVariants, type Offered } from './former.rules.js';

/**
 * Those of these services and variants that are no longer offered; none while that is not known. The set stays the same
 * one while both lists do.
 */
export function useFormer(names: readonly string[], offered: Offered | undefined): ReadonlySet<string> {
  const presets = usePresetsFor(offered ? missingVariants(names, offered) : []);
  return useMemo(() => new Set(offered ? formerOf(names, offered, presets) : []), [names, offered, presets]);
}

/** The presets, read since just these variants are missing: what was read before says nothing of one that is newer. */
function usePresetsFor(missing: readonly string[]) {
  const { data } = useQuery({
    // The path of the route, which is not named here because its contract brings zod.
    queryKey: ['/api/answer-presets', 'missing', [...new Set(missing)].toSorted()],
    queryFn: async ({ signal }) => (await import('./read-presets.js')).readPresets(signal),
    enabled: missing.length > 0,
    staleTime: 0,
  });
  return data;
}
