import { deleteComparison, deleteConversation } from '@polylogue/api-contract';
import { apiClient, ApiError, toast } from '@polylogue/web-kit';
import { useRef, useState } from 'react';
import { useForget } from '../history.api.js';

/** How far deleting has come. */
export interface Progress {
  done: number;
  of: number;
}

/** What is deleted; both go for good, with all they hold. */
export type DeletedKind = 'conversation' | 'comparison';

const routes = { conversation: deleteConversation, comparison: deleteComparison } as const;

/** Deletes one by one; stops only on request, and returns those that are still there. */
export function useDeleting(kind: DeletedKind) {
  const forget = useForget();
  const [progress, setProgress] = useState<Progress>();
  const isStopped = useRef(false);
  return {
    progress,
    stop: () => void (isStopped.current = true),
    /** Answers the ids that are still there. */
    start: async (ids: readonly string[]): Promise<string[]> => {
      isStopped.current = false;
      const left: string[] = [];
      let why: string | undefined;
      for (const [done, id] of ids.entries()) {
        setProgress({ done, of: ids.length });
        if (isStopped.current) {
          left.push(id);
          continue;
        }
        const fault = await deleteOne(kind, id);
        if (fault === undefined) forget(new Set([id]));
        else left.push(id);
        why ??= fault;
      }
      setProgress(undefined);
      say(kind, ids.length, left.length, why);
      return left;
    },
  };
}

// One that is gone already is as good as deleted.
async function deleteOne(kind: DeletedKind, id: string): Promise<string | undefined> {
  try {
    await apiClient(routes[kind], { parameters: { id } });
    return undefined;
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 404) return undefined;
    return fault instanceof ApiError ? fault.sentence : String(fault);
  }
}

function say(kind: DeletedKind, all: number, left: number, why: string | undefined): void {
  const gone = all - left;
  if (left === 0) {
    const description =
      all === 1 ? `The ${kind} has been permanently removed.` : `${all} ${kind}s have been permanently removed.`;
    const what = kind === 'comparison' ? 'Comparison' : 'Conversation';
    return void toast({ title: all === 1 ? `${what} deleted` : `${what}s deleted`, description });
  }
  if (why === undefined) {
    return void toast({
      title: 'Deleting stopped',
      description: `${gone} of ${all} were deleted; the rest are still there.`,
    });
  }
  const description = all === 1 ? why : `${gone} of ${all} were deleted; the rest stay in the list, selected. ${why}`;
  toast({ title: `Failed to delete ${kind}`, description, variant: 'destructive' });
}
