import {
  addAiService,
  changeAiService,
  enableAiService,
  listAiServicePresets,
  listAiServices,
  listConfiguredAiServices,
  orderAiServices,
  removeAiService,
  removeAiServiceKey,
  testAiService,
  type ConfiguredAiService,
  type Route,
} from '@polylogue/api-contract';
import { ApiError, keyOf, toast, useApiMutation, useApiQuery, useLiveEvents } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { sayWhatFailed } from '../panel/say-what-failed.js';

const listKey = keyOf(listConfiguredAiServices);
const refreshes = [[listConfiguredAiServices.path], [listAiServices.path]];

/** The catalog, read again when anything about it changes anywhere. */
export function useConfiguredAiServices() {
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: listKey });
  useLiveEvents({ service: refresh, reconnected: refresh });
  return useApiQuery(listConfiguredAiServices);
}

export const usePresets = () => useApiQuery(listAiServicePresets);
/** A change whose failure is a toast; what a form shows beside its fields is not said twice. */
function useChange<R extends Route>(route: R, title: string, onDone?: () => void) {
  return useApiMutation(route, {
    refreshes,
    onSuccess: () => {
      toast({ title, variant: 'success' });
      onDone?.();
    },
    onError: (error: Error) => {
      if (!(error instanceof ApiError) || error.issues.length === 0) sayWhatFailed(error);
    },
  });
}

export const useAddAiService = (onDone: () => void) => useChange(addAiService, 'AI service added', onDone);
export const useChangeAiService = (onDone: () => void) => useChange(changeAiService, 'AI service changed', onDone);
export const useRemoveKey = () => useChange(removeAiServiceKey, 'Key removed');
export const useRemoveAiService = (title: string, onDone: () => void) => useChange(removeAiService, title, onDone);
export const useEnableAiService = () => useApiMutation(enableAiService, { refreshes, onError: sayWhatFailed });
export const useTestAiService = () => useApiMutation(testAiService, { refreshes, onError: sayWhatFailed });

/** Shows the new order at once; the list is what the server says in the end. */
export function useOrderAiServices() {
  const client = useQueryClient();
  return useApiMutation(orderAiServices, {
    refreshes,
    onMutate: ({ body }) => {
      const { names } = body as { names: string[] };
      client.setQueryData<ConfiguredAiService[]>(listKey, (services) =>
        services?.toSorted((one, other) => names.indexOf(one.name) - names.indexOf(other.name)),
      );
    },
    onError: sayWhatFailed,
  });
}
