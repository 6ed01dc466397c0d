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
  // What waited at the click: the stream may say that a message was taken back before the answer to it comes.
  const all = useApiMutation(clearDashboard, {
    refreshes,
    onMutate: () => follower.waitingAt(),
    onSuccess: (_answer, _call, waited) => {
      toast(withQueued(sessionClearedToast, follower.clear(undefined, waited)));
    },
    onError: (fault) => {
      console.error(clearFailure(fault));
      toast(sessionClearFailedToast);
    },
  });
  const some = useApiMutation(clearFiltered, {
    refreshes,
    onMutate: ({ body }) => follower.waitingAt(body?.aiServices),
    onSuccess: ({ cleared }, { body }, waited) => {
      toast(withQueued(filteredClearedToast(cleared), follower.clear(body?.aiServices ?? [], waited)));
    },
    onError: (fault) => {
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
