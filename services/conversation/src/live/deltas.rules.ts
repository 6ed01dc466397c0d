/** Some text of one reply. `place` is the reply's place among the broadcast's targets. */
export interface Delta {
  id: number;
  place: number;
  text: string;
}

/** Text of one reply as stored: which events it covers, and how much of the text each of them brought. */
export interface StoredPart {
  place: number;
  text: string;
  eventIds: readonly number[];
  lengths: readonly number[];
}

const longestMerged = 64 * 1024;

/**
 * Whether `next` may travel in one event with what stands before it. Only neighbours of one reply may: an event's id
 * promises that everything up to it has been told.
 */
export function mayMerge(before: Delta, next: Delta): boolean {
  return before.place === next.place && before.text.length + next.text.length <= longestMerged;
}

/** Merges neighbours of one reply; the merged delta carries the later id. */
export function mergeDeltas(deltas: readonly Delta[]): Delta[] {
  const merged: Delta[] = [];
  for (const delta of deltas) {
    const last = merged.at(-1);
    if (last && mayMerge(last, delta)) merged[merged.length - 1] = { ...delta, text: last.text + delta.text };
    else merged.push(delta);
  }
  return merged;
}

/** Cuts stored parts into the deltas after an event, in the order they were told. */
export function deltasAfter(parts: readonly StoredPart[], afterId: number): Delta[] {
  return parts.flatMap((part) => cut(part).filter(({ id }) => id > afterId)).sort((a, b) => a.id - b.id);
}

function cut({ place, text, eventIds, lengths }: StoredPart): Delta[] {
  let start = 0;
  return eventIds.map((id, index) => {
    const end = start + (lengths[index] ?? 0);
    const delta = { id, place, text: text.slice(start, end) };
    start = end;
    return delta;
  });
}
