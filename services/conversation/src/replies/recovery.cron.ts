import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { AccessClient, CONFIG, Database, Drain, LOGGER, PeriodicTask, ProcessIdentity } from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import { LiveBroadcast } from '../live/live-broadcast.js';
import type { ConversationConfig } from '../config.js';
import { decideOrphan, endOfOrphan, takenBack } from './orphan.rules.js';
import { OrphansRepository, type OrphanRow } from './orphans.repository.js';
import { RepliesRepository } from './replies.repository.js';
import { ReplyRunner } from './reply-runner.service.js';
import { ReplyWriter } from './reply-writer.service.js';
import { RunningReply } from './running-reply.js';
import { ThreadsRepository } from './threads.repository.js';

/** Event ids a lost process may have sent but not stored lie below this distance. */
const idDistance = 100_000;

interface ClaimedOrphan extends OrphanRow {
  /** The local time before it was claimed. */
  leasedAt: number;
}

/** Decides about replies whose process is gone: at the start, and every heartbeat. */
@Injectable()
export class RecoveryCron implements OnApplicationBootstrap, OnModuleDestroy {
  readonly #leaseMs: number;
  readonly #scan: PeriodicTask;

  constructor(
    private readonly orphans: OrphansRepository,
    private readonly threads: ThreadsRepository,
    private readonly replies: RepliesRepository,
    private readonly access: AccessClient,
    private readonly runner: ReplyRunner,
    private readonly writer: ReplyWriter,
    private readonly database: Database,
    private readonly identity: ProcessIdentity,
    private readonly drain: Drain,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(CONFIG) config: ConversationConfig,
  ) {
    this.#leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
    this.#scan = new PeriodicTask({
      everyMs: config.CONVERSATION_HEARTBEAT_SECONDS * 1000,
      work: () => this.recover(),
      onError: (error) => logger.warn({ err: error }, 'looking for replies whose process is gone failed'),
    });
  }

  onApplicationBootstrap(): void {
    this.#scan.start('soon');
    this.drain.signal.addEventListener('abort', () => void this.#scan.stop());
  }

  onModuleDestroy(): Promise<void> {
    return this.#scan.stop();
  }

  /** Decides about everything that has lapsed, some hundreds at a time. */
  async recover(): Promise<void> {
    while (!this.drain.signal.aborted && (await this.#recoverSome()));
  }

  async #recoverSome(): Promise<boolean> {
    const leasedAt = performance.now();
    const claimed = await this.orphans.claim(this.identity.owner, this.#leaseMs, this.runner.ids);
    const denied = await this.#findDenied(claimed);
    const broadcasts = new Map<string, LiveBroadcast>();
    for (const orphan of claimed) {
      const live = broadcasts.get(orphan.broadcast_id) ?? takenOver(orphan);
      broadcasts.set(orphan.broadcast_id, live);
      await this.#decide({ ...orphan, leasedAt }, live, denied).catch((error: unknown) =>
        this.logger.error({ err: error, messageId: orphan.message_id }, 'recovering a lapsed reply failed'),
      );
    }
    return claimed.length > 0;
  }

  /** The users who may no longer spend: no request of theirs has checked it. Undefined when admin does not answer. */
  async #findDenied(orphans: readonly OrphanRow[]): Promise<ReadonlySet<string> | undefined> {
    if (orphans.length === 0) return new Set();
    try {
      return new Set(await this.access.findDenied([...new Set(orphans.map(({ user_id }) => user_id))]));
    } catch (error) {
      this.logger.warn(
        { err: error },
        'lapsed replies are not dispatched again yet: admin did not say which users may spend',
      );
      return undefined;
    }
  }

  async #decide(orphan: ClaimedOrphan, live: LiveBroadcast, denied: ReadonlySet<string> | undefined): Promise<void> {
    const { runs, content } = orphan;
    const cancelRequested = orphan.cancel_requested || denied?.has(orphan.user_id) === true;
    const decision = decideOrphan({ hasText: content !== '', runs, cancelRequested });
    // Claimed again when its new lease has lapsed.
    if (decision === 'run' && !denied) return;
    this.logger.info({ messageId: orphan.message_id, decision, runs }, 'recovering a reply whose process is gone');
    const running = new RunningReply(workOf(orphan), live, content);
    if (decision === 'run') return this.#runAgain(orphan, running);
    // Not awaited: the ends of a broadcast are written together.
    const end = orphan.waits ? takenBack : endOfOrphan(decision);
    void this.writer.end(running, { ...end, responseTimeMs: orphan.text_ms ?? 0 });
  }

  async #runAgain(orphan: ClaimedOrphan, running: RunningReply): Promise<void> {
    const { user_id: userId, message_id: messageId, fence } = orphan;
    const gap = { lostAfter: Number(orphan.last_event_id), from: firstIdOf(orphan) };
    if (orphan.waits) {
      if (await this.replies.noteRun(messageId, fence, running.runs, gap)) this.runner.startWaiting(running, true);
      return;
    }
    const found = await this.database.asUser(userId, (tx) => this.threads.find(tx, userId, messageId));
    if (!found || !(await this.replies.noteRun(messageId, fence, running.runs, gap))) return;
    this.runner.start(running, found.thread, true);
  }
}

/** A broadcast that another process began. Its readers are served from the store. */
function takenOver(orphan: OrphanRow): LiveBroadcast {
  const progress = { replies: orphan.replies, open: orphan.open_replies, failed: orphan.failed_replies };
  return new LiveBroadcast(orphan.broadcast_id, orphan.user_id, [], progress, firstIdOf(orphan));
}

function firstIdOf(orphan: OrphanRow): number {
  return Number(orphan.last_event_id) + idDistance;
}

function workOf(orphan: ClaimedOrphan) {
  return {
    messageId: orphan.message_id,
    broadcastId: orphan.broadcast_id,
    conversationId: orphan.conversation_id,
    userId: orphan.user_id,
    aiService: orphan.ai_service,
    targetIndex: orphan.place,
    settings: orphan.settings ?? undefined,
    fence: orphan.fence,
    runs: orphan.waits ? orphan.runs : orphan.runs + 1,
    leasedAt: orphan.leasedAt,
  };
}
