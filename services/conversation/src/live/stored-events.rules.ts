import type { BroadcastStreamEvent, EndedReply, Target } from './broadcast.entity.js';
import { deltasAfter, mergeDeltas, type StoredPart } from './deltas.rules.js';

/** The event ids between the last that was stored of one run and the first of the next. */
export interface EventGap {
  lostAfter: number;
  from: number;
}

/** One reply of a broadcast as the store has it. */
export interface StoredReply {
  target: Target;
  /** Absent while it is open. */
  ended?: { eventId: number; reply: EndedReply };
  /** In order, at least those with events after the reader's last. */
  parts: readonly Omit<StoredPart, 'targetIndex'>[];
  /** Length of all its parts; what came after the last part was written stands in the reply's content only. */
  savedLength: number;
  /** The events that brought that rest of the content. */
  tail: { eventIds: readonly number[]; lengths: readonly number[] };
  /** Present when another process dispatched it again: text with these ids may have been shown, but is void. */
  gap?: EventGap;
}

/** A broadcast as the store has it; replies in the order of its targets. */
export interface StoredBroadcast {
  broadcastId: string;
  replies: readonly StoredReply[];
}

/**
 * The events of a broadcast after `afterId`, exactly as they were sent live, only cut differently. Writes of one broadcast
 * never overtake each other, so whatever is stored later has higher ids than what is read here.
 */
export function eventsAfter({ broadcastId, replies }: StoredBroadcast, afterId: number): BroadcastStreamEvent[] {
  const targets = replies.map(({ target }) => target);
  const acceptedId = afterId < 1 ? 1 : restartAfter(replies, afterId);
  const accepted = acceptedId && ({ id: acceptedId, kind: 'accepted', broadcastId, targets } as const);
  const events = [...(accepted ? [accepted] : []), ...textAndEnds(replies, afterId)];
  const ended = replies.flatMap((reply) => reply.ended ?? []);
  if (ended.length < replies.length) return events;
  const done = {
    id: Math.max(...ended.map(({ eventId }) => eventId)) + 1,
    kind: 'done',
    broadcastId,
    replies: ended.map(({ reply }) => reply),
  } as const;
  return afterId < done.id ? [...events, done] : events;
}

/**
 * The id to accept a broadcast under once more: for a reader whose last event was never stored. The text it shows of a
 * reply that was dispatched again is void; after a second `accepted` all texts are sent from their beginning.
 */
function restartAfter(replies: readonly StoredReply[], afterId: number): number | undefined {
  const isIn = ({ lostAfter, from }: EventGap) => lostAfter < afterId && afterId < from - 1;
  const gaps = replies.flatMap(({ gap }) => (gap && isIn(gap) ? [gap.from] : []));
  return gaps.length === 0 ? undefined : Math.min(...gaps) - 1;
}

function textAndEnds(replies: readonly StoredReply[], afterId: number): BroadcastStreamEvent[] {
  const deltas = deltasAfter(replies.flatMap(partsOf), afterId);
  const ends = replies.flatMap(({ ended }) => (ended && ended.eventId > afterId ? [ended] : []));
  const events: BroadcastStreamEvent[] = [];
  let next = 0;
  for (const { eventId, reply } of ends.sort((a, b) => a.eventId - b.eventId)) {
    const end = deltas.findIndex(({ id }) => id > eventId);
    const until = end === -1 ? deltas.length : end;
    events.push(...toEvents(deltas.slice(next, until), replies), { id: eventId, kind: 'reply', reply });
    next = until;
  }
  return [...events, ...toEvents(deltas.slice(next), replies)];
}

function toEvents(deltas: Parameters<typeof mergeDeltas>[0], replies: readonly StoredReply[]): BroadcastStreamEvent[] {
  return mergeDeltas(deltas).map(({ id, targetIndex, text }) => {
    const { aiService, messageId } = replies[targetIndex]!.target;
    return { id, kind: 'delta', aiService, messageId, text };
  });
}

/** Parts and tail of a reply; none when the parts were deleted: then the reply's content has all its text. */
function partsOf({ parts, savedLength, tail, ended }: StoredReply, targetIndex: number): StoredPart[] {
  const saved = parts.map((part) => ({ ...part, targetIndex }));
  if (!ended) return saved;
  const rest = ended.reply.content.slice(savedLength);
  if (rest.length !== tail.lengths.reduce((sum, length) => sum + length, 0)) return [];
  return rest === '' ? saved : [...saved, { targetIndex, text: rest, ...tail }];
}
