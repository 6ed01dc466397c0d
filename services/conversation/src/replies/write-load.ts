import type { OutboxRow } from '@polylogue/service-kit';
import type { EndSlot } from '../live/broadcast-log.js';
import type { EndedReply } from '../live/broadcast.entity.js';
import type { LiveBroadcast } from '../live/live-broadcast.js';
import { endRow, factRow, partRow } from './batch.rules.js';
import { broadcastCompleted } from './reply-facts.js';
import type { RunningReply } from './running-reply.js';
import type { EndRow, FactRow, PartRow } from './store-replies.js';

/** The end of a reply, waiting to be written. */
export interface QueuedEnd {
  running: RunningReply;
  reply: EndedReply;
  slot: EndSlot;
  fact: OutboxRow;
  settle: (isStored: boolean) => void;
}

/** What goes into one write. */
export interface Load {
  broadcasts: ReadonlySet<LiveBroadcast>;
  ends: QueuedEnd[];
  /** Whose text is in the batch, by message. */
  texts: ReadonlyMap<string, LiveBroadcast>;
  batch: { parts: PartRow[]; ends: EndRow[]; facts: FactRow[] };
}

/**
 * Takes the given ends, and all unsaved text of the broadcasts that are due or in which something ends: whatever is
 * told of a broadcast before one of its ends must not be stored after it.
 */
export function loadOf(
  ends: QueuedEnd[],
  due: Iterable<LiveBroadcast>,
  unsaved: ReadonlyMap<LiveBroadcast, ReadonlySet<RunningReply>>,
): Load {
  const ending = byBroadcast(ends);
  const ended = new Set(ends.map(({ running }) => running));
  const broadcasts = new Set([...due, ...ending.keys()]);
  const open = [...broadcasts].flatMap((live) => [...(unsaved.get(live) ?? [])].filter((each) => !ended.has(each)));
  return {
    broadcasts,
    ends,
    texts: new Map(open.map(({ work, live }) => [work.messageId, live])),
    batch: {
      parts: open.map((running) => partRow(running.work, running.takeUnsaved())),
      ends: ends.map(({ running, reply, slot }) => endRow(running.work, reply, slot.id, running.takeUnsaved())),
      facts: [
        ...ends.map(({ fact, reply }) => factRow(fact, { reply: reply.messageId })),
        // Whether it is complete, the database knows: another process may have ended replies of it.
        ...[...ending].map(completedFact),
      ],
    },
  };
}

/** The same, broadcast by broadcast. */
export function divideByBroadcast({ broadcasts, ends, texts, batch }: Load): [LiveBroadcast, Load][] {
  return [...broadcasts].map((live) => {
    const own = ends.filter(({ running }) => running.live === live);
    const ended = new Set(own.map(({ reply }) => reply.messageId));
    const parts = batch.parts.filter(({ message_id }) => texts.get(message_id) === live);
    const rows = batch.ends.filter(({ message_id }) => ended.has(message_id));
    const facts = batch.facts.filter(
      (row) => ended.has(row.ended_message ?? '') || row.completed_broadcast === live.broadcastId,
    );
    return [live, { broadcasts: new Set([live]), ends: own, texts, batch: { parts, ends: rows, facts } }];
  });
}

/** The same, reply by reply; text first, for the reason above. */
export function divide({ broadcasts, ends, texts, batch }: Load): Load[] {
  const none = { parts: [], ends: [], facts: [] };
  return [
    ...batch.parts.map((part) => ({ broadcasts, ends: [], texts, batch: { ...none, parts: [part] } })),
    ...ends.map((end) => {
      const { messageId, broadcastId } = end.running.work;
      const its = batch.ends.filter((row) => row.message_id === messageId);
      const facts = batch.facts.filter(
        (row) => row.ended_message === messageId || row.completed_broadcast === broadcastId,
      );
      return { broadcasts, ends: [end], texts, batch: { ...none, ends: its, facts } };
    }),
  ];
}

function byBroadcast(ends: readonly QueuedEnd[]): Map<LiveBroadcast, QueuedEnd[]> {
  const groups = new Map<LiveBroadcast, QueuedEnd[]>();
  for (const end of ends) {
    const group = groups.get(end.running.live);
    if (group) group.push(end);
    else groups.set(end.running.live, [end]);
  }
  return groups;
}

function completedFact([live, ends]: [LiveBroadcast, QueuedEnd[]]): FactRow {
  const fact = broadcastCompleted(live);
  // Told in the name of the request whose reply came last.
  return factRow({ ...fact, headers: ends.at(-1)!.fact.headers }, { broadcast: live.broadcastId });
}
