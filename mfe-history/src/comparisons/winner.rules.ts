interface Rated {
  pins: number;
  score?: number | undefined;
}

/** Which conversation won, and whether the user's pins say so or the judges' scores. */
export interface Winner<One extends Rated> {
  conversation: One;
  by: 'pins' | 'score';
}

/** Whose replies were pinned most often; where none was pinned, whose were judged best. None where two are even. */
export function winnerOf<One extends Rated>(conversations: readonly One[]): Winner<One> | undefined {
  const by = conversations.some(({ pins }) => pins > 0) ? 'pins' : 'score';
  const [best, next] = conversations
    .filter((each) => each[by] !== undefined)
    .toSorted((one, other) => other[by]! - one[by]!);
  // One that alone was judged was compared with none.
  if (!best || !next || Math.round(best[by]!) === Math.round(next[by]!)) return undefined;
  return { conversation: best, by };
}

/** The best score, and whose it is where no other conversation has it too. */
export interface BestScore<One extends Rated> {
  score: number;
  conversation: One | undefined;
}

/** What the judges say where none won: because only one was judged, or two are even. Undefined where none was judged. */
export function bestScoreOf<One extends Rated>(conversations: readonly One[]): BestScore<One> | undefined {
  const scores = conversations.flatMap(({ score }) => (score === undefined ? [] : [Math.round(score)]));
  if (scores.length === 0) return undefined;
  const score = Math.max(...scores);
  const [best, even] = conversations.filter((each) => each.score !== undefined && Math.round(each.score) === score);
  return { score, conversation: even ? undefined : best };
}
