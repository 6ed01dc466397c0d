import { changeComparison, estimateMessage, getComparison, type AnswerSettings } from '@polylogue/api-contract';
import { apiClient, ApiError, keyOf, toast } from '@polylogue/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';

/** Keeps settings with the comparison `id`; what was estimated by the old ones is estimated anew. */
export function useSave() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, settings }: { id: string; settings: AnswerSettings }) =>
      apiClient(changeComparison, { parameters: { id }, body: { settings } }),
    onSuccess: (stored, { id }) => {
      client.setQueryData(keyOf(getComparison, { parameters: { id } }), stored);
      void client.invalidateQueries({ queryKey: [estimateMessage.path] });
    },
    onError: (fault) =>
      void toast({
        title: 'The settings could not be saved',
        description: fault instanceof ApiError ? fault.sentence : String(fault),
        variant: 'destructive',
      }),
  });
}
