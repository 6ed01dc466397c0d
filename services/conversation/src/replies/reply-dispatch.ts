import type { DispatchRun } from './dispatch-run.js';
import type { RepliesRepository } from './replies.repository.js';
import type { ReplyWriter } from './reply-writer.service.js';
import type { RequestedSettings } from './requested-settings.js';
import type { RunningReply } from './running-reply.js';
import type { ThreadMessage } from './thread.rules.js';

/** The dispatch of a broadcast's reply: its text goes into the live log and to the writer. */
export class ReplyDispatch implements DispatchRun {
  readonly keepsMedia = true;

  constructor(
    readonly run: RunningReply,
    public thread: readonly ThreadMessage[],
    readonly onBehalfOf: string | undefined,
    private readonly writer: ReplyWriter,
    private readonly repository: RepliesRepository,
  ) {}

  get aiService(): string {
    return this.run.work.settings?.blindService ?? this.run.work.aiService;
  }

  get isBlind(): boolean {
    return this.run.isBlind;
  }

  get settings(): RequestedSettings | undefined {
    return this.run.work.settings;
  }

  get content(): string {
    return this.run.content;
  }

  get runs(): number {
    return this.run.runs;
  }

  set runs(runs: number) {
    this.run.runs = runs;
  }

  onText(text: string): void {
    if (!this.run.mayContinue()) return;
    this.run.append(text);
    this.thread = [];
    if (!this.run.isBlind) this.writer.noteText(this.run);
  }

  onProgress(fraction: number | undefined): void {
    if (!this.run.isBlind) this.run.live.log.noteProgress(this.run.work.targetIndex, fraction);
  }

  noteRun(runs: number): Promise<boolean> {
    return this.repository.noteRun(this.run.id, this.run.work.fence, runs);
  }
}
