import { getNoticePreferences, setNoticePreferences } from '@polylogue/api-contract';
import { toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { sayWhatFailed } from '../panel/say-what-failed.js';

export const useNoticePreferences = () => useApiQuery(getNoticePreferences);

export const useSetNoticePreferences = () =>
  useApiMutation(setNoticePreferences, {
    refreshes: [[getNoticePreferences.path]],
    onSuccess: () => void toast({ title: 'Saved', variant: 'success' }),
    onError: sayWhatFailed,
  });
