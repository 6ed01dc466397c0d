import { clearDashboard, clearFiltered, listConversations } from '@polylogue/api-contract';
import { toast, useApiMutation } from '@polylogue/web-kit';
import { useBroadcasts } from '../broadcasts/broadcasts.js';
import {
  clearFailure,
  filteredClearedToast,
  filteredClearFailedToast,
  sessionClearedToast,
  sessionClearFailedToast,
  withQueued,
} from './clear.rules.js';

const refreshes = [[listConversations.path]];

/** Clear All: everything, or with a category filter the services it shows. History keeps it all. */
export function useClear(isFiltered: boolean, shown: readonly string[]) {
  const follower = useBroadcasts();
  const all = useApiMutation(clearDashboard, {
    refreshes,
    onSuccess: () => {
      toast(withQueued(sessionClearedToast, follower.clear()));
    },
    onError: (fault) => {
      console.error(clearFailure(fault));
      toast(sessionClearFailedToast);
    },
  });
  const some = useApiMutation(clearFiltered, {
    refreshes,
    onSuccess: ({ cleared }, { body }) => {
      toast(withQueued(filteredClearedToast(cleared), follower.clear(body?.aiServices ?? [])));
    },
    onError: (fault) => {
      console.error(clearFailure(fault));
      toast(filteredClearFailedToast);
    },
  });
  const clear = () => (isFiltered ? some.mutate({ body: { aiServices: [...shown] } }) : all.mutate({}));
  return { clear, isPending: all.isPending || some.isPending };
}
