import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import {
  CONFIG,
  Database,
  Drain,
  LeaseStore,
  LOGGER,
  PeriodicTask,
  ProcessIdentity,
  RunLoop,
} from '@polylogue/service-kit';
import type { Logger } from '@polylogue/service-kit';
import type { ReplyEnd } from '../live/broadcast.entity.js';
import type { ConversationConfig } from '../config.js';
import { DispatchRunner } from '../replies/dispatch-runner.service.js';
import { endOfOrphan } from '../replies/orphan.rules.js';
import type { ThreadMessage } from '../replies/thread.rules.js';
import type { Turn } from './ai-chat.entity.js';
import { RunningTurn } from './running-turn.js';
import { RunningTurnsRepository } from './running-turns.repository.js';

const saveEveryMs = 400;
const maxTries = 5;

/** A turn that was stored, with the lease of this process. */
export interface StoredTurn {
  turn: Turn;
  userId: string;
  thread: readonly ThreadMessage[];
  /** The local time before it was stored. */
  leasedAt: number;
}

/** Runs the turns that were sent to this process, with or without a reader. */
@Injectable()
export class TurnRunner extends RunLoop<string, RunningTurn> {
  constructor(
    private readonly dispatches: DispatchRunner,
    private readonly repository: RunningTurnsRepository,
    database: Database,
    identity: ProcessIdentity,
    drain: Drain,
    @Inject(CONFIG) config: ConversationConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    super({
      name: 'turn',
      leases: new LeaseStore<string>(database, identity.owner, {
        table: 'ai_chat_turns',
        id: 'id',
        idType: 'uuid',
        isRunning: `status = 'pending'`,
        isCancelled: 'cancel_requested',
      }),
      leaseMs: config.CONVERSATION_LEASE_SECONDS * 1000,
      heartbeatMs: config.CONVERSATION_HEARTBEAT_SECONDS * 1000,
      drain,
      logger,
    });
  }

  start({ turn, userId, thread, leasedAt }: StoredTurn): void {
    const noteRun = (running: RunningTurn, runs: number) => this.repository.noteRun(running, runs);
    const running = new RunningTurn(turn, userId, 0, thread, noteRun);
    this.hold([turn.id], leasedAt);
    void this.begin(running, () => this.#run(running));
  }

  /** A turn that runs here; undefined for another user's. */
  findOf(userId: string, turnId: string): RunningTurn | undefined {
    const running = this.find(turnId);
    return running?.userId === userId ? running : undefined;
  }

  protected override onFault(running: RunningTurn, error: unknown): void {
    super.onFault(running, error);
    running.end('elsewhere');
  }

  async #run(running: RunningTurn): Promise<void> {
    const end = await this.#dispatch(running);
    if (running.cancelReason === 'lost') return running.end('elsewhere');
    // Without an end the process is stopping or could not extend the lease. Only the page drives an AI conversation, so
    // the turn is not dispatched again.
    const left = running.content === '' ? 'failed' : 'interrupted';
    const ended = end ?? { ...endOfOrphan(left), responseTimeMs: Date.now() - running.turn.createdAt.getTime() };
    const isStored = await this.#store(running, ended);
    running.end(isStored ? { ...running.turn, content: running.content, end: ended } : 'elsewhere');
  }

  async #dispatch(running: RunningTurn): Promise<ReplyEnd | undefined> {
    const saving = this.#saveText(running);
    try {
      return await this.dispatches.run(running);
    } finally {
      await saving.stop();
    }
  }

  /** Stores the text as it grows: readers at other replicas follow it there, and a crash loses little of it. */
  #saveText(running: RunningTurn): PeriodicTask {
    let saved = 0;
    const saving = new PeriodicTask({
      everyMs: saveEveryMs,
      work: async () => {
        const { content } = running;
        if (content.length === saved) return;
        if (await this.repository.saveText(running, content)) saved = content.length;
        else running.cancel('lost');
      },
      onError: (error) => this.logger.warn({ err: error, turnId: running.id }, 'storing the text of a turn failed'),
    });
    saving.start();
    return saving;
  }

  /** Retried: until the end is stored, the conversation appears to be writing still and refuses the next turn. */
  async #store(running: RunningTurn, end: ReplyEnd): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.repository.end(running, running.content, end);
      } catch (error) {
        if (tries === maxTries) throw error;
        await sleep(200 * 2 ** tries);
      }
    }
  }
}
