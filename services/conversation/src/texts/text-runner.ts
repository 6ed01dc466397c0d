import { setTimeout as sleep } from 'node:timers/promises';
import {
  inBatches,
  LeaseStore,
  PeriodicTask,
  RunLoop,
  type Database,
  type Drain,
  type Logger,
  type ProcessIdentity,
} from '@polylogue/service-kit';
import type { ConversationConfig } from '../config.js';
import type { ReplyEnd } from '../live/broadcast.entity.js';
import type { DispatchRunner } from '../replies/dispatch-runner.service.js';
import { endOfOrphan } from '../replies/orphan.rules.js';
import { RunningText, type StoredText } from './running-text.js';
import { RunningTextsRepository } from './running-texts.repository.js';
import type { Text, TextTable } from './text.entity.js';

const saveEveryMs = 400;
const maxTries = 5;
const maxLapsed = 500;

/** What a runner of texts is made of. */
export interface TextRunnerParts {
  /** What a text is called in log lines. */
  name: string;
  table: TextTable;
  dispatches: DispatchRunner;
  database: Database;
  identity: ProcessIdentity;
  drain: Drain;
  config: ConversationConfig;
  logger: Logger;
}

/**
 * Runs the texts that were sent to this process, with or without a reader. A text is dispatched once: what its process
 * leaves open is ended with the text so far, and only its user may request it again.
 */
export abstract class TextRunner<T extends Text> extends RunLoop<string, RunningText<T>> {
  readonly #parts: TextRunnerParts;
  readonly #repository: RunningTextsRepository;
  readonly #leaseMs: number;
  readonly #ending: PeriodicTask;

  constructor(parts: TextRunnerParts) {
    const { name, table, database, identity, drain, config, logger } = parts;
    const leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
    const heartbeatMs = config.CONVERSATION_HEARTBEAT_SECONDS * 1000;
    const isRunning = `status = 'pending'`;
    const states = { id: 'id', idType: 'uuid', isRunning, isCancelled: 'cancel_requested' } as const;
    const leases = new LeaseStore<string>(database, identity.owner, { table, ...states });
    super({ name, leases, leaseMs, heartbeatMs, drain, logger });
    this.#parts = parts;
    this.#leaseMs = leaseMs;
    this.#repository = new RunningTextsRepository(database, identity, table);
    this.#ending = new PeriodicTask({
      everyMs: heartbeatMs,
      work: () => this.endLapsed(),
      onError: (error) => logger.warn({ err: error, name }, 'looking for texts whose process is gone failed'),
    });
  }

  /** Ends texts whose process is gone: now, and every heartbeat. */
  override onApplicationBootstrap(): void {
    super.onApplicationBootstrap();
    this.#ending.start(true);
  }

  override async onModuleDestroy(): Promise<void> {
    await this.#ending.stop();
    await super.onModuleDestroy();
  }

  start(stored: StoredText<T>): void {
    const running = new RunningText(stored, (text, runs) => this.#repository.noteRun(text, runs));
    this.hold([stored.item.id], stored.leasedAt);
    void this.begin(running, () => this.#run(running));
  }

  /** A text that runs here; undefined for another user's. */
  findOf(userId: string, id: string): RunningText<T> | undefined {
    const running = this.find(id);
    return running?.userId === userId ? running : undefined;
  }

  /** Ends texts whose process is gone with what was stored of them. */
  endLapsed(): Promise<void> {
    return inBatches(
      maxLapsed,
      (max) => this.#endSome(max),
      () => this.#ending.isStopped,
    );
  }

  protected override onFault(running: RunningText<T>, error: unknown): void {
    super.onFault(running, error);
    running.end('elsewhere');
  }

  async #run(running: RunningText<T>): Promise<void> {
    const end = await this.#dispatch(running);
    if (running.cancelReason === 'lost') return running.end('elsewhere');
    // Without an end the process is stopping or could not extend the lease.
    const left = running.content === '' ? 'failed' : 'interrupted';
    const ended = end ?? { ...endOfOrphan(left), responseTimeMs: Date.now() - running.item.createdAt.getTime() };
    const isStored = await this.#store(running, ended);
    running.end(isStored ? { ...running.item, content: running.content, end: ended } : 'elsewhere');
  }

  async #dispatch(running: RunningText<T>): Promise<ReplyEnd | undefined> {
    const saving = this.#saveText(running);
    try {
      return await this.#parts.dispatches.run(running);
    } finally {
      await saving.stop();
    }
  }

  /** Stores the text as it grows: readers at other replicas follow it there, and a crash loses little of it. */
  #saveText(running: RunningText<T>): PeriodicTask {
    const { logger, name } = this.#parts;
    let saved = 0;
    const saving = new PeriodicTask({
      everyMs: saveEveryMs,
      work: async () => {
        const { content } = running;
        if (content.length === saved) return;
        if (await this.#repository.saveText(running, content)) saved = content.length;
        else running.cancel('lost');
      },
      onError: (error) => logger.warn({ err: error, name, id: running.id }, 'storing a text as it grows failed'),
    });
    saving.start();
    return saving;
  }

  /** Retried: until its end is stored, a text appears to be written still. */
  async #store(running: RunningText<T>, end: ReplyEnd): Promise<boolean> {
    for (let tries = 1; ; tries += 1) {
      try {
        return await this.#repository.end(running, running.content, end);
      } catch (error) {
        if (tries === maxTries) throw error;
        await sleep(200 * 2 ** tries);
      }
    }
  }

  async #endSome(max: number): Promise<number> {
    const lapsed = await this.#repository.claimLapsed(this.#leaseMs, max);
    for (const { id, fence, content, cancel_requested, waited_ms } of lapsed) {
      const status = cancel_requested ? 'cancelled' : content === '' ? 'failed' : 'interrupted';
      await this.#repository.end({ id, fence }, content, { ...endOfOrphan(status), responseTimeMs: waited_ms });
    }
    return lapsed.length;
  }
}
