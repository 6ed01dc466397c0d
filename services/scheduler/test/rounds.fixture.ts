import {
  AssessmentsServiceDefinition,
  FinishedRoundsServiceDefinition,
  JudgingState,
  RubricsServiceDefinition,
  type StoreRoundRequest,
} from '@polylogue/proto';
import { AppError } from '@polylogue/service-kit';
import { stub, stubGrpcServer } from '@polylogue/test-kit';

/** Stand-ins for conversation and quality, which keep rounds by their ids and have them judged. */
export async function scriptedHistory() {
  const stored = new Map<string, StoreRoundRequest>();
  const requests: StoreRoundRequest[] = [];
  const judged: string[] = [];
  /** By which rubric each of them was to be judged. */
  const judgedBy: (string | undefined)[] = [];
  /** The rubrics that are there. */
  const rubrics = new Set<string>();
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
      runJudging: async ({ broadcastId, rubricId }) => {
        await before.judge();
        if (rubricId !== undefined && !rubrics.has(rubricId))
          throw new AppError('not_found', 'rubric_not_found', 'There is no such rubric.');
        judged.push(broadcastId);
        judgedBy.push(rubricId);
        const counts = { total: 0, completed: 0, failed: 0, gaps: [] };
        return { broadcastId, state: JudgingState.WAITING, ...counts };
      },
    }),
    stub(RubricsServiceDefinition, {
      listRubrics: () => {
        const version = { number: 1, isShared: false, isDefault: false, text: undefined, createdAt: undefined };
        const made = [...rubrics].map((id) => ({ id, versionId: id, ...version }));
        return Promise.resolve({ rubrics: made, isBuiltInDefault: true });
      },
    }),
  );
  return { ...server, stored, requests, judged, judgedBy, rubrics, before, rounds: () => [...stored.values()] };
}

export type History = Awaited<ReturnType<typeof scriptedHistory>>;
