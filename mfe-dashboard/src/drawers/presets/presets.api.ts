import {
  changeAnswerPreset,
  createAnswerPreset,
  deleteAnswerPreset,
  listAiServices,
  listAnswerPresets,
  type AnswerPresetFields,
} from '@polylogue/api-contract';
import { apiClient, ApiError, toast, useApiQuery } from '@polylogue/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';

export const usePresets = () => useApiQuery(listAnswerPresets, { staleTime: 0 });

/** Keeps a new preset, or replaces one; the services are read again, for their variants. */
export function useSavePreset(onSaved: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ id, fields }: { id: string | undefined; fields: AnswerPresetFields }) =>
      id === undefined
        ? apiClient(createAnswerPreset, { body: fields })
        : apiClient(changeAnswerPreset, { parameters: { id }, body: fields }),
    onSuccess: async () => {
      await refresh();
      onSaved();
    },
    onError: (fault) => say('The preset could not be saved', fault),
  });
}

export function useDeletePreset(onDeleted: () => void) {
  const refresh = useRefresh();
  return useMutation({
    mutationFn: (id: string) => apiClient(deleteAnswerPreset, { parameters: { id } }),
    onSuccess: async () => {
      await refresh();
      onDeleted();
    },
    onError: (fault) => {
      say('The preset could not be deleted', fault);
      return refresh();
    },
  });
}

function useRefresh() {
  const client = useQueryClient();
  return () =>
    Promise.all([listAnswerPresets, listAiServices].map(({ path }) => client.invalidateQueries({ queryKey: [path] })));
}

const say = (title: string, fault: unknown) =>
  void toast({
    title,
    description: fault instanceof ApiError ? fault.sentence : String(fault),
    variant: 'destructive',
  });
