import { deleteConversation } from '@polylogue/api-contract';
import { apiClient, ApiError, toast } from '@polylogue/web-kit';
import { useRef, useState } from 'react';
import { useForget } from '../history.api.js';

/** How far deleting has come. */
export interface Progress {
  done: number;
  of: number;
}

/** Deletes one by one; stops only on request, and returns those that are still there. */
export function useDeleting() {
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
        const fault = await deleteOne(id);
        if (fault === undefined) forget(new Set([id]));
        else left.push(id);
        why ??= fault;
      }
      setProgress(undefined);
      say(ids.length, left.length, why);
      return left;
    },
  };
}

// One that is gone already is as good as deleted.
async function deleteOne(id: string): Promise<string | undefined> {
  try {
    await apiClient(deleteConversation, { parameters: { id } });
    return undefined;
  } catch (fault) {
    if (fault instanceof ApiError && fault.status === 404) return undefined;
    return fault instanceof ApiError ? fault.sentence : String(fault);
  }
}

function say(all: number, left: number, why: string | undefined): void {
  const gone = all - left;
  if (left === 0) {
    const description =
      all === 1
        ? 'The conversation has been permanently removed.'
        : `${all} conversations have been permanently removed.`;
    return void toast({ title: all === 1 ? 'Conversation deleted' : 'Conversations deleted', description });
  }
  if (why === undefined) {
    return void toast({
      title: 'Deleting stopped',
      description: `${gone} of ${all} were deleted; the rest are still there.`,
    });
  }
  const description = all === 1 ? why : `${gone} of ${all} were deleted; the rest stay in the list, selected. ${why}`;
  toast({ title: 'Failed to delete conversation', description, variant: 'destructive' });
}
