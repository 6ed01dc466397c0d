import {
  PeriodicTask,
  SingleRunLoop,
  waitForDatabase,
  type Database,
  type Drain,
  type LapsedRun,
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

interface LapsedText extends LapsedRun {
  content: string;
  /** Milliseconds since it was stored. */
  waitedMs: number;
}

const lapsedColumns = `t.content, (extract(epoch FROM now() - t.created_at) * 1000)::integer AS "waitedMs"`;

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
 * Runs the texts that were sent to this process, with or without a reader. No other process begins one anew: what its process
 * leaves open is ended with the text so far, and only its user may request it again.
 */
export abstract class TextRunner<T extends Text> extends SingleRunLoop<RunningText<T>, LapsedText> {
  readonly #parts: TextRunnerParts;
  readonly #repository: RunningTextsRepository;

  constructor(parts: TextRunnerParts) {
    const { name, table, database, identity, drain, config, logger } = parts;
    const leaseMs = config.CONVERSATION_LEASE_SECONDS * 1000;
    const heartbeatMs = config.CONVERSATION_HEARTBEAT_SECONDS * 1000;
    super({ name, table, lapsedColumns, database, identity, leaseMs, heartbeatMs, drain, logger });
    this.#parts = parts;
    this.#repository = new RunningTextsRepository(database, identity, table);
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

  /** With what was stored of it. */
  protected endLapsedRun({ content, isCancelled, waitedMs, ...claimed }: LapsedText): Promise<boolean> {
    const status = isCancelled ? 'cancelled' : content === '' ? 'failed' : 'interrupted';
    return this.#repository.end(claimed, content, { ...endOfOrphan(status), responseTimeMs: waitedMs });
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

  /** What was paid for waits for a Postgres that is away. The fence says whether it still counts. */
  #store(running: RunningText<T>, end: ReplyEnd): Promise<boolean> {
    const { logger, name } = this.#parts;
    return waitForDatabase(() => this.#repository.end(running, running.content, end), {
      isGivenUp: () => running.cancelReason === 'draining',
      onWait: (error) =>
        logger.warn({ err: error, name, id: running.id }, 'storing the end of a text failed; retrying'),
    });
  }
}
