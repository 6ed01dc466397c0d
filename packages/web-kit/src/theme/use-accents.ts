import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { accentOf, accentsOf, type Accent, type ColoredService } from './accent.rules.js';
import { withFormerKey } from './with-former.js';

/** Accents by service name, the same ones the dashboard hands out; a service no longer offered keeps its own. */
export function useAccents(spoken: readonly Pick<ColoredService, 'name' | 'color'>[]): Map<string, Accent> {
  const { data: services } = useQuery({
    queryKey: withFormerKey,
    queryFn: async ({ signal }) => (await import('./read-ai-services.js')).readAiServices(signal),
  });
  return useMemo(() => {
    const accents = accentsOf((services ?? []).filter(({ former }) => !former));
    // It may share a colour with an offered service: else its colour would change whenever one is added.
    for (const { name, color } of [...(services ?? []), ...spoken]) {
      if (!accents.has(name)) accents.set(name, accentOf(color));
    }
    return accents;
  }, [services, spoken]);
}
