import {
  approveUser,
  countUsers,
  createPasswordReset,
  eraseUser,
  getAnalytics,
  listUsers,
  listUserApiKeys,
  listUserConversations,
  revokeUserApiKey,
  setUserBlocked,
  setUserRole,
  signOutUser,
  type Route,
} from '@polylogue/api-contract';
import { toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { keepPreviousData } from '@tanstack/react-query';
import { sayWhatFailed } from '../panel/say-what-failed.js';
import { countsPoll, pageSize, usersPoll, type UserSearch } from './users.rules.js';

const polled = { refetchInterval: usersPoll, refetchIntervalInBackground: true, placeholderData: keepPreviousData };
const refreshes = [[listUsers.path], [countUsers.path], [getAnalytics.path]];

export function useUsers({ q, sort, order, page }: UserSearch) {
  const query = { sort, order, limit: pageSize, offset: (page - 1) * pageSize, ...(q.trim() && { q: q.trim() }) };
  return useApiQuery(listUsers, { query, ...polled });
}

export function useUserCounts(q: string) {
  return useApiQuery(countUsers, { query: q.trim() ? { q: q.trim() } : {}, ...polled, refetchInterval: countsPoll });
}

/** Read once each time a user is opened: every reading is written down. */
export function useUserConversations(id: string) {
  return useApiQuery(listUserConversations, { parameters: { id }, staleTime: 60_000, gcTime: 0, retry: false });
}

export function useUserKeys(id: string) {
  return useApiQuery(listUserApiKeys, { parameters: { id }, staleTime: 5_000 });
}

export function useRevokeUserKey() {
  return useApiMutation(revokeUserApiKey, {
    refreshes: [[listUserApiKeys.path]],
    onSuccess: () => void toast({ title: 'API key revoked', variant: 'success' }),
    onError: sayWhatFailed,
  });
}

export function useApproveUser() {
  return useApiMutation(approveUser, {
    refreshes,
    onSuccess: () =>
      void toast({
        title: 'User Approved',
        description: 'User has been approved successfully.',
        variant: 'success',
      }),
    onError: () => void toast({ title: 'Error', description: 'Failed to approve user', variant: 'destructive' }),
  });
}

function useChange<R extends Route>(route: R, title: string, onDone?: () => void) {
  return useApiMutation(route, {
    refreshes,
    onSuccess: () => {
      toast({ title, variant: 'success' });
      onDone?.();
    },
    onError: sayWhatFailed,
  });
}

export const useSetRole = () => useChange(setUserRole, 'Role changed');
export const useSetBlocked = (isBlocked: boolean) =>
  useChange(setUserBlocked, isBlocked ? 'User unblocked' : 'User blocked');
export const useSignOutUser = () => useChange(signOutUser, 'User signed out everywhere');

export function useCreatePasswordReset(onMade: (token: string) => void) {
  return useApiMutation(createPasswordReset, { onSuccess: ({ token }) => onMade(token), onError: sayWhatFailed });
}

export const useEraseUser = (onDone: () => void) => useChange(eraseUser, 'User erased', onDone);
