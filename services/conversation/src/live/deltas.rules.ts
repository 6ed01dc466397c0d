/** Some text of one reply. */
export interface Delta {
  id: number;
  /** Of the reply, among the broadcast's targets. */
  targetIndex: number;
  text: string;
}

/** Text of one reply as stored: which events it covers, and how much of the text each of them brought. */
export interface StoredPart {
  targetIndex: number;
  text: string;
  eventIds: readonly number[];
  lengths: readonly number[];
}

const maxMergedLength = 64 * 1024;

/**
 * Whether two deltas may be sent as one event. Only adjacent ones of one reply may: an event's id promises that everything
 * up to it has been sent.
 */
export function mayMerge(before: Delta, next: Delta): boolean {
  return before.targetIndex === next.targetIndex && before.text.length + next.text.length <= maxMergedLength;
}

/** Merges adjacent deltas of one reply; the merged one carries the later id. */
export function mergeDeltas(deltas: readonly Delta[]): Delta[] {
  const merged: Delta[] = [];
  for (const delta of deltas) {
    const last = merged.at(-1);
    if (last && mayMerge(last, delta)) merged[merged.length - 1] = { ...delta, text: last.text + delta.text };
    else merged.push(delta);
  }
  return merged;
}

/** Cuts stored parts into the deltas after an event, in the order they were sent. */
export function deltasAfter(parts: readonly StoredPart[], afterId: number): Delta[] {
  return parts.flatMap((part) => cut(part).filter(({ id }) => id > afterId)).sort((a, b) => a.id - b.id);
}

function cut({ targetIndex, text, eventIds, lengths }: StoredPart): Delta[] {
  let start = 0;
  return eventIds.map((id, index) => {
    const end = start + (lengths[index] ?? 0);
    const delta = { id, targetIndex, text: text.slice(start, end) };
    start = end;
    return delta;
  });
}
