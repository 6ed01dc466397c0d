import {
  estimateMessage,
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

/** How services answer in a comparison, and what is estimated by that. */
const refreshSettings = (client: QueryClient): void => {
  for (const { path } of [getComparison, estimateMessage]) void client.invalidateQueries({ queryKey: [path] });
};

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
      if (isFollowed(broadcastId)) return;
      void refreshConversations(client);
      // Settings may have come with its message.
      refreshSettings(client);
    },
    comparison: () => refreshSettings(client),
    reconnected: () => {
      void refreshConversations(client);
      refreshSettings(client);
      void client.invalidateQueries({ queryKey: [listAiServices.path] });
    },
  });
}
