import { changeOf, sentences } from './sentences.rules.js';
import type { JudgedRun, RunChange, WatchState } from './watch.entity.js';

/** Scores a service needs before one can be out of their range, and of how many that range is made. */
const minSeen = 4;
const maxSeen = 8;
const minPoints = 10;

const ascending = (scores: readonly number[]) => scores.toSorted((one, other) => one - other);

export function medianOf(scores: readonly number[]): number {
  const sorted = ascending(scores);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

/**
 * The usual range that a score has left: it is further from the median of the latest ones than those are from one another, and by
 * ten points at least. Undefined while it has not, or too few are known.
 */
export function leftRange(seen: readonly number[], score: number): { low: number; high: number } | undefined {
  const latest = ascending(seen.slice(-maxSeen));
  const [low, high] = [latest[0], latest.at(-1)];
  if (latest.length < minSeen || low === undefined || high === undefined) return undefined;
  const apart = Math.abs(score - medianOf(latest));
  return apart >= minPoints && apart > high - low ? { low, high } : undefined;
}

/**
 * Takes judged runs into the state, oldest first, and says of which services the score moved. A score that moved is what later
 * ones are compared with; scores of another rubric are compared with none before them.
 */
export function takeScores(state: WatchState, runs: readonly JudgedRun[]): RunChange[] {
  const changes: RunChange[] = [];
  for (const run of runs) {
    state.scoredUpTo = run.executionId;
    if (run.rubric !== state.rubric) for (const service of Object.values(state.services)) service.scores = [];
    state.rubric = run.rubric;
    for (const { aiService, score } of run.scores) {
      const service = Object.hasOwn(state.services, aiService) ? state.services[aiService] : undefined;
      if (!service) continue;
      const seen = service.scores ?? [];
      const range = leftRange(seen, score);
      if (range) changes.push(changeOf(aiService, 'score_moved', sentences.score_moved(run.number, score, range)));
      service.scores = range ? [score] : [...seen, score].slice(-maxSeen);
    }
  }
  return changes;
}

/** Runs that were kept to be judged, with what their judges said by now. */
export interface KeptRun {
  id: number;
  number: number;
  broadcastId: string;
  /** Its judges have had days. */
  isOld: boolean;
}

/** Those whose judges are done, in their order, up to the first of which verdicts are still to come. */
export function judgedRuns(
  runs: readonly KeptRun[],
  judged: ReadonlyMap<string, Omit<JudgedRun, 'executionId' | 'number'> & { isDone: boolean }>,
): JudgedRun[] {
  const isOpen = ({ broadcastId, isOld }: KeptRun) => !isOld && judged.get(broadcastId)?.isDone !== true;
  const end = runs.findIndex(isOpen);
  return runs.slice(0, end === -1 ? undefined : end).flatMap(({ id, number, broadcastId }) => {
    const found = judged.get(broadcastId);
    return found && found.scores.length > 0
      ? { executionId: id, number, rubric: found.rubric, scores: found.scores }
      : [];
  });
}
