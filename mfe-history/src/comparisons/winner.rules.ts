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
