import {
  changePassword,
  deleteAccount,
  deleteAllConversations,
  endSession,
  getOwnAllowance,
  getPreferences,
  listConversations,
  listSessions,
  setPreferences,
  signOutEverywhere,
} from '@polylogue/api-contract';
import { ApiError, browser, toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { sayWhatFailed } from '../panel/say-what-failed.js';

const goHome = () => browser.go('/');

export const useSessions = () => useApiQuery(listSessions, { staleTime: 10_000 });

export const useOwnAllowance = () => useApiQuery(getOwnAllowance, { staleTime: 5_000 });

export const usePreferences = () => useApiQuery(getPreferences);

export const useSetPreferences = () =>
  useApiMutation(setPreferences, {
    refreshes: [[getPreferences.path]],
    onSuccess: () => void toast({ title: 'Saved', variant: 'success' }),
    onError: sayWhatFailed,
  });

export function useEndSession(onDone: () => void) {
  const client = useQueryClient();
  return useApiMutation(endSession, {
    onSuccess: () => {
      toast({ title: 'Session ended', variant: 'success' });
      onDone();
    },
    onError: sayWhatFailed,
    // One that had ended already goes from the list, too.
    onSettled: () => client.invalidateQueries({ queryKey: [listSessions.path] }),
  });
}

export const useSignOutEverywhere = () =>
  useApiMutation(signOutEverywhere, { onSuccess: goHome, onError: sayWhatFailed });

export const useDeleteAccount = () => useApiMutation(deleteAccount, { onSuccess: goHome, onError: sayWhatFailed });

export function useChangePassword(onDone: () => void) {
  return useApiMutation(changePassword, {
    refreshes: [[listSessions.path]],
    onSuccess: () => {
      toast({ title: 'Password changed', description: 'All other sessions have been ended.', variant: 'success' });
      onDone();
    },
    onError: sayWhatFailed,
  });
}

export function useClearHistory() {
  return useApiMutation(deleteAllConversations, {
    refreshes: [[listConversations.path]],
    onSuccess: () => void toast({ title: 'All history cleared', variant: 'success' }),
    onError: (error) => {
      const description = error instanceof ApiError ? error.sentence : error.message;
      toast({ title: 'Failed to clear history', description, variant: 'destructive' });
    },
  });
}
