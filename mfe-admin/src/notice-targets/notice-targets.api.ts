import {
  createNoticeTarget,
  deleteNoticeTarget,
  listNoticeTargets,
  sendNoticeTargetLink,
  testNoticeTarget,
  updateNoticeTarget,
} from '@polylogue/api-contract';
import { toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { sayWhatFailed } from '../panel/say-what-failed.js';

const refreshes = [[listNoticeTargets.path]];

export const useNoticeTargets = () => useApiQuery(listNoticeTargets, { staleTime: 5_000 });

export const useCreateTarget = (onCreated: (secret: string | null, isConfirmed: boolean) => void) =>
  useApiMutation(createNoticeTarget, {
    refreshes,
    onSuccess: ({ secret, target }) => onCreated(secret, target.isConfirmed),
  });

export const useUpdateTarget = (onSaved: () => void) =>
  useApiMutation(updateNoticeTarget, {
    refreshes,
    onSuccess: () => {
      toast({ title: 'Saved', variant: 'success' });
      onSaved();
    },
  });

export const useRemoveTarget = () =>
  useApiMutation(deleteNoticeTarget, {
    refreshes,
    onSuccess: () => void toast({ title: 'Target removed', variant: 'success' }),
    onError: sayWhatFailed,
  });

export const useTestTarget = () => useApiMutation(testNoticeTarget, { refreshes });

export const useSendLink = () =>
  useApiMutation(sendNoticeTargetLink, {
    refreshes,
    onSuccess: () => void toast({ title: 'Link sent', variant: 'success' }),
    onError: sayWhatFailed,
  });
