import { BroadcastLog } from './broadcast-log.js';
import type { EndedReply, Target } from './broadcast.entity.js';

/** How far a broadcast has come. */
export interface Progress {
  replies: number;
  open: number;
  /** Ended otherwise than completed. */
  failed: number;
}

/** A broadcast whose replies this process writes. */
export class LiveBroadcast {
  readonly log: BroadcastLog;
  readonly #ended: EndedReply[] = [];
  endedAt: number | undefined;
  #isRead = false;

  constructor(
    readonly broadcastId: string,
    readonly userId: string,
    readonly targets: readonly Target[],
    readonly progress: Progress,
    firstId = 1,
  ) {
    this.log = new BroadcastLog(broadcastId, targets, firstId);
  }

  /** True once: for the reader who has just sent it. Nobody can have deleted anything of it yet. */
  takeFirstRead(): boolean {
    const isFirst = !this.#isRead;
    this.#isRead = true;
    return isFirst;
  }

  /** Notes the end of a reply that has been stored; tells `done` after the last. */
  noteEnd(place: number, reply: EndedReply, now: number): void {
    this.#ended[place] = reply;
    this.progress.open -= 1;
    if (reply.status !== 'completed') this.progress.failed += 1;
    if (this.progress.open > 0) return;
    this.endedAt = now;
    this.log.finish(this.#ended);
  }
}
