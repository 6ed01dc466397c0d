import { hostname } from 'node:os';
import type { Queue } from 'bull';
import { queueStatusOf, type QueueStatus } from '../jobs/queue-status.js';
import type { Database } from '../database/database.js';
import type { DeadLetterRow, LetterKey, ReplayTally } from '../events/dead-letters.js';
import type { Events } from '../events/events.js';
import type { Dependency } from '../lifecycle/dependency.js';
import type { Drain } from '../lifecycle/drain.js';

/** What {@link Operations} reports on. */
export interface OperationsSubject {
  service: string;
  version: string;
  database: Database;
  events: Events;
  drain: Drain;
}

/** The state of one dependency of a service. */
export interface DependencyStatus {
  name: string;
  isUp: boolean;
  isOptional: boolean;
  message: string;
}

/** The state of a process. */
export interface ProcessStatus {
  service: string;
  version: string;
  nodeVersion: string;
  process: string;
  startedAt: Date;
  isDraining: boolean;
  dependencies: DependencyStatus[];
  queues: QueueStatus[];
  outboxWaiting: number;
  outboxAgeMs: number;
  deadLetters: number;
}

/** What operators see of a service, and may do with it. Injectable in every slice. */
export class Operations {
  readonly #startedAt = new Date();
  #dependencies: readonly Dependency[] = [];
  #queues: readonly Queue[] = [];

  constructor(private readonly subject: OperationsSubject) {}

  /** Sets what to report on; called by `startService`. */
  observe(dependencies: readonly Dependency[], queues: readonly Queue[]): void {
    this.#dependencies = dependencies;
    this.#queues = queues;
  }

  deadLetters(limit: number): Promise<{ letters: DeadLetterRow[]; total: number }> {
    return this.subject.events.letters.list(limit);
  }

  replay(keys?: readonly LetterKey[]): Promise<ReplayTally> {
    return this.subject.events.replay(keys);
  }

  discard(keys: readonly LetterKey[]): Promise<number> {
    return this.subject.events.letters.discard(keys);
  }

  async status(): Promise<ProcessStatus> {
    const { service, version, drain, events } = this.subject;
    const [dependencies, queues, outbox, deadLetters] = await Promise.all([
      Promise.all(this.#dependencies.map(check)),
      Promise.all(this.#queues.map((queue) => queueStatusOf(queue, Date.now()))),
      this.#outbox(),
      events.letters.count(),
    ]);
    return {
      service,
      version,
      nodeVersion: process.version,
      process: `${hostname()} ${process.pid}`,
      startedAt: this.#startedAt,
      isDraining: drain.signal.aborted,
      dependencies,
      queues,
      ...outbox,
      deadLetters,
    };
  }

  async #outbox(): Promise<{ outboxWaiting: number; outboxAgeMs: number }> {
    const { worker, schema } = this.subject.database;
    const [row] = (await worker.query(
      `SELECT count(*)::int AS waiting, coalesce(extract(epoch FROM now() - min(created_at)) * 1000, 0)::float8 AS age
       FROM ${schema}.outbox WHERE sent_at IS NULL`,
    )) as { waiting: number; age: number }[];
    return { outboxWaiting: row?.waiting ?? 0, outboxAgeMs: Math.max(0, Math.round(row?.age ?? 0)) };
  }
}

async function check({ name, isOptional = false, check: ask }: Dependency): Promise<DependencyStatus> {
  try {
    await ask();
    return { name, isOptional, isUp: true, message: '' };
  } catch (error) {
    return { name, isOptional, isUp: false, message: error instanceof Error ? error.message : 'away' };
  }
}
