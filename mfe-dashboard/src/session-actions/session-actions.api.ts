import { clearDashboard, clearFiltered, exportAll, listConversations } from '@polylogue/api-contract';
import { ApiError, toast, urlOf, useApiMutation, usePublicConfig } from '@polylogue/web-kit';
import { useState } from 'react';
import { useBroadcasts } from '../broadcasts/broadcasts.js';
import {
  filteredClearedToast,
  filteredClearFailedToast,
  sessionClearedToast,
  sessionClearFailedToast,
} from './clear.rules.js';
import { exportCompleteToast, exportFailedToast, exportFileName } from './export.rules.js';

const refreshes = [[listConversations.path]];

/** Clear All: everything, or with a category filter the services it shows. History keeps it all. */
export function useClear(isFiltered: boolean, shown: readonly string[]) {
  const { store } = useBroadcasts();
  const all = useApiMutation(clearDashboard, { refreshes });
  const some = useApiMutation(clearFiltered, { refreshes });
  const clear = () => {
    if (!isFiltered) {
      all.mutate(
        {},
        {
          onSuccess: () => {
            store.clear();
            toast(sessionClearedToast);
          },
          onError: () => void toast(sessionClearFailedToast),
        },
      );
      return;
    }
    some.mutate(
      { body: { aiServices: [...shown] } },
      {
        onSuccess: ({ cleared }) => {
          store.clear(shown);
          toast(filteredClearedToast(cleared));
        },
        onError: () => void toast(filteredClearFailedToast),
      },
    );
  };
  return { clear, isPending: all.isPending || some.isPending };
}

/** Export All: one markdown file of everything, saved under the product's name and the date. */
export function useExportAll() {
  const shortName = usePublicConfig()?.shortName ?? 'polylogue';
  const [isPending, setPending] = useState(false);
  const start = async () => {
    setPending(true);
    try {
      const fileName = exportFileName(shortName, new Date());
      save(await exported(), fileName);
      toast(exportCompleteToast(fileName));
    } catch (fault) {
      console.error('Export All failed:', fault);
      toast(exportFailedToast(fault instanceof ApiError ? fault.sentence : undefined));
    } finally {
      setPending(false);
    }
  };
  return { start: () => void start(), isPending };
}

async function exported(): Promise<Blob> {
  const answer = await fetch(urlOf(exportAll, { query: { format: 'md' } }), {
    credentials: 'include',
    redirect: 'manual',
  });
  if (answer.ok) return answer.blob();
  const said = (await answer.json().catch(() => ({}))) as { error?: unknown };
  const sentence = typeof said.error === 'string' ? said.error : undefined;
  throw new ApiError('Export failed', { status: answer.status, sentence });
}

function save(file: Blob, fileName: string): void {
  const address = URL.createObjectURL(file);
  Object.assign(document.createElement('a'), { href: address, download: fileName }).click();
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
