import {
  AssessmentsServiceDefinition,
  FinishedRoundsServiceDefinition,
  JudgingState,
  type StoreRoundRequest,
} from '@polylogue/proto';
import { stub, stubGrpcServer } from '@polylogue/test-kit';

/** Stand-ins for conversation and quality, which keep rounds by their ids and have them judged. */
export async function scriptedHistory() {
  const stored = new Map<string, StoreRoundRequest>();
  const requests: StoreRoundRequest[] = [];
  const judged: string[] = [];
  /** What a test lets happen before an answer. */
  const before = {
    store: (_round: StoreRoundRequest) => Promise.resolve(),
    /** Stored, and not answered yet. */
    answer: () => Promise.resolve(),
    judge: () => Promise.resolve(),
  };
  const server = await stubGrpcServer(
    stub(FinishedRoundsServiceDefinition, {
      storeRound: async (round) => {
        requests.push(round);
        await before.store(round);
        const isNew = !stored.has(round.broadcastId);
        if (isNew) stored.set(round.broadcastId, round);
        await before.answer();
        return { isNew };
      },
    }),
    stub(AssessmentsServiceDefinition, {
      runJudging: async ({ broadcastId }) => {
        await before.judge();
        judged.push(broadcastId);
        const counts = { total: 0, completed: 0, failed: 0, gaps: [] };
        return { broadcastId, state: JudgingState.WAITING, ...counts };
      },
    }),
  );
  return { ...server, stored, requests, judged, before, rounds: () => [...stored.values()] };
}

export type History = Awaited<ReturnType<typeof scriptedHistory>>;
