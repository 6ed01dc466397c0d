import { clearDashboard, clearFiltered, listConversations } from '@polylogue/api-contract';
import { toast, useApiMutation } from '@polylogue/web-kit';
import { useRef } from 'react';
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
  // As it was at the click: the stream may say that a message was taken back before the answer to it comes.
  const waited = useRef<readonly string[]>([]);
  const forget = (aiServices?: readonly string[]) => follower.clear(aiServices, waited.current);
  const all = useApiMutation(clearDashboard, {
    refreshes,
    onSuccess: () => {
      toast(withQueued(sessionClearedToast, forget()));
    },
    onError: (fault) => {
      console.error(clearFailure(fault));
      toast(sessionClearFailedToast);
    },
  });
  const some = useApiMutation(clearFiltered, {
    refreshes,
    onSuccess: ({ cleared }, { body }) => {
      toast(withQueued(filteredClearedToast(cleared), forget(body?.aiServices ?? [])));
    },
    onError: (fault) => {
      console.error(clearFailure(fault));
      toast(filteredClearFailedToast);
    },
  });
  const clear = () => {
    waited.current = follower.waitingAt(isFiltered ? shown : undefined);
    if (isFiltered) some.mutate({ body: { aiServices: [...shown] } });
    else all.mutate({});
  };
  return { clear, isPending: all.isPending || some.isPending };
}
