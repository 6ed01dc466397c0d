import { listAiServices, listComparisons } from '@polylogue/api-contract';
import { useApiQuery, useCurrentUser } from '@polylogue/web-kit';
import { useEffect, useMemo, useState } from 'react';
import { commandsFor, comparisonCommands, matching, serviceCommands, type Command } from './commands.rules.js';

const settleMs = 200;
const maxComparisons = 8;

/** What the palette offers for what is typed: everything at once, and the newest comparisons with these words. */
export function useFoundCommands(typed: string): readonly Command[] {
  const { isAdmin } = useCurrentUser();
  const { data: services } = useApiQuery(listAiServices, { query: { variants: 'true' } });
  const q = useSettled(typed.trim());
  const { data: comparisons } = useApiQuery(listComparisons, {
    query: { limit: maxComparisons, ...(q && { q }) },
    staleTime: 10_000,
    placeholderData: (before) => before,
  });
  return useMemo(() => {
    const own = [...commandsFor(isAdmin), ...serviceCommands(services ?? [])];
    // Their words may stand in their messages, where the server found them.
    return [...matching(own, typed), ...comparisonCommands(comparisons ?? [])];
  }, [isAdmin, services, comparisons, typed]);
}

/** What was typed once no key has followed for a moment. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), settleMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return settled;
}
