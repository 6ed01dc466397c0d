import { listComparisons, getComparison, runQualityAssessment } from '@polylogue/api-contract';
import { apiClient, ApiError, toast } from '@polylogue/web-kit';
import { useMutation, useQueryClient } from '@tanstack/react-query';

interface JudgeRounds {
  broadcastIds: readonly string[];
  rubricId: string;
}

/** Requests the judging of rounds, one after the other; ends at the first that is refused, and says why. */
export function useJudgeRounds(onRequested: (count: number) => void) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: async ({ broadcastIds, rubricId }: JudgeRounds) => {
      for (const broadcastId of broadcastIds)
        await apiClient(runQualityAssessment, { body: { broadcastId, rubricId } });
      return broadcastIds.length;
    },
    onSuccess: onRequested,
    onError: (fault) => {
      const description = fault instanceof ApiError ? fault.sentence : String(fault);
      toast({ title: 'The judging was not started', description, variant: 'destructive' });
    },
    onSettled: () =>
      Promise.all([listComparisons, getComparison].map(({ path }) => client.invalidateQueries({ queryKey: [path] }))),
  });
  return { judge: mutate, isPending };
}
