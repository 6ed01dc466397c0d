import { limits, listAiServices, listConversations, type Conversation } from '@polylogue/api-contract';
import { accentsOf, useApiQuery, type Accent } from '@polylogue/web-kit';
import { useMemo } from 'react';

export const shownAtMost = limits.conversationsPage;

export function useAllConversations() {
  return useApiQuery(listConversations, { query: { includeAll: 'true', limit: shownAtMost } });
}

/** Accents by service name, the same ones the dashboard hands out; a service no longer offered keeps its own. */
export function useAccents(conversations: readonly Conversation[] | undefined): Map<string, Accent> {
  const { data: services } = useApiQuery(listAiServices);
  return useMemo(() => {
    const spoken = (conversations ?? []).map(({ aiService }) => aiService);
    const named = [...(services ?? []), ...spoken].map(({ name, color }): [string, string] => [name, color]);
    // The first colour of a name stands: that of the service as it is offered now.
    return accentsOf([...new Map(named.reverse())].reverse().map(([name, color]) => ({ name, color })));
  }, [services, conversations]);
}
