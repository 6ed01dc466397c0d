import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, Drain, LeaseStore, LOGGER, ProcessIdentity, RunLoop } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { DispatchRunner } from './dispatch-runner.service.js';
import { endOfOrphan, takenBack } from './orphan.rules.js';
import { QueuedReplies } from './queued-replies.service.js';
import { RepliesRepository } from './replies.repository.js';
import { ReplyDispatch } from './reply-dispatch.js';
import { ReplyWriter } from './reply-writer.service.js';
import type { RunningReply } from './running-reply.js';
import type { ThreadMessage } from './thread.rules.js';

/** Runs the replies this process has claimed, each on its own, with or without a reader. */
@Injectable()
export class ReplyRunner extends RunLoop<string, RunningReply> {
  constructor(
    private readonly dispatches: DispatchRunner,
    private readonly writer: ReplyWriter,
    private readonly repository: RepliesRepository,
    private readonly queued: QueuedReplies,
    database: Database,
    identity: ProcessIdentity,
    drain: Drain,
    @Inject(CONFIG) config: ConversationConfig,
    @Inject(LOGGER) logger: Logger,
  ) {
    super({
      name: 'reply',
      leases: new LeaseStore<string>(database, identity.owner, {
        table: 'dispatches',
        id: 'message_id',
        idType: 'uuid',
        isRunning: `state = 'running'`,
        isCancelled: 'cancel_requested',
      }),
      leaseMs: config.CONVERSATION_LEASE_SECONDS * 1000,
      heartbeatMs: config.CONVERSATION_HEARTBEAT_SECONDS * 1000,
      drain,
      logger,
    });
  }

  /** `actsLater`: this run is not part of a request, so the service signs for the user itself. */
  start(reply: RunningReply, thread: readonly ThreadMessage[], actsLater = false): void {
    this.hold([reply.id], reply.work.leasedAt);
    if (reply.isBlind) reply.live.gate.enter();
    void this.begin(reply, () => this.#run(this.#dispatchOf(reply, thread, actsLater)));
  }

  /** The same, once the reply before it in its conversation has ended: it is sent with what that one said. */
  startWaiting(reply: RunningReply, actsLater = false): void {
    this.hold([reply.id], reply.work.leasedAt);
    if (reply.isBlind) reply.live.gate.enter();
    void this.begin(reply, async () => {
      const thread = await this.#threadOf(reply);
      if (thread) return this.#run(this.#dispatchOf(reply, thread, actsLater));
      await this.#waitForOthers(reply);
      await this.#endUnsent(reply);
    });
  }

  async #threadOf(reply: RunningReply) {
    try {
      return await this.queued.threadOf(reply);
    } catch (error) {
      // The others of a blind round wait for this one, too.
      await this.#waitForOthers(reply);
      throw error;
    }
  }

  #dispatchOf(reply: RunningReply, thread: readonly ThreadMessage[], actsLater: boolean): ReplyDispatch {
    const onBehalfOf = actsLater ? reply.userId : undefined;
    return new ReplyDispatch(reply, thread, onBehalfOf, this.writer, this.repository);
  }

  /** What has not been sent costs nothing: it is taken back, or left for the process that claims it next. */
  async #endUnsent(reply: RunningReply): Promise<void> {
    const { cancelReason } = reply;
    if (cancelReason === 'cancelled') await this.writer.end(reply, { ...takenBack, responseTimeMs: 0 });
    else if (cancelReason === 'denied')
      await this.writer.end(reply, { ...endOfOrphan('cancelled'), responseTimeMs: 0 });
    else if (cancelReason !== 'draining') reply.live.log.lose();
  }

  /** What has arrived is stored before another process may claim the replies. */
  protected override beforeRelease(): Promise<void> {
    return this.writer.close();
  }

  protected override onFault(reply: RunningReply, error: unknown): void {
    super.onFault(reply, error);
    reply.live.log.lose();
  }

  async #run(dispatch: ReplyDispatch): Promise<void> {
    const { run: reply } = dispatch;
    const began = performance.now();
    const end = await (reply.isBlind ? this.#endTogether(dispatch) : this.dispatches.run(dispatch));
    if (reply.cancelReason === 'lost') reply.live.log.lose();
    else if (end) await this.writer.end(reply, end);
    else if (reply.cancelReason === 'lapsed') await this.#leave(reply, performance.now() - began);
  }

  async #endTogether(dispatch: ReplyDispatch) {
    try {
      return await this.dispatches.run(dispatch);
    } finally {
      await this.#waitForOthers(dispatch.run);
    }
  }

  /** Replies of a blind round end together; meanwhile its readers get how many are there, and not which. */
  async #waitForOthers({ isBlind, live, work }: RunningReply): Promise<void> {
    if (!isBlind) return;
    const gone = live.gate.arrive(work.targetIndex);
    const { entered, arrived } = live.gate.counts;
    for (const index of live.targets.keys()) live.log.noteProgress(index, arrived / entered);
    await gone;
  }

  /** What had arrived is stored unless another process is faster; what had not begun is left for another to claim. */
  async #leave(reply: RunningReply, responseTimeMs: number): Promise<void> {
    if (reply.content === '') reply.live.log.lose();
    else await this.writer.end(reply, { ...endOfOrphan('interrupted'), responseTimeMs });
  }
}
