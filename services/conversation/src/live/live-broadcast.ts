import { EndGate } from './end-gate.js';
import { BroadcastLog } from './broadcast-log.js';
import type { EndedReply, Target } from './broadcast.entity.js';

/** How many replies of a broadcast are still open. */
export interface ReplyCounts {
  replies: number;
  open: number;
  /** Ended otherwise than completed. */
  failed: number;
}

/** A broadcast whose replies this process writes. */
export class LiveBroadcast {
  readonly log: BroadcastLog;
  /** Of a blind round: replies are shown when all have ended. */
  readonly gate = new EndGate();
  readonly #ended: EndedReply[] = [];
  endedAt: number | undefined;
  #isRead = false;

  constructor(
    readonly broadcastId: string,
    readonly userId: string,
    readonly targets: readonly Target[],
    readonly counts: ReplyCounts,
    firstId = 1,
  ) {
    this.log = new BroadcastLog(broadcastId, targets, firstId);
  }

  /** True once: for the reader who has just sent it. Nothing of it can have been deleted yet. */
  takeFirstRead(): boolean {
    const isFirst = !this.#isRead;
    this.#isRead = true;
    return isFirst;
  }

  /** Notes the end of a reply that has been stored; after the last one the broadcast is done. */
  noteEnd(targetIndex: number, reply: EndedReply, now: number): void {
    this.#ended[targetIndex] = reply;
    this.counts.open -= 1;
    if (reply.status !== 'completed') this.counts.failed += 1;
    if (this.counts.open > 0) return;
    this.endedAt = now;
    this.log.finish(this.#ended);
  }
}
