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
  // What waits at the click is held: before the answer the stream may say that it was taken back, or that what it waits for has ended.
  const all = useApiMutation(clearDashboard, {
    refreshes,
    onMutate: () => follower.holdWaiting(),
    onSuccess: (_answer, _call, waited) => {
      toast(withQueued(sessionClearedToast, follower.clear(undefined, waited)));
    },
    onError: (fault, _call, waiting) => {
      follower.goOn(waiting);
      console.error(clearFailure(fault));
      toast(sessionClearFailedToast);
    },
  });
  const some = useApiMutation(clearFiltered, {
    refreshes,
    onMutate: ({ body }) => follower.holdWaiting(body?.aiServices),
    onSuccess: ({ cleared }, { body }, waited) => {
      toast(withQueued(filteredClearedToast(cleared), follower.clear(body?.aiServices ?? [], waited)));
    },
    onError: (fault, _call, waiting) => {
      follower.goOn(waiting);
      console.error(clearFailure(fault));
      toast(filteredClearFailedToast);
    },
  });
  const clear = () => {
    if (isFiltered) some.mutate({ body: { aiServices: [...shown] } });
    else all.mutate({});
  };
  return { clear, isPending: all.isPending || some.isPending };
}
