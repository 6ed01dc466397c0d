import { clearAnnouncement, getAnnouncement, getConfig, setAnnouncement } from '@polylogue/api-contract';
import { toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { sayWhatFailed } from '../panel/say-what-failed.js';

const refreshes = [[getAnnouncement.path], [getConfig.path]];

/** Read anew each time the form opens; a refetch never overwrites what is being typed. */
export const useAnnouncement = () => useApiQuery(getAnnouncement, { staleTime: 0, gcTime: 0 });

export function useSetAnnouncement() {
  return useApiMutation(setAnnouncement, {
    refreshes,
    onSuccess: () =>
      void toast({ title: 'Announced', description: 'Everybody sees it within seconds.', variant: 'success' }),
    onError: sayWhatFailed,
  });
}

export function useClearAnnouncement(onDone: () => void) {
  return useApiMutation(clearAnnouncement, {
    refreshes,
    onSuccess: () => {
      toast({ title: 'Announcement removed', variant: 'success' });
      onDone();
    },
    onError: sayWhatFailed,
  });
}
