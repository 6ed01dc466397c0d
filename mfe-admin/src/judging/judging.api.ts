import { getJudgingSettings, listAiServices, listRubrics, setJudgingSettings } from '@polylogue/api-contract';
import { toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { sayWhatFailed } from '../panel/say-what-failed.js';

/** Read anew each time the form opens; a refetch never overwrites what is being typed. */
export const useJudgingSettings = () => useApiQuery(getJudgingSettings, { staleTime: 0, gcTime: 0 });

export const useServices = () => useApiQuery(listAiServices, {});

/** The default is one that everybody may use. */
export function useSharedRubrics() {
  const { data } = useApiQuery(listRubrics, {});
  return (data?.rubrics ?? []).filter(({ shared }) => shared);
}

export function useSetJudgingSettings() {
  return useApiMutation(setJudgingSettings, {
    refreshes: [[getJudgingSettings.path], [listRubrics.path]],
    onSuccess: () =>
      void toast({ title: 'Saved', description: 'Replies are judged this way within seconds.', variant: 'success' }),
    onError: sayWhatFailed,
  });
}
