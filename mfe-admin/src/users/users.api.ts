import { approveUser, listUsers } from '@polylogue/api-contract';
import { toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { usersPoll } from './users.rules.js';

export function useUsers() {
  return useApiQuery(listUsers, { refetchInterval: usersPoll, refetchIntervalInBackground: true });
}

export function useApproveUser() {
  return useApiMutation(approveUser, {
    refreshes: [[listUsers.path]],
    onSuccess: () =>
      void toast({
        title: 'User Approved',
        description: 'User has been approved successfully.',
        variant: 'success',
      }),
    onError: () => void toast({ title: 'Error', description: 'Failed to approve user', variant: 'destructive' }),
  });
}
