import type { LeaseClock } from '@polylogue/service-kit';
import type { RepliesRepository } from './replies.repository.js';
import type { ReplyWriter } from './reply-writer.service.js';
import type { RunningReply, StopReason } from './running-reply.js';
import type { Asking } from './service-asker.service.js';
import type { ChatTurn } from './thread.rules.js';

/** A reply of a broadcast as one who asks: its text goes into the live log and to the writer. */
export class ReplyAsking implements Asking {
  constructor(
    private readonly running: RunningReply,
    readonly thread: readonly ChatTurn[],
    readonly actsLater: boolean,
    private readonly writer: ReplyWriter,
    private readonly repository: RepliesRepository,
    private readonly leases: LeaseClock<string>,
  ) {}

  get messageId(): string {
    return this.running.work.messageId;
  }

  get aiService(): string {
    return this.running.work.aiService;
  }

  get userId(): string {
    return this.running.work.userId;
  }

  get signal(): AbortSignal {
    return this.running.signal;
  }

  get stopReason(): StopReason | undefined {
    return this.running.stopReason;
  }

  get content(): string {
    return this.running.content;
  }

  get runs(): number {
    return this.running.runs;
  }

  set runs(runs: number) {
    this.running.runs = runs;
  }

  onText(text: string): void {
    // A process that stood still reads what had arrived meanwhile before any timer of it runs.
    if (!this.leases.isHeld(this.messageId)) this.stop('lapsed');
    if (this.signal.aborted) return;
    this.running.append(text);
    this.writer.noteText(this.running);
  }

  get keepsMedia(): boolean {
    return true;
  }

  onProgress(fraction: number | undefined): void {
    this.running.live.log.noteProgress(this.running.work.place, fraction);
  }

  noteRun(runs: number): Promise<boolean> {
    return this.repository.noteRun(this.messageId, this.running.work.fence, runs);
  }

  stop(reason: StopReason): void {
    this.running.stop(reason);
  }
}
