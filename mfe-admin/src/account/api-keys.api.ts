import { createApiKey, listApiKeys, revokeApiKey } from '@polylogue/api-contract';
import { toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { sayWhatFailed } from '../panel/say-what-failed.js';

const refreshes = [[listApiKeys.path]];

export const useApiKeys = () => useApiQuery(listApiKeys, { staleTime: 5_000 });

export const useCreateApiKey = (onCreated: (key: string) => void) =>
  useApiMutation(createApiKey, { refreshes, onSuccess: ({ key }) => onCreated(key), onError: sayWhatFailed });

export const useRevokeApiKey = () =>
  useApiMutation(revokeApiKey, {
    refreshes,
    onSuccess: () => void toast({ title: 'API key revoked', variant: 'success' }),
    onError: sayWhatFailed,
  });
