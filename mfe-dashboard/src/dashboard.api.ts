import {
  getComparison,
  listAiServices,
  listConversations,
  limits,
  retryAiService,
  type AiService,
} from '@polylogue/api-contract';
import { keyOf, useApiMutation, useApiQuery, useLiveEvents } from '@polylogue/web-kit';
import { useQueryClient, type QueryClient } from '@tanstack/react-query';

const conversationsRequest = { query: { limit: limits.conversationsPage } } as const;

/** Each with its variants behind it. */
const servicesRequest = { query: { variants: 'true' } } as const;

export const useAiServices = () => useApiQuery(listAiServices, servicesRequest);
export const useConversations = () => useApiQuery(listConversations, conversationsRequest);

export const refreshConversations = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: [listConversations.path] });

const setStatus = (client: QueryClient, name: string, status: AiService['status']) =>
  client.setQueryData<AiService[]>(keyOf(listAiServices, servicesRequest), (services) =>
    services?.map((service) => ([service.name, service.variantOf].includes(name) ? { ...service, status } : service)),
  );

/** Retry Connection: probes one service and shows what came of it. */
export function useRetryService() {
  const client = useQueryClient();
  return useApiMutation(retryAiService, { onSuccess: ({ name, status }) => void setStatus(client, name, status) });
}

/** What changes elsewhere: a service's status, a reply that ended for another page. */
export function useDashboardHints(isFollowed: (broadcastId: string) => boolean): void {
  const client = useQueryClient();
  useLiveEvents({
    service: ({ name, status, changed }) => void (changed || setStatus(client, name, status)),
    broadcast: ({ broadcastId }) => {
      if (!isFollowed(broadcastId)) void refreshConversations(client);
    },
    comparison: ({ comparisonId: id }) =>
      void client.invalidateQueries({ queryKey: keyOf(getComparison, { parameters: { id } }) }),
    reconnected: () => {
      void refreshConversations(client);
      void client.invalidateQueries({ queryKey: [getComparison.path] });
      void client.invalidateQueries({ queryKey: [listAiServices.path] });
    },
  });
}
