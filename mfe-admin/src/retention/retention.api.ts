import { getRetention, previewRetention, setRetention } from '@polylogue/api-contract';
import { toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { sayWhatFailed } from '../panel/say-what-failed.js';

/** Read anew each time the form opens, and now and then while it is open: figures grow while things are removed. */
export const useRetention = () => useApiQuery(getRetention, { staleTime: 0, gcTime: 0, refetchInterval: 10_000 });

/** What a rule would remove now; undefined days request nothing. */
export const useRetentionPreview = (keepDays: number | undefined, removesStarred: boolean, isWatched = false) =>
  useApiQuery(previewRetention, {
    query: { keepDays: keepDays ?? 1, removesStarred: removesStarred ? 'true' : 'false' },
    enabled: keepDays !== undefined,
    staleTime: 0,
    gcTime: 0,
    ...(isWatched && { refetchInterval: 10_000 }),
  });

export function useSetRetention(onDone: () => void) {
  return useApiMutation(setRetention, {
    refreshes: [[getRetention.path]],
    onSuccess: ({ keepDays }) => {
      const description = keepDays === null ? 'Nothing is removed any more.' : 'What is older goes within the hour.';
      toast({ title: 'Saved', description, variant: 'success' });
      onDone();
    },
    onError: sayWhatFailed,
  });
}
