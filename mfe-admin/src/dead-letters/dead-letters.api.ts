import { discardDeadLetters, listDeadLetters, replayDeadLetters, type DeadLetter } from '@polylogue/api-contract';
import { apiClient, toast, useApiMutation, useApiQuery } from '@polylogue/web-kit';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { sayWhatFailed } from '../panel/say-what-failed.js';
import { formatTally, inBatches, keyOf, lettersPoll, maxListed, type Progress } from './dead-letters.rules.js';

/** Milliseconds. The server gives a batch 120 s, and what came of it has to arrive. */
const replayDeadline = 130_000;

export function useDeadLetters() {
  return useApiQuery(listDeadLetters, { query: { limit: maxListed }, refetchInterval: lettersPoll, staleTime: 0 });
}

/** Replays letters a few at a time; what has been handed over stays done when a later one fails. */
export function useReplay() {
  const client = useQueryClient();
  const [progress, setProgress] = useState<Progress>();
  const replay = async (letters: readonly DeadLetter[]) => {
    let now: Progress = { of: letters.length, handled: 0, failed: 0 };
    setProgress(now);
    try {
      for (const batch of inBatches(letters)) {
        const { handled, failed } = await apiClient(replayDeadLetters, {
          body: { letters: batch.map(keyOf) },
          deadline: replayDeadline,
        });
        now = { ...now, handled: now.handled + handled, failed: now.failed + failed };
        setProgress(now);
      }
      toast({ title: 'Replayed', description: formatTally(now), variant: now.failed > 0 ? 'default' : 'success' });
    } catch (error) {
      sayWhatFailed(error);
    } finally {
      setProgress(undefined);
      await client.invalidateQueries({ queryKey: [listDeadLetters.path] });
    }
  };
  return { replay, progress };
}

export function useDiscard() {
  return useApiMutation(discardDeadLetters, {
    refreshes: [[listDeadLetters.path]],
    onSuccess: () => void toast({ title: 'Discarded', variant: 'success' }),
    onError: sayWhatFailed,
  });
}
