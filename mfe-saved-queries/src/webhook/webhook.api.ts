import { deleteWebhook, getWebhook, renewWebhook } from '@polylogue/api-contract';
import { ApiError, toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';

const refreshes = [[getWebhook.path]];

const sayWhatFailed = (error: Error) =>
  void toast({
    title: 'The webhook was not changed',
    description: error instanceof ApiError ? error.sentence : error.message,
    variant: 'destructive',
  });

export const useWebhook = (id: number) => useApiQuery(getWebhook, { parameters: { id }, staleTime: 5_000 });

export const useRenewWebhook = (onSecret: (secret: string) => void) =>
  useApiMutation(renewWebhook, { refreshes, onSuccess: ({ secret }) => onSecret(secret), onError: sayWhatFailed });

export const useDeleteWebhook = () =>
  useApiMutation(deleteWebhook, {
    refreshes,
    onSuccess: () => void toast({ title: 'Webhook switched off', variant: 'success' }),
    onError: sayWhatFailed,
  });
