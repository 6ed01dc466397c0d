import {
  changeComparison,
  estimateMessage,
  getComparison,
  type AnswerSettings,
  type Comparison,
} from '@polylogue/api-contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { apiClient } from '../api/api-client.js';
import { ApiError } from '../api/api-error.js';
import { keyOf } from '../api/use-api.js';
import { toast } from '../toast/toast.js';

/** Keeps settings with the comparison `id`; what was estimated by the old ones is estimated anew. */
export function useSaveSettings() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, settings }: { id: string; settings: AnswerSettings }) =>
      apiClient(changeComparison, { parameters: { id }, body: { settings } }),
    onSuccess: (stored, { id }) => {
      // Its title, star and tags may be changing meanwhile.
      client.setQueryData<Comparison>(keyOf(getComparison, { parameters: { id } }), (known) =>
        known ? { ...known, settings: stored.settings } : stored,
      );
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
