import { listAnswerPresets } from '@polylogue/api-contract';
import { useMemo } from 'react';
import { useApiQuery } from '../api/use-api.js';
import { formerOf, missingVariants, type Offered } from './former.rules.js';

/**
 * Those of these services and variants that are no longer offered; none while that is not known. Both lists are to be
 * memoized.
 */
export function useFormer(names: readonly string[], offered: Offered | undefined): ReadonlySet<string> {
  const isUnclear = offered !== undefined && missingVariants(names, offered).length > 0;
  const { data: presets } = useApiQuery(listAnswerPresets, { enabled: isUnclear, staleTime: 0 });
  return useMemo(() => new Set(offered ? formerOf(names, offered, presets) : []), [names, offered, presets]);
}
