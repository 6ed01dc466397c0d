import { listAiServices } from '@polylogue/api-contract';
import { useMemo } from 'react';
import { useApiQuery } from '../api/use-api.js';
import { accentOf, accentsOf, type Accent, type ColoredService } from './accent.rules.js';

/** Replies of services and variants that are no longer offered keep their name and colour. */
export const withFormer = { query: { former: 'true', variants: 'true' } } as const;

/** Accents by service name, the same ones the dashboard hands out; a service no longer offered keeps its own. */
export function useAccents(spoken: readonly Pick<ColoredService, 'name' | 'color'>[]): Map<string, Accent> {
  const { data: services } = useApiQuery(listAiServices, withFormer);
  return useMemo(() => {
    const accents = accentsOf((services ?? []).filter(({ former }) => !former));
    // It may share a colour with an offered service: else its colour would change whenever one is added.
    for (const { name, color } of [...(services ?? []), ...spoken]) {
      if (!accents.has(name)) accents.set(name, accentOf(color));
    }
    return accents;
  }, [services, spoken]);
}
