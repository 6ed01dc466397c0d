import { BoundedQueue } from '@polylogue/service-kit';
import type { BroadcastStreamEvent, EndedReply, Target } from './broadcast.entity.js';
import { DeltaBlock } from './delta-block.js';
import { mayMerge, type Delta } from './deltas.rules.js';

/** The event of a reply's end: its id is taken before the end is stored, its reply is filled in afterwards. */
export interface EndSlot {
  readonly id: number;
  reply: EndedReply | undefined;
}

type Entry = Delta | EndSlot | { id: number; event: BroadcastStreamEvent };

/** So many deltas are packed together; the last few are read next and stay as they are. */
const packedTogether = 64;
const leftUnpacked = 16;

/**
 * The events of a broadcast so far, in memory. Readers keep their own cursor, so a slow one blocks no other. An end that is
 * being stored holds back what follows it: no reader may see an end that a crash could still undo, and ids must arrive in
 * order.
 */
export class BroadcastLog {
  /** A delta that was packed has its block here. */
  readonly #entries: (Entry | DeltaBlock)[] = [];
  readonly #waiting = new Set<() => void>();
  /** Entries before this index may be read. */
  #visible = 0;
  /** Deltas before this index are packed. */
  #packed = 0;
  #nextId: number;
  #characters = 0;
  #isLost = false;
  #isDone = false;
  /** Whether readers may be served from here from the first event on. */
  readonly isWhole: boolean;

  /** `firstId` is above 1 when the broadcast was taken over: then its beginning is in the store only. */
  constructor(
    readonly broadcastId: string,
    readonly targets: readonly Target[],
    firstId = 1,
  ) {
    this.#nextId = firstId;
    this.isWhole = firstId === 1;
    if (this.isWhole) this.#publish({ id: this.#takeId(), kind: 'accepted', broadcastId, targets });
  }

  get isLost(): boolean {
    return this.#isLost;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Characters of reply text held here. */
  get characters(): number {
    return this.#characters;
  }

  /** Adds text of one reply and answers its event id. */
  append(targetIndex: number, text: string): number {
    const id = this.#takeId();
    this.#characters += text.length;
    this.#push({ id, targetIndex, text });
    return id;
  }

  /** How far a long reply has come. It takes no id: a reader who missed it misses nothing. */
  noteProgress(targetIndex: number, fraction: number | undefined): void {
    const target = this.targets[targetIndex];
    if (!target) return;
    const { aiService, messageId } = target;
    this.#publish({ id: this.#nextId - 1, kind: 'progress', aiService, messageId, fraction });
  }

  /** Takes the id of a reply's end. Fill it in with {@link settle}. */
  reserveEnd(): EndSlot {
    const slot: EndSlot = { id: this.#takeId(), reply: undefined };
    this.#push(slot);
    return slot;
  }

  settle(slot: EndSlot, reply: EndedReply): void {
    slot.reply = reply;
    this.#characters += reply.content.length;
    this.#show();
  }

  finish(replies: readonly EndedReply[]): void {
    this.#isDone = true;
    this.#publish({ id: this.#takeId(), kind: 'done', broadcastId: this.broadcastId, replies });
    this.#pack(this.#entries.length);
  }

  /** Another process writes this broadcast now: readers go on from the store. */
  lose(): void {
    this.#isLost = true;
    this.#wake();
  }

  /** The events after `afterId`, then the live ones. Ends after `done`, when the log is lost, or by the signal. */
  read(afterId: number, signal: AbortSignal): AsyncIterableIterator<BroadcastStreamEvent> {
    let index = this.#firstAfter(afterId);
    // One event at a time, and only when it is wanted: what piles up meanwhile stays here, once for all readers.
    const feed = () => {
      if (index < this.#visible) {
        const [event, next] = this.#eventAt(index);
        index = next;
        reader.push(event);
      } else if (this.#isLost || this.#isDone) reader.close();
      else this.#waiting.add(feed);
    };
    const onClose = () => this.#waiting.delete(feed);
    const reader = new BoundedQueue<BroadcastStreamEvent>({ maxItems: 1, signal, onWanted: feed, onClose });
    return reader;
  }

  /** The event at an index, with the deltas of the same reply that piled up behind it, and the index after them. */
  #eventAt(index: number): [BroadcastStreamEvent, number] {
    const entry = this.#entryAt(index);
    if ('event' in entry) return [entry.event, index + 1];
    if ('reply' in entry) return [{ id: entry.id, kind: 'reply', reply: entry.reply! }, index + 1];
    let merged: Delta = entry;
    let next = index + 1;
    for (; next < this.#visible; next += 1) {
      const following = this.#entryAt(next);
      if (!('text' in following) || !mayMerge(merged, following)) break;
      merged = { ...following, text: merged.text + following.text };
    }
    const { aiService, messageId } = this.targets[merged.targetIndex]!;
    return [{ id: merged.id, kind: 'delta', aiService, messageId, text: merged.text }, next];
  }

  #firstAfter(id: number): number {
    let low = 0;
    let high = this.#entries.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#idAt(middle) > id) high = middle;
      else low = middle + 1;
    }
    return low;
  }

  #entryAt(index: number): Entry {
    const entry = this.#entries[index]!;
    return entry instanceof DeltaBlock ? entry.at(index) : entry;
  }

  #idAt(index: number): number {
    const entry = this.#entries[index]!;
    return entry instanceof DeltaBlock ? entry.idAt(index) : entry.id;
  }

  /** Readers may stand anywhere: what is packed keeps its index. */
  #pack(until: number): void {
    const from = this.#packed;
    this.#packed = until;
    const places = this.#entries.slice(from, until).map((entry) => ('text' in entry ? entry : undefined));
    if (places.every((delta) => delta === undefined)) return;
    const block = new DeltaBlock(from, places);
    for (let index = from; index < until; index += 1) if (places[index - from]) this.#entries[index] = block;
  }

  #takeId(): number {
    return this.#nextId++;
  }

  #publish(event: BroadcastStreamEvent): void {
    this.#push({ id: event.id, event });
  }

  #push(entry: Entry): void {
    this.#entries.push(entry);
    this.#show();
    const { length } = this.#entries;
    if (length - this.#packed >= packedTogether + leftUnpacked) this.#pack(length - leftUnpacked);
  }

  #show(): void {
    const before = this.#visible;
    while (this.#visible < this.#entries.length && isReadable(this.#entries[this.#visible]!)) this.#visible += 1;
    if (this.#visible > before) this.#wake();
  }

  #wake(): void {
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const wake of waiting) wake();
  }
}

function isReadable(entry: Entry | DeltaBlock): boolean {
  return !('reply' in entry) || entry.reply !== undefined;
}
