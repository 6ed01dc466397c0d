import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, Database, Drain, LeaseStore, LOGGER, ProcessIdentity, RunLoop } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import { DispatchRunner } from './dispatch-runner.service.js';
import { endOfOrphan } from './orphan.rules.js';
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
    const onBehalfOf = actsLater ? reply.userId : undefined;
    const dispatch = new ReplyDispatch(reply, thread, onBehalfOf, this.writer, this.repository);
    void this.begin(reply, () => this.#run(dispatch));
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
    const end = await this.dispatches.run(dispatch);
    if (reply.cancelReason === 'lost') reply.live.log.lose();
    else if (end) await this.writer.end(reply, end);
    else if (reply.cancelReason === 'lapsed') await this.#leave(reply, performance.now() - began);
  }

  /** What had arrived is stored unless another process is faster; what had not begun is left for another to claim. */
  async #leave(reply: RunningReply, responseTimeMs: number): Promise<void> {
    if (reply.content === '') reply.live.log.lose();
    else await this.writer.end(reply, { ...endOfOrphan('interrupted'), responseTimeMs });
  }
}
