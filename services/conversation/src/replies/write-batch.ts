import { groupBy } from '@polylogue/service-kit';
import type { EndSlot } from '../live/broadcast-log.js';
import type { EndedReply, ReplyEnd } from '../live/broadcast.entity.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';
import type { ReplyRows } from './replies.repository.js';
import { endRow, eventRow, partRow } from './reply-rows.mapper.js';
import type { RunningReply, UnsavedText } from './running-reply.js';
import type { EventRow } from './store-replies.js';

/** The end of a reply, waiting to be written. */
export interface QueuedEnd {
  running: RunningReply;
  reply: EndedReply;
  /** How it ended in truth, before its readers may know. */
  sealed?: ReplyEnd | undefined;
  slot: EndSlot;
  /** Of its events: the request that caused it. */
  headers: string;
  settle: (isStored: boolean) => void;
}

/** Text of a reply that goes on. */
export interface TakenText {
  running: RunningReply;
  text: UnsavedText;
}

/** What goes into one write. */
export interface WriteBatch {
  broadcasts: ReadonlySet<LiveBroadcast>;
  ends: QueuedEnd[];
  /** The text that is written, by message. */
  texts: ReadonlyMap<string, TakenText>;
  rows: ReplyRows;
}

/**
 * Takes the given ends, and all unsaved text of the broadcasts that are due or in which something ends: an event of a
 * broadcast must not be stored after a later one of the same broadcast.
 */
export function gatherBatch(
  ends: QueuedEnd[],
  due: Iterable<LiveBroadcast>,
  unsaved: ReadonlyMap<LiveBroadcast, ReadonlySet<RunningReply>>,
): WriteBatch {
  const ended = new Set(ends.map(({ running }) => running));
  const broadcasts = new Set([...due, ...ends.map(({ running }) => running.live)]);
  const open = [...broadcasts].flatMap((live) => [...(unsaved.get(live) ?? [])].filter((each) => !ended.has(each)));
  const texts = open
    .filter(({ isWrittenAtEnd }) => !isWrittenAtEnd)
    .map((running): TakenText => ({ running, text: running.takeUnsaved() }));
  return {
    broadcasts,
    ends,
    texts: new Map(texts.map((taken) => [taken.running.work.messageId, taken])),
    rows: {
      parts: texts.map(({ running, text }) => partRow(running.work, text)),
      ends: ends.map(({ running, reply, sealed, slot }) =>
        endRow(running.work, { reply, sealed }, slot.id, running.takeUnsaved()),
      ),
      events: eventsOf(ends),
    },
  };
}

/** The same, broadcast by broadcast. */
export function splitByBroadcast({ broadcasts, ends, texts, rows }: WriteBatch): [LiveBroadcast, WriteBatch][] {
  return [...broadcasts].map((live) => {
    const queued = ends.filter(({ running }) => running.live === live);
    const ended = new Set(queued.map(({ reply }) => reply.messageId));
    const parts = rows.parts.filter(({ message_id }) => texts.get(message_id)?.running.live === live);
    const ownEnds = rows.ends.filter(({ message_id }) => ended.has(message_id));
    const events = rows.events.filter(({ broadcast_id }) => broadcast_id === live.broadcastId);
    return [live, { broadcasts: new Set([live]), ends: queued, texts, rows: { parts, ends: ownEnds, events } }];
  });
}

/** The same, reply by reply; text first, for the reason above. Each write publishes events of its own. */
export function splitByReply({ broadcasts, ends, texts, rows }: WriteBatch): WriteBatch[] {
  const none = { parts: [], ends: [], events: [] };
  return [
    ...rows.parts.map((part) => ({ broadcasts, ends: [], texts, rows: { ...none, parts: [part] } })),
    ...ends.map((end) => {
      const { messageId } = end.running.work;
      const ownEnds = rows.ends.filter((row) => row.message_id === messageId);
      return { broadcasts, ends: [end], texts, rows: { ...none, ends: ownEnds, events: eventsOf([end]) } };
    }),
  ];
}

/**
 * By broadcast: a reply that was taken over has a live broadcast of its own, and yet a part in the one event. An event belongs to
 * the trace of the request whose reply came last.
 */
function eventsOf(ends: readonly QueuedEnd[]): EventRow[] {
  const byBroadcast = groupBy(ends, ({ running }) => running.live.broadcastId);
  return [...byBroadcast.values()].map((own) => {
    const ending = own.map(({ running: { work }, reply: { status } }) => ({ work, status }));
    return eventRow(own[0]!.running.live, ending, own.at(-1)!.headers);
  });
}
